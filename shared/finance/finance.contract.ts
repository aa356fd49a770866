import { array, object } from "yup";
import { string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../kernel/fields";
import { personReply } from "../people/people.contract";
import { budgetStateReply, financeDetailReply, financeReply, sameInvoiceReply } from "./finance-reply.contract";
import { financeListQuery, financePreviewQuery, financeRequestSchema } from "./finance.schema";
import { financeFamily } from "./finance.family";
import { approverKinds } from "../approvals/approvals.chain.rules";

const { feature } = financeFamily;
const list = "payment-list" as const;

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
      page: reply.number(),
      per_page: reply.number(),
      last_page: reply.number(),
      /** For `after`, which finds the next page faster than its number; null on the last page. */
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

export const previewFinance = endpoint({
  method: "GET",
  path: "/finance/finance-request/preview",
  summary: "What an amount is in the tenant's currency today, what its budget has left, and who would be asked.",
  feature,
  permission: "payment-create",
  query: object(financePreviewQuery),
  reply: dataReply(
    object({
      home_currency: reply.text(),
      /** Null where the currency has none. */
      rate: reply.textOrNull(),
      rate_at: reply.textOrNull(),
      home_amount: reply.textOrNull(),
      budget: budgetStateReply.nullable().defined(),
      /** Others for the same invoice of the same supplier. */
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

export const listSuppliers = endpoint({
  method: "GET",
  path: "/finance/supplier",
  summary: "Suppliers of earlier requests that one may see, the most used first.",
  feature,
  permission: list,
  query: object({ q: financeListQuery.q }),
  reply: dataReply(array(object({ name: reply.text(), count: reply.number() })).required()),
});
