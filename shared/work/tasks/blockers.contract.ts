import { type InferType, object } from "yup";
import { boolean } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pathId, reply } from "../../kernel/fields";
import { boardTaskReply } from "./tasks.contract";

export const relatedTaskReply = object({
  id: reply.id(),
  key: reply.text(),
  title: reply.text(),
  task_status_id: reply.id(),
  progress: reply.number(),
  archived: boolean().required(),
});
export type RelatedTask = InferType<typeof relatedTaskReply>;

/** Whether the task still blocks other tasks; finished and archived tasks do not. */
export const isBlocking = (task: Pick<RelatedTask, "progress" | "archived">) => !task.archived && task.progress < 100;

const ends = object({ id: pathId("task"), blocker_id: pathId("task") });

export const addBlocker = endpoint({
  method: "PUT",
  path: "/task/:id/blockers/:blocker_id",
  scope: "task-edit",
  summary: "Adds a blocker: the second task must be done before the first. Cycles are refused.",
  params: ends,
  reply: dataReply(boardTaskReply),
  problems: ["task.archived", "project.archived", "request.invalid"],
});

export const removeBlocker = endpoint({
  method: "DELETE",
  path: "/task/:id/blockers/:blocker_id",
  scope: "task-edit",
  summary: "Removes a blocker from a task.",
  params: ends,
  reply: dataReply(boardTaskReply),
  problems: ["task.archived", "project.archived"],
});
