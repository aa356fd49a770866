import { array, type InferType, object } from "yup";
import { requestReply } from "../../approvals/approvals/approvals.contract";
import { documentCalls, documentState } from "../../approvals/documents/document-calls";
import { replyShape } from "../../approvals/documents/document-fields";
import { expenseFamily } from "../../approvals/approvals/families";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import { dataReply, pageMeta, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { recordCalls, recordShape, restPaths } from "../../kernel/records";
import { boolean, string } from "../../kernel/schemas";
import { fileReply } from "../../work/attachments/attachments.contract";
import { paySchema } from "../money/money.schema";
import { claimFields } from "./expenses.fields";
import { violationKinds } from "./expenses.rules";
import {
  categorySorts,
  expenseCategorySchema,
  expenseClaimSchema,
  expenseListQuery,
  maxCategories,
  receiptSchema,
} from "./expenses.schema";
import { expenseStatuses } from "./expenses.workflow";

const { feature } = expenseFamily;
const { ask, list } = expenseFamily.permissions;
const yes = () => boolean().required();
const namedOrNull = () => object({ id: reply.id(), name: reply.text() }).nullable().defined();

export const expenseCategoryReply = object({
  ...recordShape,
  name: reply.text(),
  item_limit: reply.textOrNull(),
  day_limit: reply.textOrNull(),
  receipt_above: reply.textOrNull(),
  km_rate: reply.textOrNull(),
  /** Rates that applied before the day `until`, in this order. */
  earlier_km_rates: array(object({ until: reply.text(), km_rate: reply.text() })).required(),
  strict: yes(),
  archived: yes(),
  cost_account: object({ id: reply.id(), code: reply.text(), name: reply.text() }).nullable().defined(),
});
export type ExpenseCategory = InferType<typeof expenseCategoryReply>;

export const {
  list: listExpenseCategories,
  single: readExpenseCategory,
  create: createExpenseCategory,
  update: updateExpenseCategory,
  remove: deleteExpenseCategory,
} = recordCalls({
  noun: "expense_category",
  permissions: { read: list, change: "expense-settings" },
  feature,
  limit: maxCategories,
  paths: restPaths("/expense/category"),
  sorts: categorySorts,
  body: expenseCategorySchema,
  reply: expenseCategoryReply,
  single: expenseCategoryReply,
  choice: object({ id: reply.id(), name: reply.text() }),
  example: { name: "Meals", day_limit: "60.00" },
});

/** All amounts are text with the decimals of their currency. */
export const expenseReply = requestReply.shape({
  status: string()
    .oneOf([...expenseStatuses])
    .required(),
  /** Number such as `EXP-2026-0001`; null until the claim is sent. */
  number: reply.textOrNull(),
  ...replyShape(claimFields),
  /** Total in the tenant's currency, at current rates for a draft, otherwise at the rates when the claim was sent. */
  amount: reply.text(),
  currency: reply.text(),
  /** The part covered by a cash advance, known after approval. */
  advance_amount: reply.text(),
  items_count: reply.number(),
  reject_reason: reply.textOrNull(),
  paid: object({
    date: reply.text(),
    reference: reply.text(),
    by: personReply.nullable().defined(),
    /** The month with whose salary it is reimbursed, like `2026-11`. */
    payroll_month: reply.textOrNull(),
  })
    .nullable()
    .defined(),
});
export type Expense = InferType<typeof expenseReply>;

export const expenseItemReply = object({
  id: reply.id(),
  spent_on: reply.textOrNull(),
  /** First and last day of the period in which goods or services were supplied. */
  service_from: reply.textOrNull(),
  service_to: reply.textOrNull(),
  category: namedOrNull(),
  supplier: reply.textOrNull(),
  note: reply.textOrNull(),
  project: namedOrNull(),
  currency: reply.text(),
  amount: reply.textOrNull(),
  vat_rate: reply.textOrNull(),
  vat_amount: reply.textOrNull(),
  kilometres: reply.textOrNull(),
  km_rate: reply.textOrNull(),
  /** Exchange rate to the tenant's currency; null if no rate exists. */
  rate: reply.textOrNull(),
  home_amount: reply.text(),
  receipts: array(fileReply).required(),
});
export type ExpenseItem = InferType<typeof expenseItemReply>;

export const duplicateKinds = ["receipt", "item"] as const;

/** Another item with the same receipt file, or with the same amount, day and supplier. */
const duplicateReply = object({
  item_id: reply.id(),
  kind: string()
    .oneOf([...duplicateKinds])
    .required(),
  /** Null if the reader may not see the claim. */
  claim: object({ id: reply.id(), number: reply.textOrNull() }).nullable().defined(),
});
export type Duplicate = InferType<typeof duplicateReply>;

const violationReply = object({
  item_id: reply.id(),
  kind: string()
    .oneOf([...violationKinds])
    .required(),
  limit: reply.text(),
  /** Whether the violation prevents sending. */
  strict: yes(),
});

export const expenseDetailReply = expenseReply.shape({
  items: array(expenseItemReply).required(),
  duplicates: array(duplicateReply).required(),
  violations: array(violationReply).required(),
  /** The cash advance that the claim settles. */
  advance: object({ id: reply.id(), number: reply.text() }).nullable().defined(),
  /** Amount minus the part covered by the advance. */
  to_pay: reply.text(),
  /** See `FinanceDetail.pay_apart`. */
  pay_apart: string().oneOf(["somebody_else", "nobody_else"]).nullable().defined(),
  ...documentState(["delete", "pay"]),
});
export type ExpenseDetail = InferType<typeof expenseDetailReply>;

export interface ExpenseFacts extends Pick<Expense, "number" | "title" | "amount" | "currency" | "note"> {
  items: number;
  /** Number of violated limits, missing receipts and possible duplicates. */
  warnings: number;
}

const byId = object({ id: pathId("expenseClaim") });
const detail = dataReply(expenseDetailReply);
const items = [{ spent_on: "2026-11-02", category_id: 1, supplier: "Taxi Baghdad", currency: "USD", amount: "18.50" }];
const example = { title: "Trip to Basra", items };

export const readExpenseChoices = endpoint({
  method: "GET",
  path: "/expense/choices",
  summary: "Returns what an expense claim can refer to: categories, currencies with rates and the caller's projects.",
  feature,
  permission: [ask, list],
  reply: dataReply(
    object({
      currency: reply.text(),
      currencies: array(object({ code: reply.text(), rate: reply.text() })).required(),
      categories: array(
        expenseCategoryReply.pick([
          "id",
          "name",
          "item_limit",
          "day_limit",
          "receipt_above",
          "km_rate",
          "earlier_km_rates",
          "strict",
          "archived",
        ]),
      ).required(),
      projects: array(object({ id: reply.id(), name: reply.text() })).required(),
      /** The caller's paid cash advances that aren't settled, with their remaining amounts. */
      advances: array(
        object({
          id: reply.id(),
          number: reply.text(),
          title: reply.text(),
          currency: reply.text(),
          left: reply.text(),
        }),
      ).required(),
    }),
  ),
});
export type ExpenseChoices = InferType<typeof readExpenseChoices.reply>["data"];

export const listExpenses = endpoint({
  method: "GET",
  path: "/expense/claim",
  summary: "Lists the visible expense claims, newest first.",
  feature,
  permission: list,
  query: object(expenseListQuery),
  reply: object({ message: string(), data: array(expenseReply).required(), meta: pageMeta }),
});

export const addReceipt = endpoint({
  method: "POST",
  path: "/expense/claim/:id/receipt",
  summary: "Adds a receipt to an item: multipart, the file as `file`. JPG, PNG or PDF, at most 5 MB.",
  feature,
  permission: ask,
  params: byId,
  body: receiptSchema,
  file: "file",
  reply: detail,
  status: 201,
  problems: ["request.wrongState", "request.invalid"],
  example: { body: { item_id: 1 } },
});

export const removeReceipt = endpoint({
  method: "DELETE",
  path: "/expense/claim/:id/receipt/:file",
  summary: "Deletes a receipt of a draft or a returned claim.",
  feature,
  permission: ask,
  params: object({ id: pathId("expenseClaim"), file: pathId("expenseReceipt") }),
  reply: detail,
  problems: ["request.wrongState"],
});

const calls = documentCalls({
  feature,
  path: "/expense/claim",
  params: byId,
  detail: expenseDetailReply,
  written: detail,
  reads: list,
  makes: ask,
  problems: ["request.fourEyesPay"],
  create: {
    summary: "Creates an expense claim and sends it, or saves a draft.",
    body: expenseClaimSchema,
    example,
  },
  update: {
    summary:
      "Updates a draft or a returned claim; items that are left out are deleted. Without `draft`, it is also sent.",
    body: expenseClaimSchema,
    example,
  },
  summaries: {
    read: "Returns an expense claim with its items, receipts, warnings and approval route.",
    remove: "Deletes an unsent draft with its receipts.",
    send: "Sends a draft or what was changed: now it gets its number and keeps its rates.",
    cancel: "Withdraws the caller's claim until it is paid.",
  },
  examples: { reason: "This was paid by the company card", note: "Please add the receipt of the hotel" },
});
export const readExpense = calls.read;
export const createExpense = calls.create;
export const updateExpense = calls.update;
export const deleteExpense = calls.remove;
export const sendExpense = calls.send;
export const approveExpense = calls.approve;
export const rejectExpense = calls.reject;
export const requestExpenseChanges = calls.requestChanges;
export const cancelExpense = calls.cancel;

export const payExpense = endpoint({
  ...calls.command("pay", "Records when an approved claim was paid, and by which reference."),
  permission: "expense-pay",
  scope: withoutApiTokens,
  body: paySchema,
  example: { body: { reference: "TRX-20418" } },
});
