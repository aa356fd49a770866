import { array, type InferType, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { requestReply } from "../../approvals/approvals/approvals.contract";
import { replyShape } from "../../approvals/documents/document-fields";
import { documentState } from "../../approvals/documents/document-calls";
import { reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { financeFields, financeTypes } from "./finance.fields";
import { moneyStatuses } from "../money/money.workflow";

/** Other requests for the same supplier invoice that were sent and not rejected. */
export const sameInvoiceReply = array(
  object({ id: reply.id(), number: reply.textOrNull(), status: reply.text() }),
).required();

const yes = () => boolean().required();

/** All amounts are text with the decimals of their currency. */
export const financeReply = requestReply.shape({
  type: string()
    .oneOf([...financeTypes])
    .required(),
  status: string()
    .oneOf([...moneyStatuses])
    .required(),
  /** Number such as `PUR-2026-0001`; null until the request is sent. */
  number: reply.textOrNull(),
  /** The request's details, or the first item's details if the request has none. */
  title: reply.text(),
  ...replyShape(financeFields),
  reject_reason: reply.textOrNull(),
  /** Amount to pay: net + tax. */
  amount: reply.text(),
  net: reply.text(),
  tax: reply.text(),
  currency: reply.text(),
  /** Exchange rate to the tenant's currency at the time of sending; null for drafts. */
  rate: reply.textOrNull(),
  home_currency: reply.textOrNull(),
  home_amount: reply.textOrNull(),
  date: reply.textOrNull(),
  department: object({ id: reply.id(), name: reply.text() }).nullable().defined(),
  paid: object({ date: reply.text(), reference: reply.text(), by: personReply.nullable().defined() })
    .nullable()
    .defined(),
  /** Whether a paid cash advance has no amount owed anymore; null for other requests. */
  settled: boolean().nullable().defined(),
  /** Day of the automatic archiving; null if none is scheduled. */
  archive_on: reply.textOrNull(),
  archived_at: reply.textOrNull(),
});
export type Finance = InferType<typeof financeReply>;

/** Archived accounts and rates stay in the items that have them; new items can't choose them. */
const costAccountOfItem = object({ id: reply.id(), code: reply.text(), name: reply.text(), archived: yes() });

export const itemReply = object({
  details: reply.textOrNull(),
  /** Net of VAT unless `gross` is set; without a VAT rate, what is paid. */
  price: reply.textOrNull(),
  gross: yes(),
  /** Up to three decimals. */
  quantity: reply.number(),
  /** Percent of the line, without trailing zeros: `0`, `12.5`. */
  discount: reply.text(),
  /** With the percentage at the time when the rate was chosen. */
  vat_rate: costAccountOfItem.shape({ percent: reply.text() }).nullable().defined(),
  cost_account: costAccountOfItem.nullable().defined(),
  net: reply.text(),
  tax: reply.text(),
  /** net + tax. */
  total: reply.text(),
});
export type FinanceItem = InferType<typeof itemReply>;

export const budgetStateReply = object({
  id: reply.id(),
  department: object({ id: reply.id(), name: reply.text() }).required(),
  owner: personReply.nullable().defined(),
  year: reply.number(),
  currency: reply.text(),
  amount: reply.text(),
  /** Sum of paid requests. */
  spent: reply.text(),
  /** Sum of approved requests that aren't paid yet. */
  committed: reply.text(),
  /** Sum of undecided requests, including this request if it is pending. */
  waiting: reply.text(),
  /** amount - spent - committed - waiting; negative if requests exceed the budget. */
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

/** Account of a cash advance in its currency: given + reimbursed + to_reimburse = spent + returned + to_return. */
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
  total: reply.text(),
  /** Currency in lower case such as `usd`, as in the external specification. */
  currency_type: reply.text(),
  ...documentState(["delete", "pay", "settle", "archive", "restore"]),
  /**
   * Result of the separation of duties for an approver: another user must pay, or no other user is available. Null if the rule does not
   * apply.
   */
  pay_apart: string().oneOf(["somebody_else", "nobody_else"]).nullable().defined(),
  /** The department's budget for the year of sending; null if there is none or the reader may not see it. */
  budget: budgetStateReply.nullable().defined(),
  /** Null unless the request is a paid cash advance. */
  settlement: settlementReply.nullable().defined(),
  same_invoice: sameInvoiceReply,
});
export type FinanceDetail = InferType<typeof financeDetailReply>;

export interface FinanceFacts
  extends Pick<
    Finance,
    | "type"
    | "number"
    | "title"
    | "supplier"
    | "amount"
    | "currency"
    | "rate"
    | "home_amount"
    | "home_currency"
    | "needed_by"
    | "due_on"
    | "note"
    | "department"
  > {
  items: number;
  budget: BudgetState | null;
}
