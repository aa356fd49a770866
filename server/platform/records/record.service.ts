import type { EntityTarget, ObjectLiteral } from "typeorm";
import type { Permission } from "../../../shared/kernel/access";
import type { DomainEvents, StreamName } from "../../../shared/kernel/events";
import { pageMetaOf, pageOf, type PageQuery, requestedPageOf, unpagedMeta } from "../../../shared/kernel/paging";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { RecordPermissionNoun } from "../../../shared/kernel/records";
import type { RecordUse } from "../../../shared/kernel/uses";
import { type ConstraintMessages, mapConstraintErrors } from "../database/constraints";
import { enforceRowLimit } from "../database/row-limits";
import { searchPatterns } from "../database/search";
import type { Statement, StatementFor, Tx } from "../database/unit-of-work";
import { streamPosition } from "../live/subscribe";
import type { Actor } from "../session";

/** The properties of an actor that changes of records need. */
type Changing = Pick<Actor, "id" | "permissions" | "external">;

export interface RecordListQuery extends PageQuery {
  q?: string;
  query?: string;
  search?: string;
  sort?: string;
}

interface Row {
  id: number;
  version: number;
}

export type WithCan<Record> = Record & { can: { edit: boolean; delete: boolean } };

/** References to a record by kind; names are null if the reader may see none of them. */
export type UseRow = Omit<RecordUse, "names"> & { names: string[] | null };

export interface EditableKind<Stored extends Row, Input, Shown extends Row> {
  /** Prefix of the permissions `-edit` and `-delete`, or one permission for both. */
  noun: RecordPermissionNoun | { permission: Permission };
  /** Maximum records per tenant, and the field at which exceeding it is reported. */
  limit: { most: number; field: string };
  /** Meaning of violated constraints. */
  rules: ConstraintMessages;
  statements: {
    usual: string;
    list: Record<string, StatementFor<Stored & { total: number }>>;
    count: StatementFor<{ count: number }>;
    byId: StatementFor<Stored>;
    lock: Statement;
  };
  /** Page size of a list without paging parameters; if absent, such a list is complete. */
  pageSize?: number;
  nameOf: (record: Stored) => string;
  stream: (tenantId: number) => StreamName;
  /** See `emitter`. */
  emit: Pick<EmitChange<Stored>, "created" | "updated">;
  /** Adds data of other features to the records. */
  present?: (tx: Tx, actor: Changing, rows: WithCan<Stored>[]) => Promise<Shown[]>;
  /** Checks references to other records. `before` is null for a new record. @throws Problem 422. */
  check?: ((tx: Tx, input: Input, before: Stored | null) => Promise<void>) | undefined;
  /** Writes the fields and returns the id; see `entityWriter`. */
  write: (tx: Tx, id: number | null, input: Input) => Promise<number>;
  /** Runs the write of an update, with checks before and after. */
  guard?: (tx: Tx, actor: Changing, write: () => Promise<number>) => Promise<number>;
  uses?: (tx: Tx, id: number) => Promise<UseRow[]>;
}

export interface RecordKind<Stored extends Row, Input, Shown extends Row> extends EditableKind<Stored, Input, Shown> {
  statements: EditableKind<Stored, Input, Shown>["statements"] & {
    lockForDeletion: StatementFor<{ id: number }>;
    delete: Statement;
  };
  emit: EmitChange<Stored>;
  /** Moves all references to the successor; without it, a record in use can't be deleted. */
  moveUses?: (tx: Tx, actor: Changing, id: number, successorId: number) => Promise<void>;
}

/** Lists, creates and updates records of one kind. */
export function createEditableRecords<
  Stored extends Row,
  Input extends { version?: number | undefined },
  Shown extends Row = WithCan<Stored>,
