import { array, object } from "yup";
import { bulkResultReply, changesSchema, decideSchema, rejectSchema } from "../approvals/approvals.contract";
import { endpoint } from "../kernel/endpoint";
import { dataReply, pathId } from "../kernel/fields";
import { financeDetailReply } from "./finance-reply.contract";
import { payRunSchema, paySchema, settleSchema } from "./finance.schema";
import { financeFamily } from "./finance.family";

const { feature } = financeFamily;
const byId = object({ id: pathId("financeRequest") });

const command = (verb: string, summary: string) => ({
  method: "PUT" as const,
  path: `/finance/finance-request/:id/${verb}`,
  summary,
  feature,
  params: byId,
  reply: dataReply(financeDetailReply),
  problems: [
    "request.stale",
    "request.wrongState",
    "request.own",
    "request.decided",
    "request.fourEyes",
    "request.fourEyesPay",
    "request.invalid",
  ] as const,
});

export const sendFinance = endpoint({
  ...command("send", "Sends a draft or what was changed: now it gets its number and keeps its rate."),
  permission: "payment-create",
  body: decideSchema.pick(["version"]),
  example: { body: {} },
});
export const approveFinance = endpoint({
  ...command("approve", "Decides the step that is asked: yes."),
  body: decideSchema,
  example: { body: {} },
});
export const rejectFinance = endpoint({
  ...command("reject", "Decides the step that is asked: no, and why."),
  body: rejectSchema,
  example: { body: { reason: "There are two in the depot" } },
});
export const requestFinanceChanges = endpoint({
  ...command("request-changes", "Sends it back with what should be different."),
  body: changesSchema,
  example: { body: { note: "Please add the second quote" } },
});
export const cancelFinance = endpoint({
  ...command("cancel", "Takes it back: its requester, until it is paid."),
  body: decideSchema,
  example: { body: {} },
});
export const payFinance = endpoint({
  ...command("pay", "Writes down when an approved request was paid, and by which reference."),
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
  ...command("settle", "Adds receipts to a cash advance that was paid, and what was brought back or paid on top."),
  permission: "payment-pay",
  body: settleSchema,
  example: { body: { receipts: [{ details: "Customs fees", amount: "120.00" }], returned: "30.00" } },
});
export const archiveFinance = endpoint({
  ...command("archive", "Moves a paid request to the archive at once."),
  permission: ["payment-pay", "payment-settings"],
  body: decideSchema.pick(["version"]),
  example: { body: {} },
});
export const restoreFinance = endpoint({
  ...command("restore", "Takes a request back from the archive; the schedule counts its days anew."),
  permission: ["payment-pay", "payment-settings"],
  body: decideSchema.pick(["version"]),
  example: { body: {} },
});
