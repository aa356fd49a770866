import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, reply } from "../../kernel/fields";
import { boardTaskReply } from "./tasks.contract";
import { changeTasksSchema, taskChangeSchema } from "./tasks.schema";

export const changedTaskReply = object({
  id: reply.id(),
  version: reply.number(),
  task: boardTaskReply.nullable().default(null),
  /** The change that undoes this one; null if the task did not change. */
  undo: taskChangeSchema.nullable().default(null),
});
export type ChangedTask = InferType<typeof changedTaskReply>;

export const changeTasks = endpoint({
  method: "POST",
  path: "/task/bulk",
  scope: "task-edit",
  summary:
    "Updates up to 500 tasks, all or none. The response lists the changes in the order in which to send their undo. A conflict returns all cards involved.",
  body: changeTasksSchema,
  reply: dataReply(array(changedTaskReply).required()),
  problems: ["task.stale", "task.archived", "project.archived"],
  example: { body: { changes: [{ id: 1, title: "Write the copy again" }] } },
});
