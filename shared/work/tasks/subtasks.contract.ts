import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, idList, messageReply, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { boardTaskReply } from "./tasks.contract";
import { createSubtaskSchema, createSubtasksSchema, updateSubtaskSchema } from "./subtasks.schema";

export const subtaskReply = object({
  id: reply.id(),
  task_id: reply.id(),
  name: reply.text(),
  /** 0 or 1. */
  completed: reply.number(),
  assignee: personReply.nullable().defined(),
  due_date: reply.textOrNull(),
  version: reply.number(),
});
export type Subtask = InferType<typeof subtaskReply>;

const byId = object({ id: pathId("subtask") });

export const createSubtask = endpoint({
  method: "POST",
  path: "/sub_task",
  scope: "task-edit",
  summary: "Creates a subtask at the end of a task's list.",
  body: createSubtaskSchema,
  reply: dataReply(subtaskReply),
  status: 201,
  problems: ["task.archived", "project.archived"],
  example: { body: { task_id: 1, name: "Test on a phone" } },
});

export const createSubtasks = endpoint({
  method: "POST",
  path: "/sub_task/many",
  scope: "task-edit",
  summary: "Creates several subtasks in order, all or none.",
  body: createSubtasksSchema,
  reply: dataReply(array(subtaskReply).required()),
  status: 201,
  problems: ["task.archived", "project.archived"],
  example: { body: { task_id: 1, names: ["Test on a phone", "Tell the customers"], completed: [true, false] } },
});

export const updateSubtask = endpoint({
  method: "PUT",
  path: "/sub_task/:id",
  scope: "task-edit",
  summary: "Updates the fields sent.",
  params: byId,
  body: updateSubtaskSchema,
  reply: dataReply(subtaskReply),
  problems: ["subtask.stale", "task.archived", "project.archived"],
  example: { body: { name: "Test on two phones", completed: true } },
});

export const toggleSubtask = endpoint({
  method: "GET",
  path: "/sub_task/:id",
  scope: "task-edit",
  summary: "Toggles whether a subtask is completed. Use PUT to set a value.",
  params: byId,
  reply: dataReply(subtaskReply),
  readOnly: false,
  siblings: ["PATCH"],
  problems: ["task.archived", "project.archived"],
});

export const sortSubtasks = endpoint({
  method: "PUT",
  path: "/sub_task/:id/sort-update/:ids",
  scope: "task-edit",
  summary: "Sets the order of a task's subtasks. The id is the task's; unnamed subtasks keep their positions.",
  params: object({ id: pathId("task"), ids: idList("subtask", 2_000).required().min(1, "field.required") }),
  reply: messageReply,
  problems: ["task.archived", "project.archived"],
});

export const convertSubtask = endpoint({
  method: "POST",
  path: "/sub_task/:id/task",
  scope: "task-create",
  summary: "Converts a subtask into a task directly below its parent task.",
  params: byId,
  reply: dataReply(boardTaskReply),
  status: 201,
  problems: ["task.archived", "project.archived"],
});

export const deleteSubtask = endpoint({
  method: "DELETE",
  path: "/sub_task/:id",
  scope: "task-edit",
  summary: "Deletes a subtask.",
  params: byId,
  reply: deletedReply,
  problems: ["task.archived", "project.archived"],
});
