import type { DataSource, EntityManager } from "typeorm";
import { queryAllTables } from "./all-tables";

/** The next transaction id: later writes have this one or higher. */
export async function nextTransactionId(owner: Pick<DataSource, "query">): Promise<number> {
  const [found] = await owner.query<{ next: string }[]>("SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next");
  return Number(found?.next);
}

/** Tables with rows of a tenant: the column that contains its id, and the columns that can be written. */
interface TenantTable {
  name: string;
  key: string;
  columns: string[];
}

const selectTenantTables = `
  SELECT quote_ident(c.relname) AS name, CASE c.relname WHEN 'tenant' THEN 'id' ELSE 'tenant_id' END AS key,
    array_agg(quote_ident(a.attname) ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  GROUP BY c.relname HAVING c.relname = 'tenant' OR bool_or(a.attname = 'tenant_id') ORDER BY 1`;

/**
 * Saves all rows of a tenant, so that one tenant serves many calls: creating its records takes a hundred times as long as restoring the
 * few tables that a call has changed. Rows are kept as text, since JSON doesn't represent every value of a column.
 * @returns a function that restores the rows
 */
export async function saveTenant(owner: DataSource, tenantId: number): Promise<() => Promise<void>> {
  const tables = await owner.query<TenantTable[]>(selectTenantTables);
  const parts = (value: string) =>
    tables.map(({ name, key }) => `SELECT '${name}' AS name, ${value} FROM ${name} t WHERE ${key} = $1`);
  const select = <Row>(value: string, ...values: unknown[]) =>
    queryAllTables<Row & { name: string }>(owner, parts(value), [tenantId, ...values]);

  const saved = new Map<string, string[]>();
  for (const { name, rows } of await select<{ rows: string[] | null }>("array_agg(t::text) AS rows"))
    saved.set(name, rows ?? []);
  let since = await nextTransactionId(owner);

  return async () => {
    const state = await select<{ count: number; changed: boolean | null }>(
      "count(*)::int AS count, bool_or(t.xmin::text::bigint >= $2) AS changed",
      since,
    );
    const changed = new Set(
      state.filter((each) => each.changed || each.count !== saved.get(each.name)?.length).map(({ name }) => name),
    );
    await owner.transaction(async (tx) => {
      await tx.query("SET LOCAL session_replication_role = replica"); // without triggers and foreign keys
      for (const table of tables)
        if (changed.has(table.name)) await restoreRows(tx, tenantId, table, saved.get(table.name) ?? []);
    });
    since = await nextTransactionId(owner);
  };
}

async function restoreRows(tx: EntityManager, tenantId: number, { name, key, columns }: TenantTable, rows: string[]) {
  await tx.query(`DELETE FROM ${name} WHERE ${key} = $1`, [tenantId]);
  await tx.query(
    `INSERT INTO ${name} (${columns.join(", ")}) OVERRIDING SYSTEM VALUE
     SELECT ${columns.map((column) => `(saved).${column}`).join(", ")}
     FROM (SELECT row_text::${name} AS saved FROM unnest($1::text[]) AS row_text OFFSET 0) AS parsed`,
    [rows],
  );
}
