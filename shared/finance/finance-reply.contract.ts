import { array, type InferType, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { requestReply, stepReply } from "../approvals/approvals.contract";
import { reply } from "../kernel/fields";
import { personReply } from "../people/people.contract";
import { financeTypes } from "./finance.schema";
import { financeStatuses } from "./finance.workflow";

/** Requests that were sent for the same invoice of the same supplier, and not refused. */
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
    hand_over: yes(),
    cancel: yes(),
    pay: yes(),
    settle: yes(),
    archive: yes(),
    restore: yes(),
  }),
  /** One has approved it: somebody else pays, or, since nobody else is there, one may after all. Null: four eyes say nothing. */
  pay_apart: string().oneOf(["somebody_else", "nobody_else"]).nullable().defined(),
  /** For whom one would decide; null in one's own name. */
  on_behalf_of: personReply.nullable().defined(),
  /** Of the department in the year in which it was sent; null where none is kept, or it isn't the reader's to see. */
  budget: budgetStateReply.nullable().defined(),
  /** Of a cash advance that is paid. */
  settlement: settlementReply.nullable().defined(),
  /** Others with the same supplier and invoice number: perhaps it was asked for before. */
  same_invoice: sameInvoiceReply,
});
export type FinanceDetail = InferType<typeof financeDetailReply>;

/** What the inbox tells about a request of finance. */
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
    | "note"
    | "department"
  > {
  /** How many there are. */
  items: number;
  budget: BudgetState | null;
}
