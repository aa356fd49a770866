import { type InferType, object } from "yup";
import { boolean } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, pathId, reply } from "../kernel/fields";
import { boardTaskReply } from "./tasks.contract";

/** A task at the other end of a dependency. */
export const relatedTaskReply = object({
  id: reply.id(),
  key: reply.text(),
  title: reply.text(),
  task_status_id: reply.id(),
  progress: reply.number(),
  archived: boolean().required(),
});
export type RelatedTask = InferType<typeof relatedTaskReply>;

/** Whether it still holds up the tasks that wait for it: what is put away holds nobody up. */
export const holdsUp = (task: Pick<RelatedTask, "progress" | "archived">) => !task.archived && task.progress < 100;

const ends = object({ id: pathId("task"), blocker_id: pathId("task") });

export const addBlocker = endpoint({
  method: "PUT",
  path: "/task/:id/blockers/:blocker_id",
  scope: "task-edit",
  summary: "The second task must be done before the first; nothing may wait for itself, over however many steps.",
  params: ends,
  reply: dataReply(boardTaskReply),
  problems: ["task.archived", "project.archived", "request.invalid"],
});

export const removeBlocker = endpoint({
  method: "DELETE",
  path: "/task/:id/blockers/:blocker_id",
  scope: "task-edit",
  summary: "The first task no longer waits for the second.",
  params: ends,
  reply: dataReply(boardTaskReply),
  problems: ["task.archived", "project.archived"],
});
