import type { DataSource } from "typeorm";
import { queryAllTables } from "./all-tables";

/** Digest of all rows of a tenant, read as the database owner; `without` lists tables to skip. */
export async function tenantDigestOf(
  owner: DataSource,
  tenantId: number,
  without: readonly string[] = [],
): Promise<string> {
  const tables = await owner.query<{ name: string }[]>(
    `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
     WHERE a.attname = 'tenant_id' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1) ORDER BY 1`,
    [without],
  );
  const parts = tables.map(
    ({ name }) => `SELECT '${name}' AS name, count(*) AS rows, md5(string_agg(t::text, '|' ORDER BY t::text)) AS digest
                   FROM ${name} t WHERE tenant_id = $1`,
  );
  return JSON.stringify(await queryAllTables(owner, parts, [tenantId]));
}
