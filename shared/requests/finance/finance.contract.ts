import { array, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { financeDocumentCalls } from "./finance-document";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, reply } from "../../kernel/fields";
import { budgetStateReply, financeReply, sameInvoiceReply } from "./finance-reply.contract";
import { financeListQuery, financePreviewQuery } from "./finance.schema";
import { financeFamily } from "../../approvals/approvals/families";

const { feature } = financeFamily;
const list = "payment-list" as const;

export const listFinance = endpoint({
  method: "GET",
  path: "/finance/finance-request",
  summary: "Lists the visible finance requests, newest first, with totals by currency and status of all matches.",
  expensive: true,
  feature,
  permission: list,
  query: object(financeListQuery),
  reply: object({
    message: string(),
    data: array(financeReply).required(),
    meta: object({
      total: reply.number(),
      page: reply.number(),
      per_page: reply.number(),
      last_page: reply.number(),
      /** Cursor for the query parameter `after`, which is faster than page numbers; null on the last page. */
      next: reply.numberOrNull(),
      home_currency: reply.text(),
      totals: array(
        object({
          currency: reply.text(),
          status: reply.text(),
          count: reply.number(),
          amount: reply.text(),
          /** Sum converted at the rate of each request; null for drafts. */
          home_amount: reply.textOrNull(),
        }),
      ).required(),
    }),
  }),
});

export const readFinance = financeDocumentCalls.read;
export const createFinance = financeDocumentCalls.create;
export const updateFinance = financeDocumentCalls.update;
export const deleteFinance = financeDocumentCalls.remove;

export const readPurchase = endpoint({
  ...readFinance,
  path: "/purchase-request/:id",
  summary: "Same as the finance request call, but the record is also returned as `purchaseRequest`.",
  reply: createFinance.reply,
});

export const updatePurchase = endpoint({ ...updateFinance, method: "POST", path: "/purchase-request/:id" });

export const duplicateFinance = endpoint({
  method: "POST",
  path: "/finance/finance-request/:id/duplicate",
  summary: "Creates a draft of the caller with the items of an earlier request.",
  feature,
  permission: "payment-create",
  params: readFinance.params,
  reply: createFinance.reply,
  status: 201,
  problems: ["request.invalid"],
});

export const previewFinance = endpoint({
  method: "GET",
  path: "/finance/finance-request/preview",
  summary: "Previews an amount in the tenant's currency, the remaining budget and the approvers.",
  feature,
  permission: "payment-create",
  query: object(financePreviewQuery),
  reply: dataReply(
    object({
      home_currency: reply.text(),
      /** Null for a currency without a rate. */
      rate: reply.textOrNull(),
      rate_at: reply.textOrNull(),
      home_amount: reply.textOrNull(),
      /** Year whose budget is charged: that of the number for a request that was sent before. */
      budget_year: reply.number(),
      budget: budgetStateReply.nullable().defined(),
      /** Whether the request exceeds the remaining budget, so that sending requires a reason. */
      over_budget: boolean().required(),
      same_invoice: sameInvoiceReply,
    }),
  ),
  example: { query: { type: "purchase", currency: "USD", amount: "100.00" } },
});

export const listSupplierNames = endpoint({
  method: "GET",
  path: "/finance/supplier-name",
  summary: "Lists names of suppliers of visible earlier requests, most used first.",
  feature,
  permission: list,
  query: object({ q: financeListQuery.q }),
  reply: dataReply(array(object({ name: reply.text(), count: reply.number() })).required()),
});
