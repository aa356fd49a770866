import type { InferType } from "yup";
import { Problem } from "../../../shared/kernel/problems";
import type { paySchema } from "../../../shared/requests/money/money.schema";
import { paymentRefusals, refusePayingApprover } from "../../approvals/approvals/four-eyes.policy";
import { matchesSearch } from "../../platform/database/search";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { setPrivateReader } from "../../people/people/private-reader";
import { emitToInvolved, namesInEvents, statusAfter, storeStatus } from "../money/paid-request.service";
import { paymentDay } from "../money/request-payment.read";
import type { Payable, PayableFamily } from "../payments/payables.slots";
import { expenseDocument } from "./expenses.service";
import { isCovered } from "./expenses.policy";
import { type ExpenseRow, storeExpensePayment } from "./expenses.sql";

/**
 * @throws Problem 404; 403 without the permission, for the actor's own claim or one they approved; 409 when it isn't approved, a cash
 *   advance covers it or the version is stale; 422 for a day in the future or before the claim was sent.
 */
export async function payExpense(
  tx: Tx,
  actor: Actor,
  id: number,
  { version, date, reference }: InferType<typeof paySchema>,
): Promise<void> {
  const claim = await expenseDocument.loadLocked(tx, actor, id, version);
  if (!actor.permissions.has("expense-pay")) throw new Problem("permission.denied");
  if (claim.requesterId === actor.id) throw new Problem("request.own");
  if (isCovered(claim)) throw new Problem("request.wrongState");
  await refusePayingApprover(tx, actor, claim, "expense-pay");
  await settleExpense(tx, actor, claim, { date: await paymentDay(tx, id, date), reference });
}

/**
 * Marks a locked claim as paid.
 * @param payrollMonthId set if it is reimbursed with the salary.
 * @throws Problem 409 when it isn't approved.
 */
export async function settleExpense(
  tx: Tx,
  actor: Actor,
  claim: ExpenseRow,
  { date, reference, payrollMonthId = null }: { date: string; reference: string; payrollMonthId?: number | null },
): Promise<void> {
  const moved = await storeStatus(tx, claim, statusAfter(claim, "PAY"));
  await tx.rows(storeExpensePayment, [claim.id, date, reference, actor.id, payrollMonthId]);
  await emitToInvolved(tx, actor, claim, "request.paid", { ...payloadOf(moved), date, reference });
}

const payloadOf = (claim: ExpenseRow) => {
  const { id, type, status, version } = claim;
  return { id, family: "expense" as const, type, status, version, ...namesInEvents(claim) };
};

/** Makes a locked claim payable again. @throws Problem 409 when it isn't paid. */
export async function unsettleExpense(tx: Tx, actor: Actor, claim: ExpenseRow): Promise<void> {
  await tx.rows(storeExpensePayment, [claim.id, null, null, null, null]);
  const moved = await storeStatus(tx, claim, statusAfter(claim, "RETURN"));
  await emitToInvolved(tx, actor, claim, "request.payment_reversed", payloadOf(moved));
}

/** For payments that the bank returned. @throws Problem 404; 409 when it isn't paid, or was paid with the salary. */
async function takePaymentBack(tx: Tx, actor: Actor, id: number): Promise<void> {
  const claim = await expenseDocument.loadLocked(tx, actor, id);
  if (claim.payrollMonth) throw new Problem("request.wrongState");
  await unsettleExpense(tx, actor, claim);
}

/** Approved claims with something to pay: those in $1, or with `$1` null those in currency $2 that match $4. They have no due day. */
const payableClaims = sql(
  "expenses.payables",
  `SELECT c.id AS "requestId", c.requester_id AS "requesterId", c.code AS number, c.title,
     (c.amount - c.advance_amount)::text AS amount, c.currency, u.fullname AS name,
     CASE WHEN b.iban IS NOT NULL THEN json_build_object('iban', b.iban, 'bic', b.bic, 'holder', b.holder) END AS account,
     p.id IS NOT NULL AS "accountProposed"
   FROM expense_claim c JOIN app_user u ON u.tenant_id = c.tenant_id AND u.id = c.requester_id
   LEFT JOIN user_bank_account b ON b.tenant_id = c.tenant_id AND b.user_id = c.requester_id AND b.state = 'confirmed'
   LEFT JOIN user_bank_account p ON p.tenant_id = c.tenant_id AND p.user_id = c.requester_id AND p.state = 'proposed'
   WHERE c.tenant_id = current_tenant() AND c.status = 'approved' AND c.amount > c.advance_amount
     AND CASE WHEN $1::bigint[] IS NOT NULL THEN c.id = ANY($1) ELSE c.currency = $2 AND ${matchesSearch("$4", ["u.folded"], ["c.code", "c.title"])} END
   ORDER BY c.id LIMIT $3`,
  { notNull: ["number"] },
);

type PayableRow = Pick<
  Payable,
  "requestId" | "requesterId" | "number" | "title" | "amount" | "currency" | "account" | "accountProposed"
> & {
  name: string;
};

export const expensePayables: PayableFamily = {
  async list(tx, actor, filter) {
    if (!actor.permissions.has("expense-pay")) return [];
    await setPrivateReader(tx, actor.id);
    const values =
      "ids" in filter ? [filter.ids, null, null, null] : [null, filter.currency, filter.limit, filter.patterns];
    const rows = await tx.rows<PayableRow>(payableClaims, values);
    const claims = rows.map(({ requestId, requesterId }) => ({ id: requestId, requesterId }));
    const refusals = await paymentRefusals(tx, actor, claims, "expense-pay");
    return rows.map(({ name, ...row }) => ({
      ...row,
      family: "expense",
      payee: { kind: "person", id: row.requesterId, name },
      dueOn: null,
      purpose: row.number,
      refusal: refusals.get(row.requestId) ?? null,
    }));
  },
  pay: (tx, actor, id, payment) => payExpense(tx, actor, id, { ...payment, version: undefined }),
  takePaymentBack,
};
