import { object } from "yup";
import { documentCalls } from "../../approvals/documents/document-calls";
import { financeFamily } from "../../approvals/approvals/families";
import { pathId } from "../../kernel/fields";
import { string } from "../../kernel/schemas";
import { financeDetailReply } from "./finance-reply.contract";
import { financeRequestSchema } from "./finance.schema";

const items = [{ details: "Handheld scanner", price: "1420.00", quantity: 2 }];
const example = { type: "purchase", currency: "USD", items };

/** The calls of a finance request that all documents have; finance.contract.ts and finance-commands.contract.ts name them. */
export const financeDocumentCalls = documentCalls({
  feature: financeFamily.feature,
  path: "/finance/finance-request",
  params: object({ id: pathId("financeRequest") }),
  detail: financeDetailReply,
  written: object({
    message: string(),
    /** Key required by the external specification; same content as `data`. */
    purchaseRequest: financeDetailReply,
    data: financeDetailReply,
  }),
  reads: "payment-list",
  makes: "payment-create",
  problems: ["request.fourEyesPay"],
  create: {
    summary: "Creates a purchase, payment or cash advance request and sends it, or saves a draft.",
    body: financeRequestSchema,
    example,
  },
  update: {
    summary: "Updates a draft or a returned request. Without `draft`, it is also sent.",
    body: financeRequestSchema,
    example,
  },
  summaries: {
    read: "Returns a finance request with its items, approval route and budget.",
    remove: "Deletes an unsent draft.",
    send: "Sends a draft or what was changed: now it gets its number and keeps its rate.",
    cancel: "Takes it back: its requester, until it is paid.",
  },
  examples: { reason: "There are two in the depot", note: "Please add the second quote" },
});
