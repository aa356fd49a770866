import { array, type InferType, object } from "yup";
import { string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, idField, pathId, reply } from "../../kernel/fields";
import { boardTaskReply } from "./tasks.contract";

const taskById = object({ id: pathId("task") });

export const duplicateTask = endpoint({
  method: "POST",
  path: "/task/:id/duplicate",
  scope: "task-create",
  summary:
    "Duplicates a task directly below it, with details, people, tags and reopened subtasks, but without comments, time and history.",
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
    "Moves a task to another project, with comments, subtasks, attachments, time and history. It gets a new key; the old one redirects to it. People and tags missing in that project are removed (tags of the same name are kept), as are dependencies.",
  params: taskById,
  body: object({
    project_id: idField("project").required("field.required"),
    /** Defaults to the first column of the same kind in the target project. */
    task_status_id: idField("column"),
  }),
  reply: dataReply(boardTaskReply),
  problems: ["task.archived", "project.archived", "conflict"],
  example: { body: { project_id: 1 } },
});

const transferPreviewReply = object({
  /** The task's values of project fields, in the order of the fields. */
  fields: array(
    object({
      id: reply.id(),
      title: reply.text(),
      /** Whether all, a part or none of the value is kept; some of several options can be missing in the other project. */
      kept: string().oneOf(["all", "some", "none"]).required(),
    }),
  ).required(),
});
export type TransferPreview = InferType<typeof transferPreviewReply>;

export const previewTransfer = endpoint({
  method: "GET",
  path: "/task/:id/project",
  scope: "project-view",
  summary: "Tells which values of project fields a move to another project would keep, without changing anything.",
  params: taskById,
  query: object({ project_id: idField("project").required("field.required") }),
  reply: dataReply(transferPreviewReply),
  problems: ["task.archived", "project.archived"],
  example: { query: { project_id: 1 } },
});

export const taskKeyPattern = /^[A-Za-z][A-Za-z0-9]{1,7}-[1-9]\d{0,8}$/;

export const findTaskByKey = endpoint({
  method: "GET",
  path: "/task/key/:key",
  scope: "project-view",
  summary: "Finds the task with a current or former key, case-insensitive.",
  params: object({ key: string().required() }),
  reply: dataReply(object({ id: reply.id(), key: reply.text(), project_id: reply.id() })),
  problems: ["notFound"],
});
