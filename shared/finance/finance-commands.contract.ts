import { array, object } from "yup";
import { bulkResultReply, decideSchema } from "../approvals/approvals.contract";
import { decisionCalls } from "../approvals/decision-calls";
import { endpoint } from "../kernel/endpoint";
import { dataReply, pathId } from "../kernel/fields";
import { financeDetailReply } from "./finance-reply.contract";
import { payRunSchema, paySchema, settleSchema } from "./finance.schema";
import { financeFamily } from "./finance.family";

const { feature } = financeFamily;
const byId = object({ id: pathId("financeRequest") });

const decisions = decisionCalls({
  feature,
  path: "/finance/finance-request/:id",
  params: byId,
  detail: financeDetailReply,
  makes: "payment-create",
  problems: ["request.fourEyesPay"],
  summaries: {
    send: "Sends a draft or what was changed: now it gets its number and keeps its rate.",
    cancel: "Takes it back: its requester, until it is paid.",
  },
  examples: { reason: "There are two in the depot", note: "Please add the second quote" },
});
export const sendFinance = decisions.send;
export const approveFinance = decisions.approve;
export const rejectFinance = decisions.reject;
export const requestFinanceChanges = decisions.requestChanges;
export const cancelFinance = decisions.cancel;
export const payFinance = endpoint({
  ...decisions.command("pay", "Writes down when an approved request was paid, and by which reference."),
  permission: "payment-pay",
  body: paySchema,
  example: { body: { reference: "TRX-20418" } },
});
export const payFinanceRun = endpoint({
  method: "POST",
  path: "/finance/payment-run",
  summary: "Pays several approved requests together, each as a single call would, and reports what became of each.",
  feature,
  permission: "payment-pay",
  body: payRunSchema,
  reply: dataReply(array(bulkResultReply).required()),
  example: { body: { requests: [{ id: 1, version: 1 }], reference: "SEPA-2026-47" } },
});
export const settleFinance = endpoint({
  ...decisions.command(
    "settle",
    "Adds receipts to a cash advance that was paid, and what was brought back or paid on top.",
  ),
  permission: "payment-pay",
  body: settleSchema,
  example: { body: { receipts: [{ details: "Customs fees", amount: "120.00" }], returned: "30.00" } },
});
export const archiveFinance = endpoint({
  ...decisions.command("archive", "Moves a paid request to the archive at once."),
  permission: ["payment-pay", "payment-settings"],
  body: decideSchema.pick(["version"]),
  example: { body: {} },
});
export const restoreFinance = endpoint({
  ...decisions.command("restore", "Takes a request back from the archive; the schedule counts its days anew."),
  permission: ["payment-pay", "payment-settings"],
  body: decideSchema.pick(["version"]),
  example: { body: {} },
});
