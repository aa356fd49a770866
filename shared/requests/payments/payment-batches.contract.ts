import { array, type InferType, object } from "yup";
import { bulkResultReply } from "../../kernel/bulk-result";
import { financeFamily } from "../../approvals/approvals/families";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import { dataReply, pageMeta, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boolean, string } from "../../kernel/schemas";
import {
  batchChangeSchema,
  batchFormats,
  batchListQuery,
  batchSchema,
  batchStatuses,
  batchVersionSchema,
  executeSchema,
  itemProblems,
  itemStates,
  maxBatchItems,
  maxEarlierPayments,
  payableQuery,
  reopenSchema,
  returnSchema,
} from "./payments.schema";

const { feature } = financeFamily;
const permission = "payment-pay" as const;
const byId = object({ id: pathId("paymentBatch") });
const yes = () => boolean().required();

const payeeReply = object({
  kind: string().oneOf(["supplier", "person"]).required(),
  id: reply.numberOrNull(),
  name: reply.text(),
});
const problem = () => string().oneOf(itemProblems).nullable().defined();

/** An earlier bank file that contains the request. It was marked as returned, otherwise the request couldn't be paid again. */
const earlierPaymentReply = object({
  batch: object({ id: reply.id(), code: reply.text() }),
  execution_on: reply.text(),
  returned_by: personReply.nullable().defined(),
  returned_at: reply.text(),
  return_reason: reply.text(),
});
export type EarlierPayment = InferType<typeof earlierPaymentReply>;

/** Facts of a payment for users who prepare or approve its batch. */
const warnings = {
  /** Whether another bank account of the payee waits for its confirmation. */
  account_proposed: yes(),
  /** Latest first. */
  earlier: array(earlierPaymentReply).max(maxEarlierPayments).required(),
};

export const payableReply = object({
  request_id: reply.id(),
  family: reply.text(),
  number: reply.text(),
  title: reply.text(),
  payee: payeeReply,
  iban: reply.textOrNull(),
  amount: reply.text(),
  currency: reply.text(),
  due_on: reply.textOrNull(),
  /** Why the request can't be added to a batch; null if it can. */
  problem: problem(),
  ...warnings,
  /** The batch that contains the request. */
  batch: object({ id: reply.id(), code: reply.text() }).nullable().defined(),
});
export type PayableRequest = InferType<typeof payableReply>;

export const batchReply = object({
  id: reply.id(),
  version: reply.number(),
  /** Number like `BAT-2026-0001`, without gaps. */
  code: reply.text(),
  status: string().oneOf(batchStatuses).required(),
  format: string().oneOf(batchFormats).required(),
  currency: reply.text(),
  /** Sum of the items that aren't cancelled. */
  total: reply.text(),
  items: reply.number(),
  executed: reply.number(),
  returned: reply.number(),
  execution_on: reply.text(),
  account: object({ id: reply.id(), name: reply.text(), iban: reply.text() }),
  created_by: personReply.required(),
  created_at: reply.text(),
  submitted_by: personReply.nullable().defined(),
  submitted_at: reply.textOrNull(),
  approved_by: personReply.nullable().defined(),
  approved_at: reply.textOrNull(),
  reopen_reason: reply.textOrNull(),
  /** SHA-256 of the file, in hexadecimal digits. */
  file_hash: reply.textOrNull(),
});
export type PaymentBatch = InferType<typeof batchReply>;

const itemReply = object({
  id: reply.id(),
  request_id: reply.id(),
  family: reply.text(),
  number: reply.text(),
  payee: payeeReply,
  holder: reply.text(),
  iban: reply.text(),
  bic: reply.textOrNull(),
  amount: reply.text(),
  purpose: reply.text(),
  due_on: reply.textOrNull(),
  state: string().oneOf(itemStates).required(),
  executed_on: reply.textOrNull(),
  reference: reply.textOrNull(),
  return_reason: reply.textOrNull(),
  settled_by: personReply.nullable().defined(),
  /**
   * Problem that prevents submission or approval of the item. In an approved batch, `accountChanged` if the payee has another account now,
   * which prevents the download.
   */
  problem: problem(),
  ...warnings,
});
export type PaymentBatchItem = InferType<typeof itemReply>;

export const batchDetailReply = batchReply.shape({
  payments: array(itemReply).max(maxBatchItems).required(),
  can: object({
    edit: yes(),
    submit: yes(),
    approve: yes(),
    reopen: yes(),
    cancel: yes(),
    download: yes(),
    settle: yes(),
  }),
});
export type PaymentBatchDetail = InferType<typeof batchDetailReply>;

