import { array, boolean, type InferType, object, string } from "yup";
import { changesSchema, decideSchema, rejectSchema, requestReply, stepReply } from "../approvals/approvals.contract";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../kernel/fields";
import { personReply } from "../people/people.contract";
import {
  amountField,
  financeListQuery,
  financeRequestSchema,
  financeTypes,
  paySchema,
  settleSchema,
} from "./finance.schema";
import { financeStatuses } from "./finance.workflow";

const feature = "payment" as const;
const list = "payment-list" as const;
const yes = () => boolean().required();

/** All amounts are text with the decimals of their currency. */
export const financeReply = requestReply.shape({
  type: string()
    .oneOf([...financeTypes])
    .required(),
  status: string()
    .oneOf([...financeStatuses])
    .required(),
  /** `PUR-2026-0001`; null until it is sent. */
  number: reply.textOrNull(),
  /** What it is for; where nothing is said, its first item. */
  title: reply.text(),
  details: reply.textOrNull(),
  supplier: reply.textOrNull(),
  invoice_number: reply.textOrNull(),
  needed_by: reply.textOrNull(),
  note: reply.textOrNull(),
  reject_reason: reply.textOrNull(),
  amount: reply.text(),
  currency: reply.text(),
  /** One unit of the currency in the tenant's own, as it was when it was sent; null until then. */
  rate: reply.textOrNull(),
  home_currency: reply.textOrNull(),
  home_amount: reply.textOrNull(),
  /** The day it was sent. */
  date: reply.textOrNull(),
  department: object({ id: reply.id(), name: reply.text() }).nullable().defined(),
  paid: object({ date: reply.text(), reference: reply.text(), by: personReply.nullable().defined() })
    .nullable()
    .defined(),
  /** Of a cash advance that is paid: whether nobody owes anything any more. Else null. */
  settled: boolean().nullable().defined(),
  /** The day on which the schedule takes it to the archive; null where it doesn't. */
  archive_on: reply.textOrNull(),
  archived_at: reply.textOrNull(),
});
export type Finance = InferType<typeof financeReply>;

export const itemReply = object({
  details: reply.textOrNull(),
  price: reply.textOrNull(),
  quantity: reply.number(),
  total: reply.text(),
});
export type FinanceItem = InferType<typeof itemReply>;

/** In the tenant's currency: what a department may spend in a year, and what has become of it. */
export const budgetStateReply = object({
  id: reply.id(),
  department: object({ id: reply.id(), name: reply.text() }).required(),
  year: reply.number(),
  currency: reply.text(),
  amount: reply.text(),
  spent: reply.text(),
  /** Asked for and not decided, this request included where it waits. */
  waiting: reply.text(),
  /** Amount less spent less waiting; below 0 where more is asked for than there is. */
  left: reply.text(),
});
export type BudgetState = InferType<typeof budgetStateReply>;

const entryReply = object({
  id: reply.id(),
  kind: string().oneOf(["given", "receipt", "returned", "reimbursed"]).required(),
  amount: reply.text(),
  details: reply.textOrNull(),
  date: reply.text(),
  by: personReply.nullable().defined(),
});

/** The account of a cash advance, in its currency: given + reimbursed + to_reimburse = spent + returned + to_return. */
export const settlementReply = object({
  given: reply.text(),
  spent: reply.text(),
  returned: reply.text(),
  reimbursed: reply.text(),
  to_return: reply.text(),
  to_reimburse: reply.text(),
  settled: yes(),
  entries: array(entryReply).required(),
});

export const financeDetailReply = financeReply.shape({
  items: array(itemReply).required(),
  /** The grand total: the same as the amount. */
  total: reply.text(),
  /** The specification's word and writing of the currency: `usd`. */
  currency_type: reply.text(),
  /** Every step of every time that it was sent. */
  steps: array(stepReply).required(),
  can: object({
    edit: yes(),
    delete: yes(),
    send: yes(),
    approve: yes(),
    reject: yes(),
    request_changes: yes(),
    cancel: yes(),
    pay: yes(),
    settle: yes(),
    archive: yes(),
    restore: yes(),
  }),
  /** For whom one would decide; null in one's own name. */
  on_behalf_of: personReply.nullable().defined(),
  /** Of the department in the year in which it was sent; null where none is kept, or it isn't the reader's to see. */
  budget: budgetStateReply.nullable().defined(),
  /** Of a cash advance that is paid. */
  settlement: settlementReply.nullable().defined(),
  /** Others with the same supplier and invoice number: perhaps it was asked for before. */
  same_invoice: array(object({ id: reply.id(), number: reply.textOrNull(), status: reply.text() })).required(),
});
export type FinanceDetail = InferType<typeof financeDetailReply>;

const byId = object({ id: pathId("financeRequest") });
const written = object({
  message: string(),
  /** The specification's key for the record. */
  purchaseRequest: financeDetailReply,
  data: financeDetailReply,
});
const items = [{ details: "Handheld scanner", price: "1420.00", quantity: 2 }];
const example = { body: { type: "purchase", currency: "USD", items } };

export const listFinance = endpoint({
  method: "GET",
  path: "/finance/finance-request",
  summary: "Requests that one may see: the latest first, with sums by currency and status of all that fits.",
  feature,
  permission: list,
  query: object(financeListQuery),
  reply: object({
    message: string(),
    data: array(financeReply).required(),
    meta: object({
      total: reply.number(),
      per_page: reply.number(),
      /** For `after`; null on the last page. */
      next: reply.numberOrNull(),
      home_currency: reply.text(),
      totals: array(
        object({
          currency: reply.text(),
          status: reply.text(),
          count: reply.number(),
          amount: reply.text(),
          /** At the rate of each request; drafts have none yet. */
          home_amount: reply.textOrNull(),
        }),
      ).required(),
    }),
  }),
});

