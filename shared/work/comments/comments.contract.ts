import { array, type InferType, object } from "yup";
import { boolean, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { importOriginReply } from "../../kernel/import-origin";
import { createCommentSchema, reactionEmoji, reactionSchema, updateCommentSchema } from "./comments.schema";

export const reactionField = () =>
  string()
    .oneOf([...reactionEmoji])
    .required();

export const reactionReply = object({
  emoji: reactionField(),
  users: array(personReply).required(),
});
export type Reaction = InferType<typeof reactionReply>;

export const commentReply = object({
  id: reply.id(),
  task_id: reply.id(),
  /** The comment as sanitized HTML. */
  comment: reply.text(),
  /** Null for an imported comment whose author has no account here. */
  author: personReply.nullable().defined(),
  /** The author's name in the program from which the comment was imported; null if `author` is set. */
  author_name: reply.textOrNull(),
  import: importOriginReply.nullable().defined(),
  created_at: reply.text(),
  /** Null unless edited. */
  edited_at: reply.textOrNull(),
  version: reply.number(),
  /** In the order of `reactionEmoji`, without unused emoji. */
  reactions: array(reactionReply).required(),
  can: object({ edit: boolean().required(), delete: boolean().required() }),
});
export type Comment = InferType<typeof commentReply>;

const byId = object({ id: pathId("comment") });

export const createComment = endpoint({
  method: "POST",
  path: "/comments",
  scope: "comment-create",
  summary: 'Comments on a task. Mentions are `<span data-mention="<user id>">`.',
  body: createCommentSchema,
  reply: dataReply(commentReply),
  status: 201,
  example: { body: { task_id: 1, comment: "Looks good" } },
});

export const updateComment = endpoint({
  method: "PUT",
  path: "/comments/:id",
  scope: "comment-create",
  summary: "Updates the caller's comment.",
  params: byId,
  body: updateCommentSchema,
  reply: dataReply(commentReply),
  problems: ["comment.stale", "project.archived"],
  example: { body: { comment: "Looks very good" } },
});

export const deleteComment = endpoint({
  method: "DELETE",
  path: "/comments/:id",
  scope: "comment-create",
  summary:
    "Deletes a comment: the caller's own, or any with `task-delete` in the project. It can be restored for a day.",
  params: byId,
  reply: deletedReply,
});

export const restoreComment = endpoint({
  method: "PUT",
  path: "/comments/:id/restore",
  scope: "comment-create",
  summary: "Restores a comment the caller deleted, within a day.",
  params: byId,
  reply: dataReply(commentReply),
  problems: ["project.archived"],
});

export const reactToComment = endpoint({
  method: "PUT",
  path: "/comments/:id/reactions",
  scope: "comment-create",
  summary: "Adds or removes the caller's emoji reaction to a comment.",
  params: byId,
  body: reactionSchema,
  reply: dataReply(commentReply),
  problems: ["project.archived"],
  example: { body: { emoji: "like", on: true } },
});
