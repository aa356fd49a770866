import { array, type InferType, object } from "yup";
import { boolean } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply, positionReply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { createTimeEntriesSchema, createTimeEntrySchema, timeEntryQuery, updateTimeEntrySchema } from "./time.schema";

export const timeEntryFacts = object({
  id: reply.id(),
  task_id: reply.id(),
  project_id: reply.id(),
  user: personReply,
  date: reply.text(),
  hours: reply.number(),
  minutes: reply.number(),
  note: reply.textOrNull(),
  version: reply.number(),
});
export type TimeEntryFacts = InferType<typeof timeEntryFacts>;

/** `can.edit`: the entry belongs to the reader and its timesheet week is open. */
export const timeEntryReply = timeEntryFacts.shape({ can: object({ edit: boolean().required() }) });
export type TimeEntry = InferType<typeof timeEntryReply>;

export const timedTaskReply = object({
  id: reply.id(),
  project_id: reply.id(),
  key: reply.text(),
  title: reply.text(),
});
export type TimedTask = InferType<typeof timedTaskReply>;

export const timedProjectReply = object({
  id: reply.id(),
  title: reply.text(),
  code: reply.text(),
  color: reply.text(),
  /** Revision of the project's stream at which this reply was read. */
  ...positionReply,
});
export type TimedProject = InferType<typeof timedProjectReply>;

const byId = object({ id: pathId("timeEntry") });
const problems = ["time.locked", "project.archived"] as const;

export const listTimeEntries = endpoint({
  method: "GET",
  path: "/time-entry",
  scope: "time-entry-create",
  summary:
    "Lists time entries, newest day first: of a visible task, otherwise of a user for at most 92 days (by default the last seven).",
  query: timeEntryQuery,
  expensive: true,
  reply: object({
    data: array(timeEntryReply.shape({ task: timedTaskReply, project_title: reply.text() })).required(),
    /** Total minutes in projects that the reader cannot see, without details. */
    hidden: array(object({ date: reply.text(), minutes: reply.number() })).required(),
  }),
  problems: ["permission.denied"],
  example: { query: { from: "2026-11-01", to: "2026-11-30" } },
});

export const createTimeEntry = endpoint({
  method: "POST",
  path: "/time-entry",
  scope: "time-entry-create",
  summary: "Logs the caller's time on a task. At most 24 hours per entry and per day.",
  body: createTimeEntrySchema,
  reply: dataReply(timeEntryReply),
  status: 201,
  problems,
  example: { body: { task_id: 1, date: "2026-11-18", hours: 1, minutes: 30, note: "Rounding cases" } },
});

export const createTimeEntries = endpoint({
  method: "POST",
  path: "/time-entry/batch",
  scope: "time-entry-create",
  summary: "Creates several time entries, all or none: suggestions or a copied week.",
  body: createTimeEntriesSchema,
  reply: dataReply(array(timeEntryReply).required()),
  status: 201,
  problems,
  example: { body: { entries: [{ task_id: 1, date: "2026-11-18", hours: 1, minutes: 30 }] } },
});

export const updateTimeEntry = endpoint({
  method: "PUT",
  path: "/time-entry/:id",
  scope: "time-entry-create",
  summary: "Updates the caller's time entry.",
  params: byId,
  body: updateTimeEntrySchema,
  reply: dataReply(timeEntryReply),
  problems: [...problems, "time.stale"],
  example: { body: { date: "2026-11-18", hours: 2, minutes: 0 } },
});

export const deleteTimeEntry = endpoint({
  method: "DELETE",
  path: "/time-entry/:id",
  scope: "time-entry-create",
  summary: "Deletes the caller's time entry.",
  params: byId,
  reply: deletedReply,
  problems,
});
