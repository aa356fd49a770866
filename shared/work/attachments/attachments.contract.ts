import { array, type InferType, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, idField, lineField, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";

export const maxAttachmentTitleLength = 255;
const title = () => lineField(maxAttachmentTitleLength);

// The file is the part `file` of the multipart body, not a field.

const createAttachmentSchema = object({ task_id: idField("task").required("field.required"), title: title() });

const replaceAttachmentSchema = object({ title: title() });

const renameAttachmentSchema = object({ title: title().required("field.required") });

export const fileReply = object({
  id: reply.id(),
  url: reply.text(),
  name: reply.text(),
  /** Media type, detected from the content. */
  type: reply.text(),
  size: reply.number(),
  preview_url: string().strict(),
});
export type FileRecord = InferType<typeof fileReply>;

export const attachmentReply = object({
  id: reply.id(),
  task_id: reply.id(),
  title: reply.text(),
  file: fileReply,
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
  summary: "Lists a task's attachments. The id is the task's.",
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
  summary: "Replaces an attachment's file: multipart, the file as `file`. Without a file, it works like PATCH.",
  params: byId,
  body: replaceAttachmentSchema,
  file: "file",
  reply: dataReply(attachmentReply),
  problems: ["project.archived", "request.invalid"],
  example: { body: { title: "Floor plan, corrected" } },
});

/** The replace call of the external specification requires a file; this call changes only the title. */
export const renameAttachment = endpoint({
  method: "PATCH",
  path: "/tasks/attachments/:id",
  scope: "attachment-create",
  summary: "Updates the title of an attachment.",
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
  summary: "Deletes an attachment and its file: the caller's own, or any with `task-delete` in the project.",
  params: byId,
  reply: deletedReply,
});
