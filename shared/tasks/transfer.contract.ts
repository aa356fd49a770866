import { object } from "yup";
import { string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, idField, pathId, reply } from "../kernel/fields";
import { boardTaskReply } from "./tasks.contract";

const taskById = object({ id: pathId("task") });

export const duplicateTask = endpoint({
  method: "POST",
  path: "/task/:id/duplicate",
  scope: "task-create",
  summary:
    "Makes the same task again, right below: its facts, people, tags and subtasks (open again); not what was said and done.",
  params: taskById,
  reply: dataReply(boardTaskReply),
  status: 201,
  problems: ["project.archived"],
});

export const transferTask = endpoint({
  method: "PUT",
  path: "/task/:id/project",
  scope: "task-move",
  summary:
    "Moves a task to another project, with comments, subtasks, attachments, time and history. It gets a new key; the old one still leads to it. People and tags that the project lacks go (tags of the same name stay), and so do dependencies.",
  params: taskById,
  body: object({
    project_id: idField("project").required("field.required"),
    /** Without it: the first column of the same kind. */
    task_status_id: idField("column"),
  }),
  reply: dataReply(boardTaskReply),
  problems: ["task.archived", "project.archived", "conflict"],
  example: { body: { project_id: 1 } },
});

/** `WEB-12`, also in small letters. */
export const taskKeyPattern = /^[A-Za-z][A-Za-z0-9]{1,7}-[1-9]\d{0,8}$/;

export const findTaskByKey = endpoint({
  method: "GET",
  path: "/task/key/:key",
  scope: "project-view",
  summary: "Which task has this key, or had it last: in capitals or not.",
  params: object({ key: string().required() }),
  reply: dataReply(object({ id: reply.id(), key: reply.text(), project_id: reply.id() })),
  problems: ["notFound"],
});
