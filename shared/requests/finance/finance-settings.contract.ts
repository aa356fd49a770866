import { array, type InferType, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, idField, pathId, reply, wholeNumber } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { budgetStateReply } from "./finance-reply.contract";
import { budgetChangeSchema, budgetSchema, financeSettingsSchema } from "./finance.schema";
import { financeFamily } from "../../approvals/approvals/families";

const { feature } = financeFamily;
const settings = "payment-settings" as const;
const yes = () => boolean().required();

export const archiveRunReply = object({
  id: reply.id(),
  state: string().oneOf(["running", "done", "stopped"]).required(),
  /** Null if the schedule started the run. */
  started_by: personReply.nullable().defined(),
  started_at: reply.text(),
  finished_at: reply.textOrNull(),
  due: reply.number(),
  moved: reply.number(),
  /** Number of cash advances skipped because they are not settled. */
  unsettled: reply.number(),
  latest: array(
    object({ id: reply.id(), number: reply.text(), title: reply.text(), paid_on: reply.text() }),
  ).required(),
});
const runReply = archiveRunReply.shape({ can: object({ stop: yes() }) });
export type ArchiveRun = InferType<typeof runReply>;

export const financeSettingsReply = object({
  version: reply.number(),
  currency: reply.text(),
  currencies: array(
    object({
      code: reply.text(),
      rate: reply.text(),
      updated_at: reply.textOrNull(),
    }),
  ).required(),
  archive_days: reply.number(),
  can: object({ edit: yes() }),
});
export type FinanceSettings = InferType<typeof financeSettingsReply>;

export const readFinanceSettings = endpoint({
  method: "GET",
  path: "/finance/settings",
  summary: "Returns the currencies with their rates, and the number of days before paid requests are archived.",
  feature,
  permission: "payment-list",
  reply: dataReply(financeSettingsReply),
});

export const updateFinanceSettings = endpoint({
  method: "PUT",
  path: "/finance/settings",
  summary: "Updates the finance settings. Requests already sent keep their rate.",
  feature,
  permission: settings,
  body: financeSettingsSchema,
  reply: dataReply(financeSettingsReply),
  problems: ["organization.stale", "request.invalid"],
  example: { body: { currency: "USD", currencies: [{ code: "EUR", rate: "1.0834" }], archive_days: 30 } },
});

export const listBudgets = endpoint({
  method: "GET",
  path: "/finance/budget",
  summary:
    "Lists department budgets with the remaining amounts: all for finance, otherwise those the caller owns and that of their department.",
  feature,
  permission: "payment-list",
  query: object({ year: wholeNumber(2000, 2100), department_id: idField("department") }),
  reply: dataReply(array(budgetStateReply.shape({ version: reply.number(), can: object({ edit: yes() }) })).required()),
});

const budgetReply = dataReply(budgetStateReply.shape({ version: reply.number(), can: object({ edit: yes() }) }));

export const createBudget = endpoint({
  method: "POST",
  path: "/finance/budget",
  summary: "Sets a department's budget for a year, in the tenant's currency.",
  feature,
  permission: settings,
  body: budgetSchema,
  reply: budgetReply,
  status: 201,
  problems: ["request.invalid"],
  example: { body: { department_id: 1, year: 2030, amount: "48000.00" } },
});
export const updateBudget = endpoint({
  method: "PUT",
  path: "/finance/budget/:id",
  summary: "Updates the amount and the owner of a budget.",
  feature,
  permission: settings,
  params: object({ id: pathId("budget") }),
  body: budgetChangeSchema,
  reply: budgetReply,
  problems: ["organization.stale"],
  example: { body: { amount: "52000.00" } },
});
export const deleteBudget = endpoint({
  method: "DELETE",
  path: "/finance/budget/:id",
  summary: "Deletes a budget. Requests are unchanged.",
  feature,
  permission: settings,
  params: object({ id: pathId("budget") }),
  reply: deletedReply,
});

export const readArchiveRun = endpoint({
  method: "GET",
  path: "/finance/archive-run",
  summary: "Returns how many paid requests are due for archiving, and the latest archive run with its result.",
  feature,
  permission: settings,
  reply: dataReply(
    object({
      due: reply.number(),
      unsettled: reply.number(),
      /** The run archives requests paid on or before this day. */
      paid_until: reply.text(),
      checked_at: reply.textOrNull(),
      run: runReply.nullable().defined(),
    }),
  ),
});
export const startArchiveRun = endpoint({
  method: "POST",
  path: "/finance/archive-run",
  summary: "Starts archiving due requests. If a run is already active, that run is returned.",
  feature,
  permission: settings,
  reply: dataReply(runReply),
  status: 201,
});
export const stopArchiveRun = endpoint({
  method: "DELETE",
  path: "/finance/archive-run/:id",
  summary: "Stops an archive run after the request being moved.",
  feature,
  permission: settings,
  params: object({ id: pathId("archiveRun") }),
  reply: deletedReply,
  problems: ["request.wrongState"],
});
