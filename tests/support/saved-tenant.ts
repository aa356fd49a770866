import type pg from "pg";
import type { DataSource } from "typeorm";
import { queryAllTables } from "./all-tables";

/** The next transaction id: later writes have this one or higher. */
export async function nextTransactionId(owner: DataSource): Promise<number> {
  const [found] = await owner.query<{ next: string }[]>("SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next");
  return Number(found?.next);
}

/** A table with rows of the tenant. */
interface TenantTable {
  name: string;
  /** The column with the tenant's id. */
  key: string;
  /** The columns that aren't generated. */
  columns: string[];
}

const selectTenantTables = `
  SELECT quote_ident(c.relname) AS name, CASE c.relname WHEN 'tenant' THEN 'id' ELSE 'tenant_id' END AS key,
    array_agg(quote_ident(a.attname) ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  GROUP BY c.relname HAVING c.relname = 'tenant' OR bool_or(a.attname = 'tenant_id') ORDER BY 1`;

export interface SavedTenant {
  /**
   * Restores the tables that have changed since the tenant was saved.
   * @returns their names
   */
  restore(): Promise<string[]>;
  close(): void;
}

/**
 * Saves all rows of a tenant, so that one tenant serves many calls: creating its records takes much longer than restoring the few tables
 * that a call has changed. Rows are kept as text, since JSON can't represent every value.
 */
export async function saveTenant(owner: DataSource, tenantId: number): Promise<SavedTenant> {
  const tables = await owner.query<TenantTable[]>(selectTenantTables);
  const queryTables = <Row>(columns: string, ...values: unknown[]) => {
    const parts = tables.map(
      ({ name, key }) => `SELECT '${name}' AS name, ${columns} FROM ${name} t WHERE ${key} = $1`,
    );
    return queryAllTables<Row & { name: string }>(owner, parts, [tenantId, ...values]);
  };
  const found = await queryTables<{ rows: string[] | null }>("array_agg(t::text) AS rows");
  const savedRows = new Map(found.map(({ name, rows }) => [name, rows ?? []]));
  let since = await nextTransactionId(owner);

  // A connection of its own: each change of this setting drops all plans of a connection. It disables triggers and foreign keys.
  const client = await (owner.driver as unknown as { master: pg.Pool }).master.connect();
  await client.query("SET session_replication_role = replica");

  async function restoreTable({ name, key, columns }: TenantTable) {
    const rows = savedRows.get(name) ?? [];
    await client.query({ name: `delete.${name}`, text: `DELETE FROM ${name} WHERE ${key} = $1`, values: [tenantId] });
    if (rows.length === 0) return;
    const text = `INSERT INTO ${name} (${columns.join(", ")}) OVERRIDING SYSTEM VALUE
      SELECT ${columns.map((column) => `(saved).${column}`).join(", ")}
      FROM (SELECT row_text::${name} AS saved FROM unnest($1::text[]) AS row_text OFFSET 0) AS parsed`;
    await client.query({ name: `insert.${name}`, text, values: [rows] });
  }

  return {
    async restore() {
      const states = await queryTables<{ count: number; written: boolean | null }>(
        "count(*)::int AS count, bool_or(t.xmin::text::bigint >= $2) AS written",
        since,
      );
      const changed = states
        .filter(({ name, count, written }) => written || count !== savedRows.get(name)?.length)
        .map(({ name }) => name);
      if (changed.length === 0) return changed;
      await client.query("BEGIN");
      for (const table of tables) if (changed.includes(table.name)) await restoreTable(table);
      await client.query("COMMIT");
      since = await nextTransactionId(owner);
      return changed;
    },
    close: () => client.release(true),
  };
}
