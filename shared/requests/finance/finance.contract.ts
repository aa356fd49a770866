import { array, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { budgetStateReply, financeDetailReply, financeReply, sameInvoiceReply } from "./finance-reply.contract";
import { financeListQuery, financePreviewQuery, financeRequestSchema } from "./finance.schema";
import { financeFamily } from "../../approvals/approvals/families";
import { approverKinds } from "../../approvals/approvals/approvals.chain.rules";

const { feature } = financeFamily;
const list = "payment-list" as const;

const byId = object({ id: pathId("financeRequest") });
const written = object({
  message: string(),
  /** Key required by the external specification; same content as `data`. */
  purchaseRequest: financeDetailReply,
  data: financeDetailReply,
});
const items = [{ details: "Handheld scanner", price: "1420.00", quantity: 2 }];
const example = { body: { type: "purchase", currency: "USD", items } };

export const listFinance = endpoint({
  method: "GET",
  path: "/finance/finance-request",
  summary: "Lists the visible finance requests, newest first, with totals by currency and status of all matches.",
  long: true,
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

export const readFinance = endpoint({
  method: "GET",
  path: "/finance/finance-request/:id",
  summary: "Returns a finance request with its items, approval route and budget.",
  feature,
  permission: list,
  params: byId,
  reply: dataReply(financeDetailReply),
});

export const createFinance = endpoint({
  method: "POST",
  path: "/finance/finance-request",
  summary: "Creates a purchase, payment or cash advance request and sends it, or saves a draft.",
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
  summary: "Updates a draft or a returned request. Without `draft`, it is also sent.",
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
  summary: "Same as the finance request call, but the record is also returned as `purchaseRequest`.",
  reply: written,
});

export const updatePurchase = endpoint({ ...updateFinance, method: "POST", path: "/purchase-request/:id" });

export const deleteFinance = endpoint({
  method: "DELETE",
  path: "/finance/finance-request/:id",
  summary: "Deletes an unsent draft.",
  feature,
  permission: "payment-create",
  params: byId,
  reply: deletedReply,
  problems: ["request.wrongState"],
});

export const duplicateFinance = endpoint({
  method: "POST",
  path: "/finance/finance-request/:id/duplicate",
  summary: "Creates a draft of the caller with the items of an earlier request.",
  feature,
  permission: "payment-create",
  params: byId,
  reply: written,
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
      budget: budgetStateReply.nullable().defined(),
      /** Whether the request exceeds the remaining budget, so that sending requires a reason. */
      over_budget: boolean().required(),
      same_invoice: sameInvoiceReply,
      route: array(
        object({
          by: string()
            .oneOf([...approverKinds])
            .required(),
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

export const listSupplierNames = endpoint({
  method: "GET",
  path: "/finance/supplier-name",
  summary: "Lists names of suppliers of visible earlier requests, most used first.",
  feature,
  permission: list,
  query: object({ q: financeListQuery.q }),
  reply: dataReply(array(object({ name: reply.text(), count: reply.number() })).required()),
});
