import { array, type InferType, object } from "yup";
import { boolean } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../kernel/fields";
import { personReply } from "../people/people.contract";
import { createTimeEntriesSchema, createTimeEntrySchema, timeEntryQuery, updateTimeEntrySchema } from "./time.schema";

/** What every reader of the task may know of an entry. */
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

/** `edit`: it is one's own, and its week is open. */
export const timeEntryReply = timeEntryFacts.shape({ can: object({ edit: boolean().required() }) });
export type TimeEntry = InferType<typeof timeEntryReply>;

/** A task as time screens name it. */
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
  /** Position of the project's stream when this was read. */
  revision: reply.number(),
});
export type TimedProject = InferType<typeof timedProjectReply>;

const byId = object({ id: pathId("timeEntry") });
const problems = ["time.locked", "project.archived"] as const;

export const listTimeEntries = endpoint({
  method: "GET",
  path: "/time-entry",
  scope: "time-entry-create",
  summary:
    "Time entries, newest day first: of a task for whoever sees it, else of a person within at most 92 days (the last seven without a range).",
  query: timeEntryQuery,
  long: true,
  reply: object({
    data: array(timeEntryReply.shape({ task: timedTaskReply, project_title: reply.text() })).required(),
    /** Minutes on tasks of projects that the reader doesn't see: they count, and are told nothing of. */
    hidden: array(object({ date: reply.text(), minutes: reply.number() })).required(),
  }),
  problems: ["permission.denied"],
  example: { query: { from: "2026-11-01", to: "2026-11-30" } },
});

export const createTimeEntry = endpoint({
  method: "POST",
  path: "/time-entry",
  scope: "time-entry-create",
  summary: "Writes down one's own time on a task. At most 24 hours per entry and per day.",
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
  summary: "Writes down several times at once, all or none: suggestions, a week that is copied.",
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
  summary: "Changes one's own time entry.",
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
  summary: "Deletes one's own time entry.",
  params: byId,
  reply: deletedReply,
  problems,
});
