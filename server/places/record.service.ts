import { carsStream, roomsStream } from "../../shared/kernel/events";
import { maybePageOf, pageMetaOf, wholeMeta } from "../../shared/kernel/paging";
import { Problem } from "../../shared/kernel/problems";
import type { Use } from "../../shared/kernel/uses";
import type { Permission } from "../../shared/kernel/permissions";
import type { PlaceKind, VehicleKind } from "../../shared/places/places.events";
import { type BrokenRules, unlessTaken } from "../platform/database/constraints";
import { soughtIn } from "../platform/database/like";
import { requireRoomFor } from "../platform/database/room-for";
import type { Statement, Tx } from "../platform/database/unit-of-work";
import { streamRevision } from "../platform/live/subscribe";
import type { Actor } from "../platform/session";

export interface ListQuery {
  q?: string;
  query?: string;
  search?: string;
  page?: number;
  per_page?: number;
  perPage?: number;
  with_trashed?: string;
  sort?: "name" | "-name";
}

/** What every row of a kind has. */
export interface RecordRow {
  id: number;
  version: number;
  deleted_at: string | null;
}

type Shown<Row> = Row & { can: { edit: boolean; delete: boolean } };

/** What is different between buildings, floors, rooms, cars and drivers. */
export interface RecordKind<Row extends RecordRow, Input extends { version?: number }> {
  kind: PlaceKind | VehicleKind;
  /** Whose permissions it goes by: floors by those of buildings. */
  permissions: { edit: Permission; delete: Permission };
  /** What each constraint means to whoever writes. */
  rules: BrokenRules;
  /** $1 text to look for or null, $2 with deleted ones, $3 how many or null, $4 after how many, then the kind's own. */
  list: (sort: "name" | "-name") => Statement;
  byId: Statement;
  /** Against whoever hangs something on it meanwhile. */
  lock: Statement;
  /** What still needs it: of kind, count and names. */
  uses: Statement | null;
  trash: Statement;
  restore: Statement;
  nameOf: (row: Row) => string;
  /** Everything that is written beside the version. @returns its id. @throws Problem 422. */
  write: (tx: Tx, id: number | null, input: Input, before: Row | null) => Promise<number>;
  /** Before it comes back: what it stands in must be there. @throws Problem 409. */
  mayReturn?: (tx: Tx, row: Row) => Promise<void>;
}

const vehicles: readonly string[] = ["car", "driver"] satisfies VehicleKind[];

/** Reading and changing records of one kind; deleting keeps the row, since the past names it. */
export function recordsOf<Row extends RecordRow, Input extends { version?: number }>(of: RecordKind<Row, Input>) {
  const streamOf = (tx: Tx) => (vehicles.includes(of.kind) ? carsStream(tx.tenantId) : roomsStream(tx.tenantId));
  const present = (row: Row, actor: Pick<Actor, "permissions">): Shown<Row> => ({
    ...row,
    can: {
      edit: row.deleted_at === null && actor.permissions.has(of.permissions.edit),
      delete: actor.permissions.has(of.permissions.delete),
    },
  });

  const find = async (tx: Tx, id: number): Promise<Row> => {
    const row = await tx.one<Row>(of.byId, [id]);
    if (!row) throw new Problem("notFound");
    return row;
  };

  const emitChange = (tx: Tx, verb: "created" | "updated" | "deleted", row: Row) =>
    tx.emit(`${of.kind}.${verb}`, streamOf(tx), { id: row.id, name: of.nameOf(row) });

  /** The record as others may not change it meanwhile. */
  const hold = async (tx: Tx, id: number): Promise<Row> => {
    if (!(await tx.one(of.lock, [id]))) throw new Problem("notFound");
    return find(tx, id);
  };

  const holdThere = async (tx: Tx, id: number): Promise<Row> => {
    const row = await hold(tx, id);
    if (row.deleted_at !== null) throw new Problem("notFound");
    return row;
  };

  return {
    kind: of.kind,

    async list(tx: Tx, actor: Actor, query: ListQuery, own: unknown[] = []) {
      const page = maybePageOf(query);
      const trashed = query.with_trashed === "1" || query.with_trashed === "true";
      const values = [soughtIn(query), trashed, page?.perPage ?? null, page?.offset ?? 0, ...own];
      const rows = await tx.rows<Row & { total?: number }>(of.list(query.sort ?? "name"), values);
      const total = rows[0]?.total ?? 0;
      const data = rows.map(({ total: _, ...row }) => present(row as unknown as Row, actor));
      const revision = await streamRevision(tx, streamOf(tx));
      return { data, revision, meta: page ? pageMetaOf(page, total) : wholeMeta(total) };
    },

    /** @throws Problem 404. */
    read: async (tx: Tx, actor: Actor, id: number) => present(await find(tx, id), actor),

    /** @throws Problem 422. */
    async create(tx: Tx, actor: Actor, input: Input): Promise<Shown<Row>> {
      await requireRoomFor(tx, of.kind, "name");
      const id = await unlessTaken(of.rules, () => of.write(tx, null, input, null));
      const row = await find(tx, id);
      emitChange(tx, "created", row);
      return present(row, actor);
    },

    /** @throws Problem 404; 409 when somebody else changed it meanwhile; 422. */
    async update(tx: Tx, actor: Actor, id: number, input: Input): Promise<Shown<Row>> {
      const now = await holdThere(tx, id);
      if (input.version !== undefined && input.version !== now.version) {
        throw new Problem("organisation.stale", { record: present(now, actor) });
      }
      await unlessTaken(of.rules, () => of.write(tx, id, input, now));
      const row = await find(tx, id);
      emitChange(tx, "updated", row);
      return present(row, actor);
    },

    /** `before` takes away what may go along. @throws Problem 404; 409 with what still needs it. */
    async remove(tx: Tx, id: number, before?: () => Promise<void>): Promise<void> {
      const row = await holdThere(tx, id);
      await before?.();
      const uses = of.uses ? await tx.rows<Omit<Use, "names"> & { names: string[] | null }>(of.uses, [id]) : [];
      const left = uses.filter(({ count }) => count > 0).map((use) => ({ ...use, names: use.names ?? [] }));
      if (left.length > 0) throw new Problem("organisation.inUse", { record: { uses: left } });
      await tx.rows(of.trash, [id]);
      emitChange(tx, "deleted", row);
    },

    /** What isn't deleted stays as it is. @throws Problem 404; 422 when its name is taken by now, or its place is gone. */
    async restore(tx: Tx, actor: Actor, id: number): Promise<Shown<Row>> {
      const before = await hold(tx, id);
      if (before.deleted_at === null) return present(before, actor);
      await of.mayReturn?.(tx, before);
      await unlessTaken(of.rules, () => tx.rows(of.restore, [id]));
      const row = await find(tx, id);
      emitChange(tx, "updated", row);
      return present(row, actor);
    },

    /** Tells that something about it has changed, such as when it is out of order. */
    async changed(tx: Tx, id: number): Promise<void> {
      emitChange(tx, "updated", await find(tx, id));
    },
  };
}
