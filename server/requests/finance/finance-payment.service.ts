import type { InferType } from "yup";
import type { settleSchema } from "../../../shared/requests/finance/finance.schema";
import type { paySchema } from "../../../shared/requests/money/money.schema";
import { homeAmount } from "../../../shared/requests/finance/finance.items.rules";
import { settlementOf } from "../../../shared/requests/finance/finance.settlement.rules";
import { userStream } from "../../../shared/kernel/events";
import { compareAmounts, fitsCurrency } from "../../../shared/kernel/money";
import { type FieldErrors, invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { refusePayingApprover } from "../../approvals/approvals/four-eyes.policy";
import type { Actor } from "../../platform/session";
import { personOrNull } from "../../platform/database/person-json";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { emitToInvolved, statusAfter, storeStatus } from "../money/paid-request.service";
import { paymentDay } from "../money/request-payment.read";
import { financeDocument } from "./finance-requests.service";
import { refuseOwnRequest } from "./finance.policy";
import type { FinanceRow } from "./finance.sql";
import { financeEventPayload } from "./finance.events";

const storePayment = sql(
  "finance.keepPayment",
  `UPDATE finance_request SET paid_on = $2, paid_reference = $3, paid_by = $4, archive_from = $2,
     settled = CASE WHEN type = 'cash_advance' THEN false END
   WHERE tenant_id = current_tenant() AND id = $1`,
);
/**
 * @throws Problem 404; 403 for the actor's own request or one they approved; 409 when the request isn't approved or the version is stale;
 *   422 for a day in the future or before the request was sent.
 */
export async function payFinance(
  tx: Tx,
  actor: Actor,
  id: number,
  { version, date, reference }: InferType<typeof paySchema>,
): Promise<void> {
  const request = await financeDocument.loadLocked(tx, actor, id, version);
  refuseOwnRequest(actor, request);
  const status = statusAfter(request, "PAY");
  await refusePayingApprover(tx, actor, request);
  const day = await paymentDay(tx, id, date);
  await tx.rows(storePayment, [id, day, reference, actor.id]);
  // An advance of zero has no ledger.
  if (request.type === "cash_advance" && compareAmounts(request.amount, "0") > 0) {
    await tx.rows(addEntry, [id, "given", request.amount, reference, day, actor.id]);
  }
  const moved = await storeStatus(tx, request, status);
  await emitToInvolved(tx, actor, request, "request.paid", { ...financeEventPayload(moved), date: day, reference });
}

const forgetPayment = sql(
  "finance.forgetPayment",
  `UPDATE finance_request SET paid_on = NULL, paid_reference = NULL, paid_by = NULL, archive_from = NULL, settled = NULL
   WHERE tenant_id = current_tenant() AND id = $1`,
);
const deleteGivenEntry = sql(
  "finance.deleteGiven",
  "DELETE FROM finance_entry WHERE tenant_id = current_tenant() AND request_id = $1 AND kind = 'given'",
);

/**
 * Makes a paid request payable again after the bank returned its payment.
 * @throws Problem 404; 409 when it isn't paid, is archived, or is an advance with receipts.
 */
export async function takeFinancePaymentBack(tx: Tx, actor: Actor, id: number): Promise<void> {
  const request = await financeDocument.loadLocked(tx, actor, id);
  const status = statusAfter(request, "RETURN");
  if ((await readAdvanceLedger(tx, id)).some(({ kind }) => kind !== "given")) throw new Problem("request.wrongState");
  await tx.rows(deleteGivenEntry, [id]);
  await tx.rows(forgetPayment, [id]);
  const moved = await storeStatus(tx, request, status);
  await emitToInvolved(tx, actor, request, "request.payment_reversed", financeEventPayload(moved));
}

const addEntry = sql(
  "finance.addEntry",
  `INSERT INTO finance_entry (tenant_id, request_id, kind, amount, details, date, actor_id)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6)`,
);
const entriesOf = sql(
  "finance.entries",
  `SELECT e.id, e.kind, e.amount, e.details, e.date::text AS date,
     ${personOrNull("u")} AS by
   FROM finance_entry e LEFT JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.actor_id
   WHERE e.tenant_id = current_tenant() AND e.request_id = $1 ORDER BY e.id`,
);
const storeSettlement = sql(
  "finance.keepSettlement",
  `UPDATE finance_request SET settled = $2, cost = $3 WHERE tenant_id = current_tenant() AND id = $1`,
);

export interface AdvanceEntryRow {
  id: number;
  kind: "given" | "receipt" | "returned" | "reimbursed";
  amount: string;
  details: string | null;
  date: string;
  by: { id: number; fullname: string; image: string | null } | null;
}

export const readAdvanceLedger = (tx: Tx, requestId: number): Promise<AdvanceEntryRow[]> =>
  tx.rows<AdvanceEntryRow>(entriesOf, [requestId]);

type Entry = Pick<AdvanceEntryRow, "kind" | "amount">;

/** Balance of an advance, always computed from its ledger. */
export function advanceAccountOf(entries: readonly Entry[], currency: string) {
  const of = (kind: AdvanceEntryRow["kind"]) =>
    entries.filter((entry) => entry.kind === kind).map(({ amount }) => amount);
  const sum = (kind: AdvanceEntryRow["kind"]) =>
    settlementOf({ given: "0", receipts: of(kind), returned: "0", reimbursed: "0" }, currency).spent;
  const account = { given: sum("given"), returned: sum("returned"), reimbursed: sum("reimbursed") };
  return settlementOf({ ...account, receipts: of("receipt") }, currency);
}

type SettleInput = InferType<typeof settleSchema>;

/**
 * Adds ledger entries to an advance. When nothing is owed any more, the advance is settled and its budget is charged with the amount spent.
 * @throws Problem 404; 403 for the actor's own request, and for reimbursing an advance the actor approved; 409 when it isn't paid, is
 *   already settled, or the version is stale; 422 without any entry or for more than is owed.
 */
export async function settleFinance(tx: Tx, actor: Actor, id: number, input: SettleInput): Promise<void> {
  const request = await financeDocument.loadLocked(tx, actor, id, input.version);
  refuseOwnRequest(actor, request);
  const status = statusAfter(request, "SETTLE");
  if (isSome(input.reimbursed)) await refusePayingApprover(tx, actor, request); // a reimbursement counts as a payment
  const before = await readAdvanceLedger(tx, id);
  const day = await paymentDay(tx, id, null);
  const added = entriesIn(input, day);
  refuseInvalidSettlement(input, added, request.currency, day);
  refuseOverpayment(before, added, request.currency);
  for (const { kind, amount, details, date } of added) {
    await tx.rows(addEntry, [id, kind, amount, details, date, actor.id]);
  }
  const { settled, spent } = advanceAccountOf([...before, ...added], request.currency);
  const cost = settled ? homeAmount(spent, request.rate as string, request.homeCurrency as string) : request.homeAmount;
  await updateSettlement(tx, actor, { ...request, status }, { settled, cost });
}

/** Stores whether an advance is settled, and what its budget is charged with, after its ledger changed. */
export async function updateSettlement(
  tx: Tx,
  actor: Pick<Actor, "id">,
  request: FinanceRow,
  { settled, cost }: { settled: boolean; cost: string | null },
): Promise<void> {
  await tx.rows(storeSettlement, [request.id, settled, cost]);
  const moved = await storeStatus(tx, { ...request, settled }, request.status);
  await emitToInvolved(tx, actor, request, "request.settled", { ...financeEventPayload(moved), settled });
}

const isSome = (amount: string | null | undefined): amount is string => !!amount && compareAmounts(amount, "0") > 0;

function entriesIn({ receipts = [], returned, reimbursed }: SettleInput, day: string) {
  return [
    ...receipts
      .filter(({ amount }) => isSome(amount))
      .map(({ details, amount, date }) => ({
        kind: "receipt" as const,
        amount: amount as string,
        details,
        date: date ?? day,
      })),
    ...(isSome(returned) ? [{ kind: "returned" as const, amount: returned, details: null, date: day }] : []),
    ...(isSome(reimbursed) ? [{ kind: "reimbursed" as const, amount: reimbursed, details: null, date: day }] : []),
  ];
}

/** @throws Problem 422 without any entry, for more decimals than the currency has, and for a day in the future. */
function refuseInvalidSettlement(input: SettleInput, added: readonly Entry[], currency: string, day: string): void {
  const errors: FieldErrors = {};
  for (const [at, { amount, date }] of (input.receipts ?? []).entries()) {
    if (!fitsCurrency(amount as string, currency)) errors[`receipts.${at}.amount`] = ["finance.tooFine"];
    if (date && date > day) errors[`receipts.${at}.date`] = ["finance.future"];
  }
  for (const field of ["returned", "reimbursed"] as const) {
    const amount = input[field];
    if (amount && !fitsCurrency(amount, currency)) errors[field] = ["finance.tooFine"];
  }
  if (added.length === 0 && Object.keys(errors).length === 0) errors.receipts = ["finance.settleNothing"];
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}

/** Rejects returns and reimbursements above the amount owed. @throws Problem 422. */
function refuseOverpayment(before: readonly Entry[], added: readonly Entry[], currency: string): void {
  const owed = advanceAccountOf([...before, ...added.filter(({ kind }) => kind === "receipt")], currency);
  const sumOf = (kind: AdvanceEntryRow["kind"]) => added.find((entry) => entry.kind === kind)?.amount ?? "0";
  if (compareAmounts(sumOf("returned"), owed.to_return) > 0)
    throw invalidFieldProblem("returned", "finance.returnedTooMuch");
  if (compareAmounts(sumOf("reimbursed"), owed.to_reimburse) > 0)
    throw invalidFieldProblem("reimbursed", "finance.reimbursedTooMuch");
}

const setArchived = sql(
  "finance.putAway",
  `UPDATE finance_request SET archived_at = now() WHERE tenant_id = current_tenant() AND id = $1`,
);
const clearArchived = sql(
  "finance.takeBack",
  `UPDATE finance_request SET archived_at = NULL, archive_from = tenant_today()
   WHERE tenant_id = current_tenant() AND id = $1`,
);

export async function archiveFinance(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const request = await financeDocument.loadLocked(tx, actor, id, version);
  const status = statusAfter(request, "ARCHIVE");
  await tx.rows(setArchived, [id]);
  tx.emit(
    "request.archived",
    userStream(request.requesterId),
    financeEventPayload(await storeStatus(tx, request, status)),
  );
}

/**
 * Restores a request from the archive and restarts its archiving period.
 * @throws Problem 404; 409 when the request isn't archived or the version is stale.
 */
export async function restoreFinance(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  await restoreArchived(tx, await financeDocument.loadLocked(tx, actor, id, version));
}

/**
 * Restores a locked request from the archive.
 * @throws Problem 409 when it isn't archived.
 */
export async function restoreArchived(tx: Tx, request: FinanceRow): Promise<FinanceRow> {
  const status = statusAfter(request, "RESTORE");
  await tx.rows(clearArchived, [request.id]);
  const restored = await storeStatus(tx, request, status);
  tx.emit("request.restored", userStream(request.requesterId), financeEventPayload(restored));
  return restored;
}
