import type { InferType } from "yup";
import type { Position } from "../../shared/positions/positions.contract";
import type { positionSchema } from "../../shared/positions/positions.schema";
import { directoryStream } from "../../shared/kernel/events";
import { pageMetaOf, pageOf } from "../../shared/kernel/paging";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { Use } from "../../shared/kernel/uses";
import type { Actor as Person } from "../../shared/kernel/events";
import { refuseOwnEmployment } from "../people/own-employment.service";
import { unlessTaken } from "../platform/database/constraints";
import { soughtIn } from "../platform/database/like";
import { requireRoomFor } from "../platform/database/room-for";
import type { Tx } from "../platform/database/unit-of-work";
import { streamRevision } from "../platform/live/subscribe";
import type { Actor } from "../platform/session";
import { PositionEntity } from "./position.entity";
import * as statements from "./positions.sql";

type Input = InferType<typeof positionSchema>;
type Search = { q?: string; query?: string; search?: string };
type ListQuery = Search & { sort?: statements.PositionSort; page?: number; per_page?: number; perPage?: number };
type PositionRow = Omit<Position, "can">;

const rules = { position_tenant_id_title_key: "title", position_title_once: "title" } as const;

const present = (row: PositionRow, actor: Pick<Actor, "permissions">): Position => ({
  ...row,
  can: { edit: actor.permissions.has("position-edit"), delete: actor.permissions.has("position-delete") },
});

/** A page of positions; ten of them unless said otherwise. */
export async function positionList(tx: Tx, actor: Actor, query: ListQuery) {
  const page = pageOf(query);
  const sought = soughtIn(query);
  const rows = await tx.rows<PositionRow>(statements.listPositions(query.sort ?? "title"), [
    sought,
    page.perPage,
    page.offset,
  ]);
  const counted = await tx.one<{ total: number }>(statements.countPositions, [sought]);
  return {
    data: rows.map((row) => present(row, actor)),
    revision: await streamRevision(tx, directoryStream(tx.tenantId)),
    meta: pageMetaOf(page, counted?.total ?? 0),
  };
}

export const positionChoices = (tx: Tx, query: Search) =>
  tx.rows<{ id: number; title: string }>(statements.selectPositions, [soughtIn(query)]);

async function readPosition(tx: Tx, id: number): Promise<PositionRow> {
  const row = await tx.one<PositionRow>(statements.positionById, [id]);
  if (!row) throw new Problem("notFound");
  return row;
}

/** A position with those who have it. @throws Problem 404. */
export async function positionWithPeople(tx: Tx, actor: Actor, id: number) {
  const position = present(await readPosition(tx, id), actor);
  const people = await tx.rows<Person & { department: string | null }>(statements.peopleOfPosition, [id]);
  return { ...position, people };
}

/** @throws Problem 422 when the title is taken. */
export async function createPosition(tx: Tx, actor: Actor, { title, description = null }: Input): Promise<Position> {
  await requireRoomFor(tx, "position", "title");
  const { id } = await unlessTaken(rules, () => tx.repo(PositionEntity).insert({ title, description }));
  tx.emit("position.created", directoryStream(tx.tenantId), { id, title });
  return present(await readPosition(tx, id), actor);
}

/** @throws Problem 404; 409 when somebody else changed it meanwhile; 422 when the title is taken. */
export async function updatePosition(tx: Tx, actor: Actor, id: number, input: Input): Promise<Position> {
  if (!(await tx.one(statements.lockPosition, [id]))) throw new Problem("notFound");
  const now = await readPosition(tx, id);
  if (input.version !== undefined && input.version !== now.version) {
    throw new Problem("organisation.stale", { record: present(now, actor) });
  }
  const { title, description } = input;
  const change = { title, ...(description !== undefined && { description }), version: () => "version + 1" };
  await unlessTaken(rules, () => tx.repo(PositionEntity).update({ id }, change));
  tx.emit("position.updated", directoryStream(tx.tenantId), { id, title });
  return present(await readPosition(tx, id), actor);
}

/**
 * Deletes a position; whoever has it gets its successor.
 * @throws Problem 404; 403 for one's own, with four eyes; 409 with who has it when there is no successor; 422 for one that isn't there.
 */
export async function deletePosition(
  tx: Tx,
  actor: Pick<Actor, "id">,
  id: number,
  successorId: number | null,
): Promise<void> {
  const locked = await tx.rows<{ id: number }>(statements.lockForDeletion, [[id, successorId ?? id]]);
  if (!locked.some((row) => row.id === id)) throw new Problem("notFound");
  if (successorId === null) {
    const rows = await tx.rows<Use>(statements.positionUses, [id]);
    const uses = rows.filter(({ count }) => count > 0);
    if (uses.length > 0) throw new Problem("organisation.inUse", { record: { uses } });
  } else {
    if (successorId === id || !locked.some((row) => row.id === successorId)) {
      throw invalid("successor_id", "field.unknown");
    }
    await refuseOwnPosition(tx, actor, id);
    for (const move of statements.movePosition) await tx.rows(move, [id, successorId]);
  }
  await tx.repo(PositionEntity).delete({ id });
  tx.emit("position.deleted", directoryStream(tx.tenantId), { id, successor_id: successorId });
}

/** What they are here becomes another with it: with four eyes that is somebody else's to do. @throws Problem 403. */
async function refuseOwnPosition(tx: Tx, actor: Pick<Actor, "id">, id: number): Promise<void> {
  if (await tx.one(statements.holdsPosition, [id, actor.id])) await refuseOwnEmployment(tx, actor, actor.id);
}
