import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { SchemaDescription, SchemaObjectDescription } from "yup";
import type { DataSource } from "typeorm";
import type { Endpoint } from "../../shared/kernel/endpoint";
import type { Records } from "../factories/records";
import { askAllTables } from "../support/all-tables";
import type { World } from "../support/world";

/** Counters, and what is used by being used. */
const restless = ["event_stream", "session"];
/** When, in which place of an order, by whom signed: another one each time. */
const unsaid = /^(?:tenant_id|(?:\w+_)?(?:at|hash|rank|path|image|url|year)|search|revision|position)$/;
const numbered = /(?:^|[._])(?:ids?|record|project|about)(?:\[\])?$/;

type Row = Record<string, unknown>;
/** How many rows each table has, and those that were written since a moment, with which transaction wrote them. */
export type Rows = { name: string; count: number; written: { row: Row; by: number }[] }[];

let tables: { name: string }[] | null = null;

/** The next transaction's number: what is written from now on. */
export async function momentOf(owner: DataSource): Promise<number> {
  const [found] = await owner.query<{ next: string }[]>("SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next");
  return Number(found?.next);
}

export async function rowsSince(owner: DataSource, tenantId: number, since: number): Promise<Rows> {
  tables ??= await owner.query<{ name: string }[]>(
    `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
     WHERE a.attname = 'tenant_id' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1) ORDER BY 1`,
    [restless],
  );
  const parts = tables.map(
    ({ name }) => `SELECT '${name}' AS name, count(*)::int AS count,
      jsonb_agg(jsonb_build_object('row', to_jsonb(t), 'by', t.xmin::text::bigint))
        FILTER (WHERE t.xmin::text::bigint >= $2) AS written FROM ${name} t WHERE tenant_id = $1`,
  );
  const found = await askAllTables<Omit<Rows[number], "written"> & { written: Rows[number]["written"] | null }>(
    owner,
    parts,
    [tenantId, since],
  );
  return found.map(({ written, ...rest }) => ({ ...rest, written: written ?? [] }));
}

/** People by what they are, and records by their kind: numbers are others each time. */
export function namesOf(world: World, records: Records): ReadonlyMap<number, string> {
  const { admin, hr, manager, finance, employee, external } = world;
  const people = Object.entries({ admin, hr, manager, finance, employee, external });
  return new Map([
    ...Object.entries(world.roles).map(([code, id]): [number, string] => [id, `role-${code}`]),
    ...Object.entries(records).map(([kind, id]): [number, string] => [id, kind]),
    ...people.map(([name, { id }]): [number, string] => [id, name]),
  ]);
}

function said(value: unknown, at: string, names: ReadonlyMap<number, string>): string[] {
  if (value === null || unsaid.test(at.split(".").at(-1) ?? "")) return [];
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => said(one, `${at}[]`, names)))];
  if (typeof value === "object")
    return Object.entries(value).flatMap(([key, one]) => said(one, at ? `${at}.${key}` : key, names));
  if (typeof value === "string")
    return [/^[a-z][a-z_.]{0,40}$/.test(value) ? `${at}=${value}` : value ? at : `${at}=""`];
  if (typeof value !== "number") return [`${at}=${JSON.stringify(value)}`];
  const name = names.get(value);
  return [name ? `${at}=@${name}` : numbered.test(at) ? at : `${at}=${value}`];
}

/** What became of a tenant's rows from one moment on: which there are more or fewer of, and what stands in those that were written. */
export function effectsOf(before: Rows, now: Rows, since: number, names: ReadonlyMap<number, string>): string[] {
  const counts = new Map(before.map(({ name, count }) => [name, count]));
  return now.flatMap(({ name, count, written }) => {
    const more = count - (counts.get(name) ?? 0);
    const rows = written
      .filter(({ by }) => by >= since)
      .map(({ row }) => `${name}: ${said(row, "", names).join(" ")}`)
      .toSorted();
    return more === 0 ? rows : [`${name} ${more > 0 ? "+" : ""}${more}`, ...rows];
  });
}

/** The same without what may be left out, and with nothing in what may be empty; nothing where there is no such field. */
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

/** What stands in a file, by the call that it is about; `UPDATE_ANSWERS=1` writes it anew. */
export function keptLines(file: string) {
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
