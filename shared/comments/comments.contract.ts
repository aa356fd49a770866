import { array, type InferType, object } from "yup";
import { boolean, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../kernel/fields";
import { personReply } from "../people/people.contract";
import { createCommentSchema, reactionEmoji, reactionSchema, updateCommentSchema } from "./comments.schema";

/** Who answered with it, first come first. */
export const reactionReply = object({
  emoji: string()
    .oneOf([...reactionEmoji])
    .required(),
  users: array(personReply).required(),
});
export type Reaction = InferType<typeof reactionReply>;

export const commentReply = object({
  id: reply.id(),
  task_id: reply.id(),
  /** Sanitised HTML. */
  comment: reply.text(),
  author: personReply,
  created_at: reply.text(),
  /** Null unless it was changed after it was written. */
  edited_at: reply.textOrNull(),
  version: reply.number(),
  /** In the order of the choice; those that nobody chose are left out. */
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
  summary: "Changes one's own comment.",
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
  summary: "Deletes a comment: one's own, or any with `task-delete` in the project. It can be brought back for a day.",
  params: byId,
  reply: deletedReply,
});

export const restoreComment = endpoint({
  method: "PUT",
  path: "/comments/:id/restore",
  scope: "comment-create",
  summary: "Brings back a comment that one has deleted oneself, within a day.",
  params: byId,
  reply: dataReply(commentReply),
  problems: ["project.archived"],
});

export const reactToComment = endpoint({
  method: "PUT",
  path: "/comments/:id/reactions",
  scope: "comment-create",
  summary: "Answers a comment with an emoji, or takes that back.",
  params: byId,
  body: reactionSchema,
  reply: dataReply(commentReply),
  problems: ["project.archived"],
  example: { body: { emoji: "like", on: true } },
});
