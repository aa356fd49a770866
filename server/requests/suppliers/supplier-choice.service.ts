import { invalidFieldProblem } from "../../../shared/kernel/problems";
import { sql, type Tx } from "../../platform/database/unit-of-work";

const selectSupplier = sql(
  "suppliers.choice",
  "SELECT name, archived FROM supplier WHERE tenant_id = current_tenant() AND id = $1",
);

/**
 * Returns the name of the supplier chosen in a request.
 * @throws Problem 422 for an unknown supplier, and for an archived one unless the request already has it.
 */
export async function nameOfChosenSupplier(tx: Tx, id: number, before: number | null): Promise<string> {
  const found = await tx.one<{ name: string; archived: boolean }>(selectSupplier, [id]);
  if (!found || (found.archived && id !== before)) throw invalidFieldProblem("supplier", "field.unknown");
  return found.name;
}

const costAccount = sql(
  "suppliers.costAccount",
  `SELECT a.id FROM supplier s JOIN cost_account a ON a.tenant_id = s.tenant_id AND a.id = s.cost_account_id
   WHERE s.tenant_id = current_tenant() AND s.id = $1 AND NOT a.archived`,
);

/** Cost account for lines of the supplier; null without one, or if it is archived. */
export const defaultCostAccount = async (tx: Tx, supplierId: number): Promise<number | null> =>
  (await tx.one<{ id: number }>(costAccount, [supplierId]))?.id ?? null;

/** Whether the supplier can be chosen in requests. */
export const isOfferedSupplier = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.one<{ archived: boolean }>(selectSupplier, [id]))?.archived === false;