export const listBatchPayables = endpoint({
  method: "GET",
  path: "/payment/payable",
  summary:
    "Lists approved and unpaid requests of all families, those due first, with what prevents their payment by batch.",
  feature,
  permission,
  query: payableQuery,
  reply: object({
    message: string(),
    data: array(payableReply).max(maxBatchItems).required(),
    meta: object({ truncated: boolean().required() }),
  }),
  example: { query: { currency: "EUR" } },
});

export const listPaymentBatches = endpoint({
  method: "GET",
  path: "/payment/batch",
  summary: "Lists payment batches, latest first.",
  feature,
  permission,
  query: batchListQuery,
  reply: object({ message: string(), data: array(batchReply).required(), meta: pageMeta }),
});

export const readPaymentBatch = endpoint({
  method: "GET",
  path: "/payment/batch/:id",
  summary: "Returns a payment batch with its items; for drafts and submitted batches also what prevents their payment.",
  feature,
  permission,
  params: byId,
  reply: dataReply(batchDetailReply),
});

const command = { feature, permission, params: byId, reply: dataReply(batchDetailReply) } as const;
const decision = { ...command, scope: withoutApiTokens } as const;
const problems = ["request.stale", "request.wrongState"] as const;

export const createPaymentBatch = endpoint({
  method: "POST",
  path: "/payment/batch",
  summary: "Creates a draft with its number. A request that can't be included is a field error of `requests`.",
  feature,
  permission,
  body: batchSchema,
  reply: dataReply(batchDetailReply),
  status: 201,
  problems: ["request.invalid", "payment.itemsRefused"],
  example: { body: { account_id: 1, currency: "EUR", execution_on: "2031-01-15", requests: [1] } },
});
export const changePaymentBatch = endpoint({
  method: "PUT",
  path: "/payment/batch/:id",
  summary: "Changes a draft: account, day, and requests to add or remove.",
  ...command,
  body: batchChangeSchema,
  problems: [...problems, "request.invalid", "payment.itemsRefused"],
  example: { body: { execution_on: "2031-01-15" } },
});
export const submitPaymentBatch = endpoint({
  method: "PUT",
  path: "/payment/batch/:id/submit",
  summary: "Checks all items again and locks the batch; its requests can't be paid or withdrawn otherwise.",
  ...decision,
  body: batchVersionSchema,
  problems: [...problems, "request.invalid", "payment.itemsRefused"],
  example: { body: {} },
});
export const approvePaymentBatch = endpoint({
  method: "PUT",
  path: "/payment/batch/:id/approve",
  summary:
    "Approves a submitted batch and makes its file. Not for those who created or submitted it, or are paid by it.",
  ...decision,
  body: batchVersionSchema,
  problems: [...problems, "payment.fourEyes", "request.own"],
  example: { body: {} },
});
export const reopenPaymentBatch = endpoint({
  method: "PUT",
  path: "/payment/batch/:id/reopen",
  summary:
    "Makes a submitted batch a draft again, with a reason; also an approved one if a payee's bank account has changed and nothing is settled.",
  ...decision,
  body: reopenSchema,
  problems,
  example: { body: { reason: "Pay the rent tomorrow" } },
});
export const cancelPaymentBatch = endpoint({
  method: "PUT",
  path: "/payment/batch/:id/cancel",
  summary: "Cancels a draft or submitted batch; it keeps its number, and its requests are free for other batches.",
  ...decision,
  body: batchVersionSchema,
  problems,
  example: { body: {} },
});

const settled = {
  feature,
  permission,
  scope: withoutApiTokens,
  params: byId,
  reply: dataReply(object({ results: array(bulkResultReply).required(), batch: batchDetailReply })),
} as const;

export const executePayments = endpoint({
  method: "PUT",
  path: "/payment/batch/:id/execute",
  summary: "Marks items as executed by the bank and their requests as paid, each independently.",
  ...settled,
  body: executeSchema,
  problems: ["request.wrongState"],
  example: { body: { items: [1], reference: "Statement 47" } },
});
export const returnPayments = endpoint({
  method: "PUT",
  path: "/payment/batch/:id/return",
  summary: "Marks items as returned by the bank, each independently; their requests are payable again.",
  ...settled,
  body: returnSchema,
  problems: ["request.wrongState"],
  example: { body: { items: [1], reason: "Account closed" } },
});
