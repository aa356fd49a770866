import { compareAmounts, toMoney } from "../../../shared/kernel/money";
import { homeAmount } from "../../../shared/requests/finance/finance.items.rules";
import { coveredByAdvance } from "../../../shared/requests/finance/finance.settlement.rules";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import type { ClaimAdvances, OpenAdvance } from "../money/advances.slots";
import { advanceAccountOf, readAdvanceLedger, restoreArchived, updateSettlement } from "./finance-payment.service";
import { type FinanceRow, lockFinance } from "./finance.sql";

const openAdvances = sql(
  "finance.openAdvances",
  `SELECT f.id, f.code AS number, f.title, f.currency, (
     SELECT COALESCE(sum(CASE WHEN e.kind IN ('given', 'reimbursed') THEN e.amount ELSE -e.amount END), 0) FROM finance_entry e
     WHERE e.tenant_id = f.tenant_id AND e.request_id = f.id)::text AS left
   FROM finance_request f
   WHERE f.tenant_id = current_tenant() AND f.requester_id = $1 AND f.type = 'cash_advance' AND f.status = 'paid'
     AND NOT f.settled ORDER BY f.id`,
  { notNull: ["number"] },
);

async function openAdvancesOf(tx: Tx, userId: number): Promise<OpenAdvance[]> {
  const rows = await tx.rows<OpenAdvance>(openAdvances, [userId]);
  return rows
    .filter(({ left }) => compareAmounts(left, "0") > 0)
    .map((row) => ({ ...row, left: toMoney(row.left, row.currency) }));
}

const addReceipt = sql(
  "finance.addClaimReceipt",
  `INSERT INTO finance_entry (tenant_id, request_id, kind, amount, details, date, actor_id, claim_id)
   VALUES (current_tenant(), $1, 'receipt', $2, $3, tenant_today(), $4, $5)`,
);
const removeReceipt = sql(
  "finance.removeClaimReceipt",
  "DELETE FROM finance_entry WHERE tenant_id = current_tenant() AND claim_id = $1 RETURNING request_id",
);

async function settleByClaim(
  tx: Tx,
  actor: Actor,
  advanceId: number,
  claim: { id: number; code: string; amount: string },
): Promise<string> {
  const advance = (await tx.one<FinanceRow>(lockFinance, [advanceId])) as FinanceRow;
  const { rate, homeCurrency: home, currency } = advance;
  if (advance.status !== "paid" || advance.settled !== false || rate === null || home === null) return "0";
  const left = advanceAccountOf(await readAdvanceLedger(tx, advanceId), currency).to_return;
  const { receipt, covered } = coveredByAdvance({ left, currency, rate, home }, claim.amount);
  if (compareAmounts(receipt, "0") === 0) return "0";
  await tx.rows(addReceipt, [advanceId, receipt, claim.code, actor.id, claim.id]);
  await recompute(tx, actor, advance);
  return covered;
}

async function releaseClaim(tx: Tx, actor: Actor, advanceId: number, claimId: number): Promise<void> {
  const advance = (await tx.one<FinanceRow>(lockFinance, [advanceId])) as FinanceRow;
  if (await tx.one(removeReceipt, [claimId])) await recompute(tx, actor, advance);
}

/**
 * Recomputes the account and the budget's cost after the advance's ledger changed. An archived advance that is open again is restored,
 * because archived ones can't be settled.
 */
async function recompute(tx: Tx, actor: Actor, advance: FinanceRow): Promise<void> {
  const { settled, spent } = advanceAccountOf(await readAdvanceLedger(tx, advance.id), advance.currency);
  const cost = settled ? homeAmount(spent, advance.rate as string, advance.homeCurrency as string) : advance.homeAmount;
  const current = !settled && advance.status === "archived" ? await restoreArchived(tx, advance) : advance;
  await updateSettlement(tx, actor, current, { settled, cost });
}

export const financeAdvances: ClaimAdvances = { openAdvancesOf, settleByClaim, releaseClaim };
