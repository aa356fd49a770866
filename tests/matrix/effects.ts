import type { SchemaDescription, SchemaObjectDescription } from "yup";
import type { DataSource } from "typeorm";
import type { Endpoint } from "../../shared/kernel/endpoint";
import { groupBy } from "../../shared/kernel/group-by";
import type { Records } from "../factories/records";
import { queryAllTables } from "../support/all-tables";
import type { World } from "../support/world";

/** Tables that almost every call changes. */
const changingTables = ["event_stream", "session"];

type Row = Record<string, unknown>;
/** Row count of each table and the rows written since a transaction id, with the transaction that wrote them. */
export type WrittenRows = { name: string; count: number; written: { row: Row; by: number }[] }[];

let tables: { name: string }[] | null = null;

export async function rowsSince(owner: DataSource, tenantId: number, since: number): Promise<WrittenRows> {
  tables ??= await owner.query<{ name: string }[]>(
    `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
     WHERE a.attname = 'tenant_id' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1) ORDER BY 1`,
    [changingTables],
  );
  const parts = tables.map(
    ({ name }) => `SELECT '${name}' AS name, count(*)::int AS count,
      jsonb_agg(jsonb_build_object('row', to_jsonb(t), 'by', t.xmin::text::bigint))
        FILTER (WHERE t.xmin::text::bigint >= $2) AS written FROM ${name} t WHERE tenant_id = $1`,
  );
  const found = await queryAllTables<
    Omit<WrittenRows[number], "written"> & { written: WrittenRows[number]["written"] | null }
  >(owner, parts, [tenantId, since]);
  return found.map(({ written, ...rest }) => ({ ...rest, written: written ?? [] }));
}

/** Names users by role and records by kind, since ids vary between runs. */
export function namesByRecordId(world: World, records: Records): ReadonlyMap<number, string> {
  const { admin, hr, manager, finance, employee, external } = world;
  const people = Object.entries({ admin, hr, manager, finance, employee, external });
  return new Map([
    ...Object.entries(world.roles).map(([code, id]): [number, string] => [id, `role-${code}`]),
    ...Object.entries(records).map(([kind, id]): [number, string] => [id, kind]),
    ...people.map(([name, { id }]): [number, string] => [id, name]),
  ]);
}

/** Tables that follow from a notification. */
const derivedTables = ["notification_event", "notification_delivery"];

const countedText = (names: readonly string[]): string =>
  [...groupBy(names.toSorted(), (name) => name)]
    .map(([name, { length }]) => (length === 1 ? name : `${name} (${length})`))
    .join(", ");

/**
 * Effects of a call, for example "writes task, task_user +1; emits task.updated; notifies employee of task.changed; logs token_created".
 * @param names names of records by id; of interest are those of users
 */
export function databaseEffectsOf(
  before: WrittenRows,
  now: WrittenRows,
  since: number,
  names: ReadonlyMap<number, string>,
): string {
  const counts = new Map(before.map(({ name, count }) => [name, count]));
  const rowsByTable = new Map(
    now.map(({ name, written }) => [name, written.filter(({ by }) => by >= since).map(({ row }) => row)]),
  );
  const rowsOf = (table: string) => rowsByTable.get(table) ?? [];
  const listed = ["domain_event", "notification", "security_event", ...derivedTables];
  const writes = now
    .filter(({ name }) => !listed.includes(name))
    .flatMap(({ name, count }) => {
      const added = count - (counts.get(name) ?? 0);
      if (added !== 0) return `${name} ${added > 0 ? "+" : ""}${added}`;
      return rowsOf(name).length > 0 ? name : [];
    });
  const recipientOf = ({ user_id, kind }: Row) => `${names.get(user_id as number) ?? "others"} of ${String(kind)}`;
  const parts = {
    writes: writes.join(", "),
    emits: countedText(rowsOf("domain_event").map(({ type }) => String(type))),
    notifies: countedText(rowsOf("notification").map(recipientOf)),
    logs: countedText(rowsOf("security_event").map(({ kind }) => String(kind))),
  };
  const sentence = Object.entries(parts).flatMap(([verb, list]) => (list === "" ? [] : `${verb} ${list}`));
  return sentence.length === 0 ? "changes nothing" : sentence.join("; ");
}

/**
 * Two variants of the payload: without its optional fields, and with null in its nullable fields. None if the payload has no
 * optional fields.
 */
export function variantsOf({ body }: Endpoint, payload: object | undefined): Record<string, object> {
  const { fields } = body.describe() as SchemaObjectDescription;
  const optional = (name: string) => (fields[name] as SchemaDescription | undefined)?.optional ?? false;
  const nullable = (name: string) => (fields[name] as SchemaDescription | undefined)?.nullable ?? false;
  const entries = Object.entries(payload ?? {});
  const left = entries.filter(([name]) => name === "version" || !optional(name));
  if (left.length === entries.length) return {};
  return {
    "without optional fields": Object.fromEntries(left),
    "with null": Object.fromEntries(entries.map(([name, value]) => [name, nullable(name) ? null : value])),
  };
}
