import { array, type InferType, object } from "yup";
import { boolean } from "../kernel/schemas";
import { activityReply } from "../activity/activity.contract";
import { fileReply } from "../attachments/attachments.contract";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply, textField } from "../kernel/fields";
import { personReply } from "../people/people.contract";

export const requestCommentReply = object({
  id: reply.id(),
  author: personReply,
  /** Plain text. */
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

export const readRequestTalk = endpoint({
  method: "GET",
  path: "/approvals/request/:id",
  openWhen: ["viewing"],
  summary: "What is said of a request, what lies with it and what happened to it: for whoever may see the request.",
  params: ofRequest,
  reply: dataReply(
    object({
      comments: array(requestCommentReply).required(),
      attachments: array(requestFileReply).required(),
      /** Out of the log, the latest first. */
      activities: array(activityReply).required(),
      can: object({ comment: boolean().required() }),
    }),
  ),
});
export type RequestTalk = InferType<typeof readRequestTalk.reply>["data"];

export const requestCommentSchema = object({ comment: textField(5_000).required("field.required") });

export const commentOnRequest = endpoint({
  method: "POST",
  path: "/approvals/request/:id/comment",
  summary: "Says something of a request to everyone whom it concerns.",
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
  summary: "Takes back what one has said of a request.",
  params: object({ id: pathId("requestComment") }),
  reply: deletedReply,
});

export const attachToRequest = endpoint({
  method: "POST",
  path: "/approvals/request/:id/attachment",
  summary: "Lays a file with a request: multipart, the file as `file`. JPG, PNG, PDF or DOCX, at most 5 MB.",
  params: ofRequest,
  // The file itself is no field: it comes as a part of the multipart body.
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
  summary: "Takes a file that one has laid with a request away again, unless it was approved with it.",
  params: object({ id: pathId("requestFile") }),
  reply: deletedReply,
  problems: ["request.wrongState"],
});
