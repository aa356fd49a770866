import { array, type InferType, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../kernel/fields";
import { personReply } from "../people/people.contract";
import { createAttachmentSchema, renameAttachmentSchema, replaceAttachmentSchema } from "./attachments.schema";

/** How records name their file. */
export const fileReply = object({
  id: reply.id(),
  url: reply.text(),
  name: reply.text(),
  /** By its content. */
  type: reply.text(),
  size: reply.number(),
  /** A small picture of it, once there is one. */
  preview_url: string().strict(),
});
export type FileRecord = InferType<typeof fileReply>;

export const attachmentReply = object({
  id: reply.id(),
  task_id: reply.id(),
  title: reply.text(),
  file: fileReply,
  /** Who attached it; null when that account is gone. */
  author: personReply.nullable().defined(),
  created_at: reply.text(),
  can: object({ edit: boolean().required(), delete: boolean().required() }),
});
export type Attachment = InferType<typeof attachmentReply>;

const byId = object({ id: pathId("attachment") });

export const listAttachments = endpoint({
  method: "GET",
  path: "/tasks/attachments/:id",
  scope: "project-view",
  summary: "The attachments of a task. The id is the task's.",
  params: object({ id: pathId("task") }),
  reply: dataReply(array(attachmentReply).required()),
});

export const createAttachment = endpoint({
  method: "POST",
  path: "/tasks/attachments",
  scope: "attachment-create",
  summary: "Attaches a file to a task: multipart, the file as `file`. JPG, PNG, PDF or DOCX, at most 5 MB.",
  body: createAttachmentSchema,
  file: "file",
  reply: dataReply(attachmentReply),
  status: 201,
  problems: ["project.archived", "request.invalid"],
  example: { body: { task_id: 1, title: "Floor plan" } },
});

export const replaceAttachment = endpoint({
  method: "POST",
  path: "/tasks/attachments/:id",
  scope: "attachment-create",
  summary: "Puts another file in the place of an attachment's: multipart, the file as `file`. Without a file: PATCH.",
  params: byId,
  body: replaceAttachmentSchema,
  file: "file",
  reply: dataReply(attachmentReply),
  problems: ["project.archived", "request.invalid"],
  example: { body: { title: "Floor plan, corrected" } },
});

/** Replacing wants a file, by the specification's words; a title alone is changed here. */
export const renameAttachment = endpoint({
  method: "PATCH",
  path: "/tasks/attachments/:id",
  scope: "attachment-create",
  summary: "Changes the title of an attachment and nothing else.",
  params: byId,
  body: renameAttachmentSchema,
  reply: dataReply(attachmentReply),
  problems: ["project.archived"],
  example: { body: { title: "Floor plan, ground floor" } },
});

export const deleteAttachment = endpoint({
  method: "DELETE",
  path: "/tasks/attachments/:id",
  scope: "attachment-create",
  summary: "Deletes an attachment with its file: one's own, or any with `task-delete` in the project.",
  params: byId,
  reply: deletedReply,
});
