import { array, type InferType, object } from "yup";
import { string } from "../../kernel/schemas";
import { decideSchema } from "../../approvals/approvals/approvals.contract";
import { bulkResultReply } from "../../kernel/bulk-result";
import { financeDocumentCalls } from "./finance-document";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import { dataReply, reply } from "../../kernel/fields";
import { financeReply } from "./finance-reply.contract";
import { paySchema } from "../money/money.schema";
import { payRunSchema, settleSchema } from "./finance.schema";
import { financeFamily } from "../../approvals/approvals/families";

const { feature } = financeFamily;
export const sendFinance = financeDocumentCalls.send;
export const approveFinance = financeDocumentCalls.approve;
export const rejectFinance = financeDocumentCalls.reject;
export const requestFinanceChanges = financeDocumentCalls.requestChanges;
export const cancelFinance = financeDocumentCalls.cancel;
export const payFinance = endpoint({
  ...financeDocumentCalls.command("pay", "Writes down when an approved request was paid, and by which reference."),
  permission: "payment-pay",
  scope: withoutApiTokens,
  body: paySchema,
  example: { body: { reference: "TRX-20418" } },
});
export const listPayable = endpoint({
  method: "GET",
  path: "/finance/payment-run",
  summary:
    "Lists the 100 approved requests that are due first, each with the reason why the caller can't pay it, if any.",
  feature,
  permission: "payment-pay",
  reply: object({
    message: string(),
    data: array(
      financeReply.shape({
        /** Problem code that an attempt to pay the request would return; null if it can be paid. */
        refusal: string().oneOf(["request.own", "request.fourEyesPay"]).nullable().defined(),
      }),
    ).required(),
    meta: object({ total: reply.number() }),
  }),
});
export type Payable = InferType<typeof listPayable.reply>["data"][number];

export const payFinanceRun = endpoint({
  method: "POST",
  isBulk: true,
  path: "/finance/payment-run",
  summary: "Pays several approved requests, each independently, and returns the result for each.",
  feature,
  permission: "payment-pay",
  scope: withoutApiTokens,
  body: payRunSchema,
  reply: dataReply(array(bulkResultReply).required()),
  example: { body: { requests: [{ id: 1, version: 1 }], reference: "SEPA-2026-47" } },
});
export const settleFinance = endpoint({
  ...financeDocumentCalls.command(
    "settle",
    "Adds receipts to a cash advance that was paid, and what was brought back or paid on top.",
  ),
  permission: "payment-pay",
  scope: withoutApiTokens,
  body: settleSchema,
  example: { body: { receipts: [{ details: "Customs fees", amount: "120.00" }], returned: "30.00" } },
});
export const archiveFinance = endpoint({
  ...financeDocumentCalls.command("archive", "Moves a paid request to the archive at once."),
  permission: ["payment-pay", "payment-settings"],
  body: decideSchema.pick(["version"]),
  example: { body: {} },
});
export const restoreFinance = endpoint({
  ...financeDocumentCalls.command(
    "restore",
    "Takes a request back from the archive; the schedule counts its days anew.",
  ),
  permission: ["payment-pay", "payment-settings"],
  body: decideSchema.pick(["version"]),
  example: { body: {} },
});
