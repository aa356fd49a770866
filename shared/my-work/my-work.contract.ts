import { array, type InferType, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { reply, wholeNumber } from "../kernel/fields";
import { columnReply } from "../tasks/tasks.contract";
import { priorities } from "../tasks/tasks.fields";

/** Why a task is one's own affair. Several may be true of one task. */
export const workReasons = ["assigned", "mentions", "watching", "reported"] as const;
export type WorkReason = (typeof workReasons)[number];

export const workStates = ["open", "done"] as const;
export type WorkState = (typeof workStates)[number];

export const workTaskReply = object({
  id: reply.id(),
  project_id: reply.id(),
  task_status_id: reply.id(),
  key: reply.text(),
  title: reply.text(),
  priority: string()
    .oneOf([...priorities])
    .required(),
  start_date: reply.textOrNull(),
  due_date: reply.textOrNull(),
  progress: reply.number(),
  version: reply.number(),
  /** What is left of those that are one's own: the first ten. */
  subtasks: array(object({ id: reply.id(), name: reply.text() })).required(),
  /** How many that are. */
  subtask_total: reply.number(),
});
export type WorkTask = InferType<typeof workTaskReply>;

export const workProjectReply = object({
  id: reply.id(),
  title: reply.text(),
  code: reply.text(),
  color: reply.text(),
  start_date: reply.textOrNull(),
  end_date: reply.textOrNull(),
  columns: array(columnReply).required(),
  /** Position of its stream that this answer is exactly at. */
  revision: reply.number(),
  can: object({ edit: boolean().required(), move: boolean().required() }),
});
export type WorkProject = InferType<typeof workProjectReply>;

export const myWork = endpoint({
  method: "GET",
  path: "/task/my-work",
  scope: "project-view",
  summary:
    "One's own work over all projects: assigned (by name, group or subtask), mentioning one, watched, or reported by one.",
  query: object({
    of: string().oneOf([...workReasons], "field.oneOf"),
    state: string().oneOf([...workStates], "field.oneOf"),
    per_page: wholeNumber(1, 1_000),
  }),
  long: true,
  reply: object({
    message: string(),
    /** Open ones by due date, then by priority; done ones last changed first. */
    data: array(workTaskReply).required(),
    /** The projects of `data`, by title. */
    projects: array(workProjectReply).required(),
    /** How many there are in that state, for each reason. */
    counts: object({
      assigned: reply.number(),
      mentions: reply.number(),
      watching: reply.number(),
      reported: reply.number(),
    }),
  }),
});
