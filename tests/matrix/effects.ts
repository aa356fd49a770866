import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { SchemaDescription, SchemaObjectDescription } from "yup";
import type { DataSource } from "typeorm";
import type { Endpoint } from "../../shared/kernel/endpoint";
import type { Records } from "../factories/records";
import { queryAllTables } from "../support/all-tables";
import type { World } from "../support/world";

/** Tables that almost every call changes. */
const changingTables = ["event_stream", "session"];
/** Columns whose values vary between runs: times, ranks, signatures. */
const omittedColumns = /^(?:tenant_id|(?:\w+_)?(?:at|hash|rank|path|image|url|year)|search|revision|position)$/;
const idColumns = /(?:^|[._])(?:ids?|record|project|about)(?:\[\])?$/;

type Row = Record<string, unknown>;
/** Row count of each table and the rows written since a transaction id, with the transaction that wrote them. */
export type WrittenRows = { name: string; count: number; written: { row: Row; by: number }[] }[];

let tables: { name: string }[] | null = null;

/** The next transaction id: later writes have this one or higher. */
export async function nextTransactionId(owner: DataSource): Promise<number> {
  const [found] = await owner.query<{ next: string }[]>("SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next");
  return Number(found?.next);
}

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

function describeValue(value: unknown, at: string, names: ReadonlyMap<number, string>): string[] {
  if (value === null || omittedColumns.test(at.split(".").at(-1) ?? "")) return [];
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => describeValue(one, `${at}[]`, names)))];
  if (typeof value === "object")
    return Object.entries(value).flatMap(([key, one]) => describeValue(one, at ? `${at}.${key}` : key, names));
  if (typeof value === "string")
    return [/^[a-z][a-z_.]{0,40}$/.test(value) ? `${at}=${value}` : value ? at : `${at}=""`];
  if (typeof value !== "number") return [`${at}=${JSON.stringify(value)}`];
  const name = names.get(value);
  return [name ? `${at}=@${name}` : idColumns.test(at) ? at : `${at}=${value}`];
}

export function databaseEffectsOf(
  before: WrittenRows,
  now: WrittenRows,
  since: number,
  names: ReadonlyMap<number, string>,
): string[] {
  const counts = new Map(before.map(({ name, count }) => [name, count]));
  return now.flatMap(({ name, count, written }) => {
    const more = count - (counts.get(name) ?? 0);
    const rows = written
      .filter(({ by }) => by >= since)
      .map(({ row }) => `${name}: ${describeValue(row, "", names).join(" ")}`)
      .toSorted();
    return more === 0 ? rows : [`${name} ${more > 0 ? "+" : ""}${more}`, ...rows];
  });
}

/**
 * Two variants of the payload: without its optional fields, and with null in its nullable fields. Returns null if the payload has neither
 * optional nor nullable fields.
 */
export function variantsOf({ body }: Endpoint, payload: object | undefined): { left: object; emptied: object } | null {
  const { fields } = body.describe() as SchemaObjectDescription;
  const optional = (name: string) => (fields[name] as SchemaDescription | undefined)?.optional ?? false;
  const nullable = (name: string) => (fields[name] as SchemaDescription | undefined)?.nullable ?? false;
  const given = Object.entries(payload ?? {});
  const left = given.filter(([name]) => name === "version" || !optional(name));
  if (left.length === given.length) return null;
  return {
    left: Object.fromEntries(left),
    emptied: Object.fromEntries(given.map(([name, value]) => [name, nullable(name) ? null : value])),
  };
}

/** Lines of a snapshot file grouped by call; `UPDATE_ANSWERS=1` rewrites them. */
export function snapshotLines(file: string) {
  const kept = new Map<string, string[]>();
  let call = "";
  for (const line of existsSync(file) ? readFileSync(file, "utf8").split("\n") : [])
    if (line.startsWith("# ")) kept.set((call = line.slice(2)), []);
    else if (line) kept.get(call)?.push(line);
  const updates = Boolean(process.env["UPDATE_ANSWERS"]);
  return {
    of: (name: string, now: string[]): string[] =>
      updates ? (kept.set(name, now).get(name) ?? []) : (kept.get(name) ?? []),
    write: () => {
      if (!updates) return;
      const parts = [...kept]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, lines]) => [`# ${name}`, ...lines].join("\n"));
      writeFileSync(file, `${parts.join("\n\n")}\n`);
    },
  };
}
