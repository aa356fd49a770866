import { array, type InferType, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, idField, pathId, reply, wholeNumber } from "../kernel/fields";
import { personReply } from "../people/people.contract";
import { budgetStateReply } from "./finance-reply.contract";
import { budgetChangeSchema, budgetSchema, financeSettingsSchema } from "./finance.schema";
import { financeFamily } from "./finance.family";

const { feature } = financeFamily;
const settings = "payment-settings" as const;
const yes = () => boolean().required();

/** One move of paid requests to the archive, by the schedule or by someone who pressed the button. */
export const archiveRunReply = object({
  id: reply.id(),
  state: string().oneOf(["running", "done", "stopped"]).required(),
  /** Null: the schedule. */
  started_by: personReply.nullable().defined(),
  started_at: reply.text(),
  finished_at: reply.textOrNull(),
  /** How many were due when it began, and how many of them are moved. */
  due: reply.number(),
  moved: reply.number(),
  /** Cash advances that stay because they aren't settled. */
  unsettled: reply.number(),
  /** The latest that were moved, newest first. */
  latest: array(
    object({ id: reply.id(), number: reply.text(), title: reply.text(), paid_on: reply.text() }),
  ).required(),
});
const runReply = archiveRunReply.shape({ can: object({ stop: yes() }) });
export type ArchiveRun = InferType<typeof runReply>;

export const financeSettingsReply = object({
  version: reply.number(),
  /** The tenant's own currency. */
  currency: reply.text(),
  currencies: array(
    object({
      code: reply.text(),
      rate: reply.text(),
      /** Null where it was never changed. */
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
  summary: "Currencies with their rates, and after how many days paid requests go to the archive.",
  feature,
  permission: "payment-list",
  reply: dataReply(financeSettingsReply),
});

export const updateFinanceSettings = endpoint({
  method: "PUT",
  path: "/finance/settings",
  summary: "Sets them. Requests that were sent keep the rate of that day.",
  feature,
  permission: settings,
  body: financeSettingsSchema,
  reply: dataReply(financeSettingsReply),
  problems: ["request.stale", "request.invalid"],
  example: { body: { currency: "USD", currencies: [{ code: "EUR", rate: "1.0834" }], archive_days: 30 } },
});

export const listBudgets = endpoint({
  method: "GET",
  path: "/finance/budget",
  summary: "Budgets of departments with what remains: all for finance, else that of one's own department.",
  feature,
  permission: "payment-list",
  query: object({ year: wholeNumber(2000, 2100), department_id: idField("department") }),
  reply: dataReply(array(budgetStateReply.shape({ version: reply.number(), can: object({ edit: yes() }) })).required()),
});

const budgetReply = dataReply(budgetStateReply.shape({ version: reply.number(), can: object({ edit: yes() }) }));

export const createBudget = endpoint({
  method: "POST",
  path: "/finance/budget",
  summary: "Sets what a department may spend in a year, in the tenant's currency.",
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
  summary: "Changes the amount of a budget.",
  feature,
  permission: settings,
  params: object({ id: pathId("budget") }),
  body: budgetChangeSchema,
  reply: budgetReply,
  problems: ["request.stale"],
  example: { body: { amount: "52000.00" } },
});
export const deleteBudget = endpoint({
  method: "DELETE",
  path: "/finance/budget/:id",
  summary: "Removes a budget; requests stay as they are.",
  feature,
  permission: settings,
  params: object({ id: pathId("budget") }),
  reply: deletedReply,
});

export const readArchiveRun = endpoint({
  method: "GET",
  path: "/finance/archive-run",
  summary: "How many paid requests are due now, and the latest run: when it was and what came of it.",
  feature,
  permission: settings,
  reply: dataReply(
    object({
      due: reply.number(),
      unsettled: reply.number(),
      /** Paid on this day or earlier. */
      paid_until: reply.text(),
      /** When the schedule last looked; null while it never has. */
      checked_at: reply.textOrNull(),
      run: runReply.nullable().defined(),
    }),
  ),
});
export const startArchiveRun = endpoint({
  method: "POST",
  path: "/finance/archive-run",
  summary: "Moves what is due to the archive now. While one is under way it answers with that one.",
  feature,
  permission: settings,
  reply: dataReply(runReply),
  status: 201,
});
export const stopArchiveRun = endpoint({
  method: "DELETE",
  path: "/finance/archive-run/:id",
  summary: "Lets the run end after what it is moving at this moment.",
  feature,
  permission: settings,
  params: object({ id: pathId("archiveRun") }),
  reply: deletedReply,
  problems: ["request.wrongState"],
});
