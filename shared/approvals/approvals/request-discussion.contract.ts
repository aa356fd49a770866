import { array, type InferType, object } from "yup";
import { boolean } from "../../kernel/schemas";
import { activityReply } from "../../work/activity/activity.contract";
import { fileReply } from "../../work/attachments/attachments.contract";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply, textField } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";

export const requestCommentReply = object({
  id: reply.id(),
  author: personReply,
  /** The comment as plain text. */
  comment: reply.text(),
  created_at: reply.text(),
  can: object({ delete: boolean().required() }),
});
export type RequestComment = InferType<typeof requestCommentReply>;

export const requestFileReply = object({
  id: reply.id(),
  author: personReply,
  file: fileReply,
  created_at: reply.text(),
  can: object({ delete: boolean().required() }),
});
export type RequestFile = InferType<typeof requestFileReply>;

const ofRequest = object({ id: pathId("request") });

export const readRequestDiscussion = endpoint({
  method: "GET",
  path: "/approvals/request/:id",
  openWhen: ["viewing"],
  summary: "Returns the comments, attachments and history of a request the caller may see.",
  params: ofRequest,
  reply: dataReply(
    object({
      comments: array(requestCommentReply).required(),
      attachments: array(requestFileReply).required(),
      /** Entries from the event log, newest first. */
      activities: array(activityReply).required(),
      can: object({ comment: boolean().required() }),
    }),
  ),
});
export type RequestDiscussion = InferType<typeof readRequestDiscussion.reply>["data"];

export const maxRequestCommentLength = 5_000;
export const requestCommentSchema = object({ comment: textField(maxRequestCommentLength).required("field.required") });

export const commentOnRequest = endpoint({
  method: "POST",
  path: "/approvals/request/:id/comment",
  summary: "Adds a comment to a request and notifies the people involved.",
  params: ofRequest,
  body: requestCommentSchema,
  reply: dataReply(requestCommentReply),
  status: 201,
  problems: ["request.invalid"],
  example: { body: { comment: "The hall is free that week." } },
});

export const deleteRequestComment = endpoint({
  method: "DELETE",
  path: "/approvals/comment/:id",
  summary: "Deletes the caller's comment on a request.",
  params: object({ id: pathId("requestComment") }),
  reply: deletedReply,
});

export const attachToRequest = endpoint({
  method: "POST",
  path: "/approvals/request/:id/attachment",
  summary: "Attaches a file to a request: multipart, the file as `file`. JPG, PNG, PDF or DOCX, at most 5 MB.",
  params: ofRequest,
  // The file is a part of the multipart body, not a field.
  body: object({}),
  file: "file",
  reply: dataReply(requestFileReply),
  status: 201,
  problems: ["request.invalid"],
  example: { body: {} },
});

export const deleteRequestFile = endpoint({
  method: "DELETE",
  path: "/approvals/attachment/:id",
  summary: "Deletes an attachment the caller added to a request, unless it was approved with it.",
  params: object({ id: pathId("requestFile") }),
  reply: deletedReply,
  problems: ["request.wrongState"],
});
