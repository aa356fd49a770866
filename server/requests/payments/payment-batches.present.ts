import { toMoney } from "../../../shared/kernel/money";
import type { PaymentBatch, PaymentBatchDetail } from "../../../shared/requests/payments/payment-batches.contract";
import { Problem } from "../../../shared/kernel/problems";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { earlierPaymentsOf, itemProblem, payablesById } from "./batch-payables.service";
import { setPrivateReader } from "../../people/people/private-reader";
import { type BatchRow, findBatch, type ItemRow, itemsOfBatch, itemsWithChangedAccount } from "./payments.sql";

export const presentBatch = (row: BatchRow): PaymentBatch => ({
  id: row.id,
  version: row.version,
  code: row.code,
  status: row.status,
  format: row.format,
  currency: row.currency,
  total: toMoney(row.total, row.currency),
  items: row.items,
  executed: row.executed,
  returned: row.returned,
  execution_on: row.executionOn,
  account: row.account,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  submitted_by: row.submittedBy,
  submitted_at: row.submittedAt?.toISOString() ?? null,
  approved_by: row.approvedBy,
  approved_at: row.approvedAt?.toISOString() ?? null,
  reopen_reason: row.reopenReason,
  file_hash: row.fileHash,
});

/** @throws Problem 404. */
export async function readPaymentBatch(tx: Tx, actor: Actor, id: number): Promise<PaymentBatchDetail> {
  const row = await tx.one<BatchRow>(findBatch, [id]);
  if (!row) throw new Problem("notFound");
  const items = await tx.rows<ItemRow>(itemsOfBatch, [id]);
  const { status, createdBy, submittedBy } = row;
  const requestIds = items.map(({ requestId }) => requestId);
  const open = status === "draft" || status === "submitted";
  const approved = status === "approved";
  const payables = open || approved ? await payablesById(tx, actor, requestIds) : null;
  const changed = new Set<number>();
  if (approved) {
    await setPrivateReader(tx, actor.id);
    for (const item of await tx.rows<{ id: number }>(itemsWithChangedAccount, [id])) changed.add(item.id);
  }
  const earlier = await earlierPaymentsOf(tx, requestIds, id);
  const problemOf = (item: ItemRow) => {
    if (!open) return changed.has(item.id) ? ("accountChanged" as const) : null;
    return itemProblem(item, payables?.get(item.requestId), row.format);
  };
  return {
    ...presentBatch(row),
    payments: items.map((item) => ({
      id: item.id,
      request_id: item.requestId,
      family: item.family,
      number: item.number,
      payee: item.payee,
      holder: item.holder,
      iban: item.iban,
      bic: item.bic,
      amount: toMoney(item.amount, row.currency),
      purpose: item.purpose,
      due_on: item.dueOn,
      state: item.state,
      executed_on: item.executedOn,
      reference: item.reference,
      return_reason: item.returnReason,
      settled_by: item.settledBy,
      problem: problemOf(item),
      account_proposed: payables?.get(item.requestId)?.accountProposed ?? false,
      earlier: earlier.get(item.requestId) ?? [],
    })),
    can: {
      edit: status === "draft",
      submit: status === "draft" && items.length > 0,
      approve: status === "submitted" && actor.id !== createdBy.id && actor.id !== submittedBy?.id,
      reopen: status === "submitted" || (changed.size > 0 && items.every(({ state }) => state === "pending")),
      cancel: open,
      download: approved && changed.size === 0,
      settle: status === "approved" || status === "completed",
    },
  };
}
