import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, pathId, reply } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { columnKinds } from "../tasks/tasks.schema";
import { projectRef, taskRefReply } from "./project-analytics.contract";

const kind = () =>
  string()
    .oneOf([...columnKinds])
    .required();

/** Where the time of a task went. */
export const taskAnalyticsReply = taskRefReply.shape({
  project: projectRef,
  behind: boolean().required(),
  created_at: reply.text(),
  started_at: reply.textOrNull(),
  finished_at: reply.textOrNull(),
  /** From its start to its end, or to now; null: not begun. */
  cycle_days: reply.numberOrNull(),
  lead_days: reply.number(),
  /** In columns of kind to do, before its end. */
  waiting_days: reply.number(),
  /** While something that it waits for wasn't done, and it wasn't either. */
  blocked_days: reply.number(),
  reopened: reply.number(),
  /** Events in its history. */
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
      /** Null: it is there now. */
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
  summary: "Where the time of a task went: per column, waiting, blocked; estimate against actual.",
  params: object({ id: pathId("task") }),
  reply: dataReply(taskAnalyticsReply),
  problems: ["permission.denied"],
});

/** Whose lists are rows of their own; touches are the task's history. */
export const taskFigures = ["cycle", "lead", "waiting", "blocked", "reopened", "spent"] as const;
export type TaskFigure = (typeof taskFigures)[number];

export const taskFigureRowReply = object({
  /** A column, or what was waited for. */
  title: reply.text(),
  task_id: reply.numberOrNull(),
  archived: boolean().required(),
  /** A moment; of logged time a day. */
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
  summary: "What a figure of a task counts: stays, blockers, logged time by day.",
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
  summary: "What has been in progress for longest, over the projects one sees.",
  reply: dataReply(array(agingTaskReply).required()),
});
