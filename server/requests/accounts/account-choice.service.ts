import { sql, type Tx } from "../../platform/database/unit-of-work";

const vatRates = sql(
  "vatRates.choice",
  `SELECT id, trim_scale(percent)::text AS percent FROM vat_rate
   WHERE tenant_id = current_tenant() AND NOT archived AND id = ANY($1)`,
);
const costAccounts = sql(
  "costAccounts.choice",
  "SELECT id FROM cost_account WHERE tenant_id = current_tenant() AND NOT archived AND id = ANY($1)",
);

/** Percentages of those VAT rates that requests may choose, by id. */
export async function offeredVatRates(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<{ id: number; percent: string }>(vatRates, [[...new Set(ids)]]);
  return new Map(rows.map(({ id, percent }) => [id, percent]));
}

/** Those cost accounts that requests may choose. */
export async function offeredCostAccounts(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.rows<{ id: number }>(costAccounts, [[...new Set(ids)]]);
  return new Set(rows.map(({ id }) => id));
}
