import type { InferType } from "yup";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import { isSepaIban } from "../../../shared/kernel/bank-account";
import { compareAmounts, toMoney } from "../../../shared/kernel/money";
import type { EarlierPayment, PayableRequest } from "../../../shared/requests/payments/payment-batches.contract";
import { maxSepaAmount } from "../../../shared/requests/payments/payment-file";
import { losesLetters } from "../../../shared/requests/payments/sepa-text";
import {
  type ItemProblem,
  maxBatchItems,
  maxEarlierPayments,
  type payableQuery,
} from "../../../shared/requests/payments/payments.schema";
import { likePatternsOf } from "../../platform/database/search";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { type Payable, type PayableFamily, payables } from "./payables.slots";
import { earlierPayments, type EarlierPaymentRow, type ItemRow, otherBatches, requestFamiliesOf } from "./payments.sql";

export type BatchReference = { id: number; code: string };

const families = () => Object.values(payables.filling);

export function payableFamily(code: string): PayableFamily {
  const family = payables.filling[code as RequestFamily];
  if (!family) throw new Error(`The family ${code} isn't payable`);
  return family;
}

/** Returns the payables of these requests by id. Requests that can't be paid anymore are left out. */
export async function payablesById(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Payable>> {
  const rows = await tx.rows<{ id: number; family: string; requesterId: number }>(requestFamiliesOf, [[...ids]]);
  const byFamily = new Map<string, number[]>();
  for (const { id, family } of rows) byFamily.set(family, [...(byFamily.get(family) ?? []), id]);
  const found = new Map<number, Payable>();
  for (const [code, of] of byFamily) {
    const family = payables.filling[code as RequestFamily];
    for (const payable of (await family?.list(tx, actor, { ids: of })) ?? []) found.set(payable.requestId, payable);
  }
  return found;
}

export async function batchesOfRequests(tx: Tx, ids: readonly number[]): Promise<Map<number, BatchReference>> {
  const rows = await tx.rows<BatchReference & { requestId: number }>(otherBatches, [[...ids]]);
  return new Map(rows.map(({ requestId, id, code }) => [requestId, { id, code }]));
}

/** Returns the bank files that contain the requests already, by request; those of the batch `exceptId` are left out. */
export async function earlierPaymentsOf(
  tx: Tx,
  requestIds: readonly number[],
  exceptId = 0,
): Promise<Map<number, EarlierPayment[]>> {
  const rows = await tx.rows<EarlierPaymentRow>(earlierPayments, [[...requestIds], maxEarlierPayments, exceptId]);
  const byRequest = new Map<number, EarlierPayment[]>();
  for (const { requestId, batch, executionOn, returnedBy, returnedAt, returnReason } of rows) {
    const payment = {
      batch,
      execution_on: executionOn,
      returned_by: returnedBy,
      returned_at: returnedAt.toISOString(),
      return_reason: returnReason,
    };
    byRequest.set(requestId, [...(byRequest.get(requestId) ?? []), payment]);
  }
  return byRequest;
}

/** Why a request can't be paid by a batch of this format; null if it can. */
export function payableProblem(payable: Payable | undefined, format: "sepa" | "csv"): ItemProblem | null {
  if (!payable) return "notPayable";
  if (payable.refusal === "request.own") return "own";
  if (payable.refusal === "request.fourEyesPay") return "fourEyes";
  if (payable.payee.name === "") return "noSupplier";
  if (!payable.account) return payable.accountProposed ? "accountProposed" : "noAccount";
  if (compareAmounts(payable.amount, "0") <= 0) return "notPayable";
  if (format === "csv") return null;
  if (!isSepaIban(payable.account.iban)) return "outsideSepa";
  if (losesLetters(payable.account.holder)) return "notLatin";
  return compareAmounts(payable.amount, maxSepaAmount) > 0 ? "tooLarge" : null;
}

/** Like `payableProblem`, but also reports what has changed since the item was added. */
export function itemProblem(item: ItemRow, payable: Payable | undefined, format: "sepa" | "csv"): ItemProblem | null {
  const problem = payableProblem(payable, format);
  if (problem || !payable?.account) return problem;
  const { iban, bic, holder } = payable.account;
  if (item.iban !== iban || item.bic !== bic || item.holder !== holder) return "accountChanged";
  return compareAmounts(item.amount, payable.amount) === 0 ? null : "amountChanged";
}

/** The first approved and unpaid requests of all families by due day, and whether there are more. */
export async function listBatchPayables(
  tx: Tx,
  actor: Actor,
  query: InferType<typeof payableQuery>,
): Promise<{ data: PayableRequest[]; meta: { truncated: boolean } }> {
  const { currency, due_until: dueUntil = null, format = currency === "EUR" ? "sepa" : "csv" } = query;
  const filter = { dueUntil, currency, patterns: likePatternsOf(query.q), limit: maxBatchItems + 1 };
  const found: Payable[] = [];
  for (const family of families()) found.push(...(await family.list(tx, actor, filter)));
  const due = ({ dueOn }: Payable) => dueOn ?? "9999";
  const listed = found
    .toSorted((a, b) => due(a).localeCompare(due(b)) || a.requestId - b.requestId)
    .slice(0, maxBatchItems);
  const ids = listed.map(({ requestId }) => requestId);
  const batches = await batchesOfRequests(tx, ids);
  const earlier = await earlierPaymentsOf(tx, ids);
  const data = listed.map((payable) => {
    const batch = batches.get(payable.requestId) ?? null;
    return {
      request_id: payable.requestId,
      family: payable.family,
      number: payable.number,
      title: payable.title,
      payee: payable.payee,
      iban: payable.account?.iban ?? null,
      amount: toMoney(payable.amount, payable.currency),
      currency: payable.currency,
      due_on: payable.dueOn,
      problem: batch ? "otherBatch" : payableProblem(payable, format),
      account_proposed: payable.accountProposed,
      earlier: earlier.get(payable.requestId) ?? [],
      batch,
    };
  });
  return { data, meta: { truncated: found.length > maxBatchItems } };
}