export const readFinance = endpoint({
  method: "GET",
  path: "/finance/finance-request/:id",
  summary: "One request with its items, its way and the budget it belongs to.",
  feature,
  permission: list,
  params: byId,
  reply: dataReply(financeDetailReply),
});

export const createFinance = endpoint({
  method: "POST",
  path: "/finance/finance-request",
  summary: "Asks for a purchase, a payment or a cash advance, or keeps a draft of it.",
  feature,
  permission: "payment-create",
  body: financeRequestSchema,
  reply: written,
  status: 201,
  problems: ["request.invalid"],
  example,
});

export const updateFinance = endpoint({
  method: "PUT",
  path: "/finance/finance-request/:id",
  summary: "Changes a draft, or what was sent back. Without `draft` it is sent as well.",
  feature,
  permission: "payment-create",
  params: byId,
  body: financeRequestSchema,
  reply: written,
  problems: ["request.stale", "request.wrongState", "request.invalid"],
  example,
});

export const readPurchase = endpoint({
  ...readFinance,
  path: "/purchase-request/:id",
  summary: "The same as the request; its record is named `purchaseRequest` as well.",
  reply: written,
});

export const updatePurchase = endpoint({ ...updateFinance, method: "POST", path: "/purchase-request/:id" });

export const deleteFinance = endpoint({
  method: "DELETE",
  path: "/finance/finance-request/:id",
  summary: "Throws a draft away that was never sent.",
  feature,
  permission: "payment-create",
  params: byId,
  reply: deletedReply,
  problems: ["request.wrongState"],
});

export const duplicateFinance = endpoint({
  method: "POST",
  path: "/finance/finance-request/:id/duplicate",
  summary: "A new draft of one's own with the items of an earlier request.",
  feature,
  permission: "payment-create",
  params: byId,
  reply: written,
  status: 201,
  problems: ["request.invalid"],
});

const deed = (verb: string, summary: string) => ({
  method: "PUT" as const,
  path: `/finance/finance-request/:id/${verb}`,
  summary,
  feature,
  params: byId,
  reply: dataReply(financeDetailReply),
  problems: ["request.stale", "request.wrongState", "request.own", "request.invalid"] as const,
});

export const sendFinance = endpoint({
  ...deed("send", "Sends a draft or what was changed: now it gets its number and keeps its rate."),
  permission: "payment-create",
  body: decideSchema.pick(["version"]),
  example: { body: {} },
});
export const approveFinance = endpoint({
  ...deed("approve", "Decides the step that is asked: yes."),
  body: decideSchema,
  example: { body: {} },
});
export const rejectFinance = endpoint({
  ...deed("reject", "Decides the step that is asked: no, and why."),
  body: rejectSchema,
  example: { body: { reason: "There are two in the depot" } },
});
export const requestFinanceChanges = endpoint({
  ...deed("request-changes", "Sends it back with what should be different."),
  body: changesSchema,
  example: { body: { note: "Please add the second quote" } },
});
export const cancelFinance = endpoint({
  ...deed("cancel", "Takes it back: its requester, until it is paid."),
  body: decideSchema,
  example: { body: {} },
});
export const payFinance = endpoint({
  ...deed("pay", "Writes down when an approved request was paid, and by which reference."),
  permission: "payment-pay",
  body: paySchema,
  example: { body: { reference: "TRX-20418" } },
});
export const settleFinance = endpoint({
  ...deed("settle", "Adds receipts to a cash advance that was paid, and what was brought back or paid on top."),
  permission: "payment-pay",
  body: settleSchema,
  example: { body: { receipts: [{ details: "Customs fees", amount: "120.00" }], returned: "30.00" } },
});
export const archiveFinance = endpoint({
  ...deed("archive", "Moves a paid request to the archive at once."),
  permission: ["payment-pay", "payment-settings"],
  body: decideSchema.pick(["version"]),
  example: { body: {} },
});
export const restoreFinance = endpoint({
  ...deed("restore", "Takes a request back from the archive; the schedule counts its days anew."),
  permission: ["payment-pay", "payment-settings"],
  body: decideSchema.pick(["version"]),
  example: { body: {} },
});

export const previewFinance = endpoint({
  method: "GET",
  path: "/finance/finance-request/preview",
  summary: "What an amount is in the tenant's currency today, what its budget has left, and who would be asked.",
  feature,
  permission: "payment-create",
  query: object({
    type: financeRequestSchema.fields.type,
    currency: financeRequestSchema.fields.currency,
    amount: amountField(),
  }),
  reply: dataReply(
    object({
      home_currency: reply.text(),
      /** Null where the currency has none. */
      rate: reply.textOrNull(),
      rate_at: reply.textOrNull(),
      home_amount: reply.textOrNull(),
      budget: budgetStateReply.nullable().defined(),
      route: array(
        object({
          by: string().oneOf(["manager", "role", "user"]).required(),
          route: reply.text(),
          rule: reply.textOrNull(),
          approver: personReply.nullable().defined(),
          role: object({ id: reply.id(), name: reply.text(), code: reply.textOrNull() }).nullable().defined(),
        }),
      ).required(),
    }),
  ),
  example: { query: { type: "purchase", currency: "USD", amount: "100.00" } },
});

export const listSuppliers = endpoint({
  method: "GET",
  path: "/finance/supplier",
  summary: "Suppliers of earlier requests that one may see, the most used first.",
  feature,
  permission: list,
  query: object({ q: financeListQuery.q }),
  reply: dataReply(array(object({ name: reply.text(), count: reply.number() })).required()),
});
