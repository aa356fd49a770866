import type { InferType } from "yup";
import { directoryStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { Acting, createActingSchema, updateActingSchema } from "../../shared/org-chart/acting.contract";
import { unlessTaken } from "../platform/database/constraints";
import type { Tx } from "../platform/database/unit-of-work";
import * as statements from "./acting.sql";

type Days = Pick<InferType<typeof createActingSchema>, "user_id" | "acting_id" | "starts_on" | "ends_on">;

/** Who acted, or will, on a day. */
export const actingOn = (tx: Tx, day: string) => tx.rows<Acting>(statements.actingOn, [day]);

/** Who acts for somebody, and for whom they do; `coming`: what is to come as well. */
export const actingOf = (tx: Tx, id: number, coming: boolean) => tx.rows<Acting>(statements.actingOf, [id, coming]);

const broken = {
  acting_once: ["starts_on", "acting.taken"],
  acting_self: ["acting_id", "people.themself"],
} as const;

/** @throws Problem 404 for what isn't there any more. */
async function read(tx: Tx, id: number): Promise<Acting> {
  const row = await tx.one<Acting>(statements.actingById, [id]);
  if (!row) throw new Problem("notFound");
  return row;
}

/**
 * @throws Problem 422 for who isn't there or is the same, days that are over, and days on which somebody acts already; where
 * there is too much of either person.
 */
export async function createActing(tx: Tx, input: InferType<typeof createActingSchema>): Promise<Acting> {
  await requireKnown(tx, input);
  await requireRoom(tx, input.user_id, input.acting_id, null);
  const { user_id, acting_id, starts_on, ends_on } = input;
  const { id } = await unlessTaken(
    broken,
    async () =>
      (await tx.one<{ id: number }>(statements.insertActing, [user_id, acting_id, starts_on, ends_on])) as {
        id: number;
      },
  );
  changed(tx, user_id);
  return read(tx, id);
}

/** @throws Problem 404; 409 when somebody else changed it meanwhile; 422 as when it is made. */
export async function updateActing(tx: Tx, id: number, input: InferType<typeof updateActingSchema>): Promise<Acting> {
  const now = await read(tx, id);
  const { acting_id, starts_on, ends_on, version = null } = input;
  await requireKnown(tx, { ...input, user_id: now.user.id });
  await requireRoom(tx, now.user.id, acting_id, id);
  const written = await unlessTaken(broken, () =>
    tx.one(statements.changeActing, [id, acting_id, starts_on, ends_on, version]),
  );
  if (!written) throw new Problem("organisation.stale", { record: await read(tx, id) });
  changed(tx, now.user.id);
  return read(tx, id);
}

/** Ended from today on. @throws Problem 404 for what is over, too. */
export async function deleteActing(tx: Tx, id: number): Promise<void> {
  const ended = await tx.rows<{ user_id: number }>(statements.endOne, [id]);
  if (ended.length === 0) throw new Problem("notFound");
  for (const { user_id } of ended) changed(tx, user_id);
}

async function requireKnown(tx: Tx, { user_id, acting_id, ends_on }: Days): Promise<void> {
  const known = await tx.one<{ user_id: boolean; acting_id: boolean; lasts: boolean }>(statements.actingKnown, [
    user_id,
    acting_id,
    ends_on,
  ]);
  for (const field of ["user_id", "acting_id"] as const) if (!known?.[field]) throw invalid(field, "field.unknown");
  if (!known?.lasts) throw invalid("ends_on", "field.past");
}

/** Of one person, for whom others act or who acts for others: all that isn't over is answered with them. */
const mostActing = 200;

/** @throws Problem 422 at the person of whom there is too much without the one with this id, if any. */
async function requireRoom(tx: Tx, userId: number, actingId: number, id: number | null): Promise<void> {
  type Already = { user_id: number; acting_id: number };
  const already = (await tx.one<Already>(statements.actingAlready, [userId, actingId, id])) as Already;
  for (const field of ["user_id", "acting_id"] as const)
    if (already[field] >= mostActing) throw invalid(field, "field.tooMany");
}

const changed = (tx: Tx, id: number) => tx.emit("acting.changed", directoryStream(tx.tenantId), { id });

/** Whoever has gone acts for nobody, and nobody for them. */
export async function endActingOf(tx: Tx, userId: number): Promise<void> {
  const ended = await tx.rows<{ user_id: number }>(statements.endOfPerson, [userId]);
  for (const id of new Set(ended.map(({ user_id }) => user_id))) changed(tx, id);
}

/** Tells open screens that a day has come on which somebody begins or no longer acts; once. @returns how many positions. */
export async function announceActing(tx: Tx): Promise<number> {
  const came = await tx.rows<{ user_id: number }>(statements.announceDays);
  for (const { user_id } of came) changed(tx, user_id);
  return came.length;
}