>(kind: EditableKind<Stored, Input, Shown>) {
  const { noun, rules, statements, present, check, write, guard, uses } = kind;

  const writeMapped = (tx: Tx, id: number | null, input: Input) =>
    mapConstraintErrors(rules, () => write(tx, id, input));

  const presentAll = async (tx: Tx, actor: Changing, rows: Stored[]): Promise<Shown[]> => {
    const may = (verb: "edit" | "delete") =>
      actor.permissions.has(typeof noun === "string" ? (`${noun}-${verb}` as Permission) : noun.permission);
    const rowsWithRights = rows.map((row) => ({ ...row, can: { edit: may("edit"), delete: may("delete") } }));
    return present ? present(tx, actor, rowsWithRights) : (rowsWithRights as unknown as Shown[]);
  };

  const presentOne = async (tx: Tx, actor: Changing, row: Stored) => (await presentAll(tx, actor, [row]))[0] as Shown;

  const find = async (tx: Tx, id: number): Promise<Stored> => {
    const row = await tx.one<Stored>(statements.byId, [id]);
    if (!row) throw new Problem("notFound");
    return row;
  };

  /** Locks and reads a record before its change. @throws Problem 404; 409 when the version is stale. */
  const lockCurrent = async (tx: Tx, actor: Changing, id: number, version: number | undefined): Promise<Stored> => {
    if (!(await tx.one(statements.lock, [id]))) throw new Problem("notFound");
    const now = await find(tx, id);
    if (version !== undefined && version !== now.version)
      throw new Problem("organization.stale", { record: await presentOne(tx, actor, now) });
    return now;
  };

  /** @throws Problem 409 with the references. */
  const refuseUsed = async (tx: Tx, id: number): Promise<void> => {
    const found = (await uses?.(tx, id)) ?? [];
    const left = found.filter(({ count }) => count > 0).map((use) => ({ ...use, names: use.names ?? [] }));
    if (left.length > 0) throw new Problem("organization.inUse", { record: { uses: left } });
  };

  return {
    nameOf: kind.nameOf,
    find,
    presentOne,
    lockCurrent,
    refuseUsed,
    /** @throws Problem 422 at the field of a violated constraint. */
    write: writeMapped,

    /** Returns a page, or all records without paging parameters. `own` are the parameters of the statement from $4. */
    async list(tx: Tx, actor: Changing, query: RecordListQuery, own: unknown[] = []) {
      const page = kind.pageSize ? pageOf(query, kind.pageSize) : requestedPageOf(query);
      const statement = statements.list[query.sort ?? statements.usual] as StatementFor<Stored & { total: number }>;
      const read = (limit: number | null, offset: number) =>
        tx.rows<Stored & { total: number }>(statement, [searchPatterns(query), limit, offset, ...own]);
      const rows = await read(page?.perPage ?? null, page?.offset ?? 0);
      // A page after the last one has no rows, so the total is read from the first row of the list.
      const total = (rows[0] ?? (page && page.offset > 0 ? (await read(1, 0))[0] : undefined))?.total ?? 0;
      const stored = rows.map(({ total: _, ...row }) => row as unknown as Stored);
      const data = await presentAll(tx, actor, stored);
      const position = await streamPosition(tx, kind.stream(tx.tenantId));
      return { data, ...position, meta: page ? pageMetaOf(page, total) : unpagedMeta(total) };
    },

    read: async (tx: Tx, actor: Changing, id: number): Promise<Shown> => presentOne(tx, actor, await find(tx, id)),

    /** @throws Problem 422 for invalid input, or when the limit of records is reached. */
    async create(tx: Tx, actor: Changing, input: Input): Promise<Shown> {
      await check?.(tx, input, null);
      await enforceRowLimit(tx, { ...kind.limit, count: statements.count }, kind.limit.field);
      const row = await find(tx, await writeMapped(tx, null, input));
      kind.emit.created(tx, kind.stream(tx.tenantId), row);
      return presentOne(tx, actor, row);
    },

    /** @throws Problem 404; 409 when the version is stale; 422 for invalid input. */
    async update(tx: Tx, actor: Changing, id: number, input: Input): Promise<Shown> {
      const before = await lockCurrent(tx, actor, id, input.version);
      await check?.(tx, input, before);
      const change = () => writeMapped(tx, id, input);
      await (guard ? guard(tx, actor, change) : change());
      const row = await find(tx, id);
      kind.emit.updated(tx, kind.stream(tx.tenantId), row);
      return presentOne(tx, actor, row);
    },
  };
}

/** Lists, creates, updates and deletes records of one kind. */
export function createRecords<
  Stored extends Row,
  Input extends { version?: number | undefined },
  Shown extends Row = WithCan<Stored>,
>(kind: RecordKind<Stored, Input, Shown>) {
  const { statements, moveUses } = kind;
  const records = createEditableRecords(kind);
  return {
    ...records,

    /**
     * Deletes a record and moves its references to the successor.
     * @throws Problem 404; 409 with the references when there is no successor; 422 for an invalid successor.
     */
    async remove(tx: Tx, actor: Changing, id: number, successorId: number | null = null): Promise<void> {
      const locked = await tx.rows<{ id: number }>(statements.lockForDeletion, [[id, successorId ?? id]]);
      if (!locked.some((row) => row.id === id)) throw new Problem("notFound");
      if (successorId === null || !moveUses) await records.refuseUsed(tx, id);
      else if (successorId === id || !locked.some((row) => row.id === successorId))
        throw invalidFieldProblem("successor_id", "field.unknown");
      else await moveUses(tx, actor, id, successorId);
      await tx.rows(statements.delete, [id]);
      kind.emit.deleted(tx, kind.stream(tx.tenantId), { id, ...(moveUses && { successor_id: successorId }) });
    },
  };
}

/** Creates or updates the row of an entity with the fields that `rowOf` derives from the input; undefined fields keep their value. */
export const entityWriter =
  <Entity extends ObjectLiteral & { id: number }, Input>(
    entity: EntityTarget<Entity>,
    rowOf: (input: Input, isNew: boolean) => { [Field in keyof Entity]?: Entity[Field] | undefined },
  ) =>
  async (tx: Tx, id: number | null, input: Input): Promise<number> => {
    const row = rowOf(input, id === null) as object;
    if (id === null) return (await tx.repo(entity).insert(row as never)).id;
    await tx.repo(entity).update({ id } as never, { ...row, version: () => "version + 1" } as never);
    return id;
  };

type Emit<Data> = (tx: Tx, stream: StreamName, data: Data) => void;
type EmitChange<Stored> = Record<"created" | "updated", Emit<Stored>> & {
  deleted: Emit<{ id: number; successor_id?: number | null }>;
};

type EventNoun = {
  [Type in keyof DomainEvents]: Type extends `${infer Noun}.created` ? Noun : never;
}[keyof DomainEvents];

/** Emits the changes of a kind of record as the events `<noun>.created`, `.updated` and `.deleted`. */
export function emitter<Noun extends EventNoun, Stored>(
  noun: Noun,
  dataOf: (row: Stored) => DomainEvents[`${Noun}.created` & keyof DomainEvents],
): EmitChange<Stored> {
  const emit = (verb: string, tx: Tx, stream: StreamName, data: unknown) =>
    tx.emit(`${noun}.${verb}` as keyof DomainEvents, stream, data as never);
  return {
    created: (tx, stream, row) => emit("created", tx, stream, dataOf(row)),
    updated: (tx, stream, row) => emit("updated", tx, stream, dataOf(row)),
    deleted: (tx, stream, data) => emit("deleted", tx, stream, data),
  };
}
