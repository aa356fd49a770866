import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, reply } from "../kernel/fields";
import { boardTaskReply } from "./tasks.contract";
import { changeTasksSchema, taskChangeSchema } from "./tasks.schema";

export const changedTaskReply = object({
  id: reply.id(),
  version: reply.number(),
  /** The card as it is now; null when it is archived. */
  task: boardTaskReply.nullable().default(null),
  /** The change that takes this one back; null where nothing changed. */
  undo: taskChangeSchema.nullable().default(null),
});
export type ChangedTask = InferType<typeof changedTaskReply>;

export const changeTasks = endpoint({
  method: "POST",
  path: "/task/bulk",
  scope: "task-edit",
  summary:
    "Changes up to 500 tasks, all or none. The answer is in the order in which the changes that take it back are to be sent. A conflict answers with all cards that are in it.",
  body: changeTasksSchema,
  reply: dataReply(array(changedTaskReply).required()),
  problems: ["task.stale", "task.archived", "project.archived"],
  example: { body: { changes: [{ id: 1, title: "Write the copy again" }] } },
});
