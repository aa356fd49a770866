import { invalidFieldProblem } from "../../../shared/kernel/problems";
import { sql, type StatementFor, type Tx } from "./unit-of-work";

/** A limit for lists that are returned completely: above what any tenant needs, and low enough not to delay other requests. */
export interface RowLimit {
  most: number;
  /** Counts the rows that the limit applies to. */
  count: StatementFor<{ count: number }>;
}

/** The most rows of a table per tenant. */
export const rowLimit = (table: string, most: number): RowLimit => ({
  most,
  count: sql(`rowLimit.${table}`, `SELECT count(*)::int AS count FROM ${table} WHERE tenant_id = current_tenant()`),
});

/** The most files of a record: all of them are returned with it. `key` is the attachment table's reference to the record. */
export const fileLimit = (table: string, key: string, most: number): RowLimit => ({
  most,
  count: sql(
    `fileLimit.${table}`,
    `SELECT count(*)::int AS count FROM ${table} WHERE tenant_id = current_tenant() AND ${key} = $1`,
  ),
});

/**
 * Checks the limit before a row is added. `values` are the parameters of the limit's statement.
 * @throws Problem 422 at `field` when the limit is reached.
 */
export async function enforceRowLimit(tx: Tx, limit: RowLimit, field: string, values: unknown[] = []): Promise<void> {
  const found = await tx.one<{ count: number }>(limit.count, values);
  if ((found?.count ?? 0) >= limit.most) throw invalidFieldProblem(field, "field.tooMany");
}
