import type { DataSource } from "typeorm";
import { queryRows, sharedSql, type Statement } from "./statements";

const selectFromTenants = sharedSql("tenants.read", "SELECT read_tenants($1, $2) AS row");

/** Tenants per statement, so that a statement stays within its time limit. */
const tenantsAtOnce = 250;

/**
 * Runs a statement without parameters in each tenant, as the database's owner, and returns the rows of all tenants as JSON. A transaction
 * per tenant would need several round trips for each of thousands of tenants.
 */
export async function readTenants<Row>(
  owner: DataSource,
  tenantIds: readonly number[],
  { text }: Statement,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < tenantIds.length; at += tenantsAtOnce) {
    const values = [tenantIds.slice(at, at + tenantsAtOnce), `SELECT to_jsonb(x) FROM (${text}) AS x`];
    const found = await queryRows<{ row: unknown }>(owner, selectFromTenants, values);
    rows.push(...found.map(({ row }) => row as Row));
  }
  return rows;
}
