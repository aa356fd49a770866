import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pathId, reply } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { columnKinds } from "../../work/tasks/tasks.schema";
import { projectRef, taskRefReply } from "./project-analytics.contract";

const kind = () =>
  string()
    .oneOf([...columnKinds])
    .required();

export const taskAnalyticsReply = taskRefReply.shape({
  project: projectRef,
  behind: boolean().required(),
  created_at: reply.text(),
  started_at: reply.textOrNull(),
  finished_at: reply.textOrNull(),
  cycle_days: reply.numberOrNull(),
  lead_days: reply.number(),
  /** Days in to-do columns before the end of the task. */
  waiting_days: reply.number(),
  /** Days during which the task was open and at least one of its blockers was not finished. */
  blocked_days: reply.number(),
  reopened: reply.number(),
  touches: reply.number(),
  estimate_minutes: reply.numberOrNull(),
  spent_minutes: reply.number(),
  stays: array(
    object({
      column_id: reply.id(),
      column: reply.text(),
      kind: kind(),
      archived: boolean().required(),
      from: reply.text(),
      /** When the task left the column; null while it is in the column. */
      to: reply.textOrNull(),
      days: reply.number(),
    }),
  ).required(),
});
export type TaskAnalytics = InferType<typeof taskAnalyticsReply>;

const guarded = { feature: "analytics", permission: "analytics-task-list" } as const;

export const readTaskAnalytics = endpoint({
  method: "GET",
  path: "/analytics/task/:id",
  ...guarded,
  summary: "Returns where a task's time went: time per column, waiting and blocked time, estimate and actual time.",
  params: object({ id: pathId("task") }),
  reply: dataReply(taskAnalyticsReply),
  problems: ["permission.denied"],
});

export const taskFigures = ["cycle", "lead", "waiting", "blocked", "reopened", "spent"] as const;
export type TaskFigure = (typeof taskFigures)[number];

export const taskFigureRowReply = object({
  /** The name of a column or of a blocker. */
  title: reply.text(),
  task_id: reply.numberOrNull(),
  archived: boolean().required(),
  /** A timestamp, or a date for logged time. */
  from: reply.text(),
  to: reply.textOrNull(),
  days: reply.numberOrNull(),
  minutes: reply.numberOrNull(),
});
export type TaskFigureRow = InferType<typeof taskFigureRowReply>;

export const listTaskFigure = endpoint({
  method: "GET",
  path: "/analytics/task/:id/list",
  ...guarded,
  summary: "Lists the records behind a task figure: column stays, blockers or logged time by day.",
  params: object({ id: pathId("task") }),
  query: object({
    figure: string()
      .oneOf([...taskFigures], "field.oneOf")
      .required("field.required"),
  }),
  reply: dataReply(array(taskFigureRowReply).required()),
  problems: ["permission.denied"],
  example: { query: { figure: "cycle" } },
});

export const agingTaskReply = taskRefReply.shape({ project: projectRef, column: reply.text(), days: reply.number() });
export type AgingTask = InferType<typeof agingTaskReply>;

export const listTaskAnalytics = endpoint({
  method: "GET",
  path: "/analytics/task",
  ...guarded,
  summary: "Lists the tasks that have been in progress longest in the visible projects.",
  reply: dataReply(array(agingTaskReply).required()),
});
