import type { Comment, Reaction } from "../comments/comments.contract";
import type { CommentEvents } from "../comments/comments.events";
import { reactionEmoji } from "../comments/comments.schema";
import type { EventOf } from "../../kernel/events";
import type { TaskDetail } from "./task-detail.contract";
import type { TaskReader } from "./tasks.detail";

export function applyComment(detail: TaskDetail, event: EventOf<CommentEvents>, reader: TaskReader): TaskDetail {
  if (event.data.task_id !== detail.id) return detail;
  switch (event.type) {
    case "comment.created":
    case "comment.updated":
    case "comment.restored":
      return withComments(detail, upsertComment(detail, event.data, reader));
    case "comment.deleted": {
      const { id } = event.data;
      return withComments(
        detail,
        detail.comments.filter((comment) => comment.id !== id),
      );
    }
    case "reaction.added":
    case "reaction.removed": {
      const { comment_id, emoji, user } = event.data;
      const others = (reaction: Reaction) => reaction.users.filter((one) => one.id !== user.id);
      const comments = detail.comments.map((comment) => {
        if (comment.id !== comment_id) return comment;
        const users = comment.reactions.filter((one) => one.emoji === emoji).flatMap(others);
        const now = { emoji, users: event.type === "reaction.added" ? [...users, user] : users };
        return { ...comment, reactions: inOrder([...comment.reactions.filter((one) => one.emoji !== emoji), now]) };
      });
      return { ...detail, comments };
    }
  }
}

/** Sorts reactions by `reactionEmoji` and removes those without users. */
const inOrder = (reactions: readonly Reaction[]): Reaction[] =>
  reactionEmoji.flatMap((emoji) => reactions.find((one) => one.emoji === emoji && one.users.length > 0) ?? []);

type CommentData = Omit<Comment, "can" | "reactions" | "import"> & Partial<Pick<Comment, "reactions" | "import">>;

/** Comments are sorted by creation time, so that a restored comment returns to its position. */
function upsertComment(detail: TaskDetail, data: CommentData, reader: TaskReader): Comment[] {
  const { id, task_id, comment, author, author_name, created_at, edited_at, version } = data;
  const existing = detail.comments.find((one) => one.id === id);
  const own = author?.id === reader.id;
  const can = existing?.can ?? {
    edit: own && detail.can.comment,
    delete: (own && detail.can.comment) || detail.can.delete,
  };
  const reactions = data.reactions ?? existing?.reactions ?? [];
  const facts = { id, task_id, comment, author, author_name, created_at, edited_at, version };
  const now: Comment = { ...facts, import: data.import ?? existing?.import ?? null, reactions, can };
  if (existing) return detail.comments.map((one) => (one.id === id ? now : one));
  return [...detail.comments, now].sort((a, b) => a.id - b.id);
}

function withComments(detail: TaskDetail, comments: Comment[]): TaskDetail {
  return { ...detail, comments, comment_count: comments.length };
}
