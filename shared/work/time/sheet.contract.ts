import { array, type InferType, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, idField, lineField, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { timedProjectReply, timedTaskReply, timeEntryReply } from "./time.contract";
import { timeSheetQuery } from "./time.schema";
import { weekStates } from "./week.workflow";

export const suggestionReply = object({
  task_id: reply.id(),
  date: reply.text(),
  minutes: reply.number(),
  source: object({
    kind: string().oneOf(["moved", "edited", "commented", "timer"]).required(),
    at: reply.text(),
    minutes: reply.numberOrNull(),
    column: reply.textOrNull(),
  }),
});

export const timeSheetReply = object({
  user: personReply,
  from: reply.text(),
  to: reply.text(),
  /** Today in the user's time zone. */
  today: reply.text(),
  days: array(
    object({
      date: reply.text(),
      target_minutes: reply.number(),
      state: string()
        .oneOf([...weekStates])
        .required(),
      /** Minutes in projects that the reader cannot see, or that the project filter leaves out. */
      hidden_minutes: reply.number(),
    }),
  ).required(),
  projects: array(timedProjectReply).required(),
  tasks: array(timedTaskReply.shape({ can: object({ log: boolean().required() }) })).required(),
  entries: array(timeEntryReply).required(),
  /** Suggestions for the user's own time sheet only; no sum includes them. */
  suggestions: array(suggestionReply).required(),
  can: object({ log: boolean().required() }),
});
export type TimeSheet = InferType<typeof timeSheetReply>;

export const readTimeSheet = endpoint({
  method: "GET",
  path: "/time-sheet",
  summary:
    "Returns a user's time sheet of tasks by day, with target hours. Other users' time requires `time-tracking-all`.",
  permission: "time-tracking-list",
  query: timeSheetQuery,
  reply: dataReply(timeSheetReply),
  problems: ["permission.denied"],
  example: { query: { from: "2026-11-12", to: "2026-11-18" } },
});

export const listTimedPeople = endpoint({
  method: "GET",
  path: "/time-person",
  summary: "Lists the people whose time the caller may see, including the caller.",
  permission: "time-tracking-all",
  reply: dataReply(array(personReply).required()),
});

export const loggableTasks = endpoint({
  method: "GET",
  path: "/time-task",
  summary: "Lists tasks the caller may log time on: matching a search text, otherwise recent and assigned ones.",
  permission: "time-tracking-list",
  query: object({ q: lineField(200), project_id: idField("project") }),
  reply: dataReply(
    array(timedTaskReply.shape({ project_title: reply.text(), project_color: reply.text() })).required(),
  ),
});

export const reportProjectTime = endpoint({
  method: "GET",
  path: "/project/:id/time",
  scope: "project-view",
  summary: "Returns estimates and time spent in a project: in total, per task and per person.",
  params: object({ id: pathId("project") }),
  reply: dataReply(
    object({
      estimate_minutes: reply.number(),
      spent_on_estimated_minutes: reply.number(),
      spent_minutes: reply.number(),
      estimated_count: reply.number(),
      task_count: reply.number(),
      tasks: array(
        timedTaskReply.shape({
          done: boolean().required(),
          estimate_minutes: reply.numberOrNull(),
          spent_minutes: reply.number(),
        }),
      ).required(),
      people: array(object({ user: personReply, minutes: reply.number() })).required(),
    }),
  ),
});
export type ProjectTime = InferType<typeof reportProjectTime.reply>["data"];
