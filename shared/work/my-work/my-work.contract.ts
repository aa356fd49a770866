import { array, type InferType, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { reply, wholeNumber, positionReply } from "../../kernel/fields";
import { columnReply, singleColumnReply } from "../tasks/tasks.contract";
import { priorities } from "../tasks/tasks.fields";

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
  created_at: reply.text(),
  tag_ids: array(reply.id()).required(),
  version: reply.number(),
  subtasks: array(object({ id: reply.id(), name: reply.text() })).required(),
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
  tags: array(object({ id: reply.id(), name: reply.text(), color: reply.text() })).required(),
  /** Revision of the project's stream at which this reply was read. */
  ...positionReply,
  can: object({ edit: boolean().required(), move: boolean().required() }),
});
export type WorkProject = InferType<typeof workProjectReply>;

export const currentTaskReply = object({
  id: reply.id(),
  key: reply.text(),
  title: reply.text(),
  due_date: reply.textOrNull(),
  progress: reply.number(),
  column: singleColumnReply,
  /** Contains the revision of the project's stream at which this reply was read. */
  project: object({ id: reply.id(), title: reply.text(), ...positionReply }),
  running: boolean().required(),
});
export type CurrentTask = InferType<typeof currentTaskReply>;

export const listMyWork = endpoint({
  method: "GET",
  path: "/task/my-work",
  scope: "project-view",
  summary:
    "Lists the caller's work in all projects: assigned (by name, group or subtask), mentioned, watched or reported.",
  query: object({
    of: string().oneOf([...workReasons], "field.oneOf"),
    state: string().oneOf([...workStates], "field.oneOf"),
    per_page: wholeNumber(1, 1_000),
  }),
  expensive: true,
  reply: object({
    message: string(),
    /** Open tasks by due date, then priority; done tasks by last change. */
    data: array(workTaskReply).required(),
    projects: array(workProjectReply).required(),
    counts: object({
      assigned: reply.number(),
      mentions: reply.number(),
      watching: reply.number(),
      reported: reply.number(),
    }),
  }),
});
