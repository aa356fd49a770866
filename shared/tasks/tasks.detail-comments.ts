import type { Comment, Reaction } from "../comments/comments.contract";
import type { CommentEvents } from "../comments/comments.events";
import { reactionEmoji } from "../comments/comments.schema";
import type { EventOf } from "../kernel/events";
import type { TaskDetail } from "./task-detail.contract";
import type { Reader } from "./tasks.detail";

/** The panel after something was said, or somebody answered it; the same panel when that was about another task. */
export function applyComment(detail: TaskDetail, event: EventOf<CommentEvents>, reader: Reader): TaskDetail {
  if (event.data.task_id !== detail.id) return detail;
  switch (event.type) {
    case "comment.created":
    case "comment.updated":
    case "comment.restored":
      return withComments(detail, upserted(detail, event.data, reader));
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

/** Those that nobody chose any more are gone. */
const inOrder = (reactions: readonly Reaction[]): Reaction[] =>
  reactionEmoji.flatMap((emoji) => reactions.find((one) => one.emoji === emoji && one.users.length > 0) ?? []);

type Said = Omit<Comment, "can" | "reactions"> & { reactions?: Reaction[] };

/** A comment that is brought back stands where it stood: in the order in which they were written. */
function upserted(detail: TaskDetail, data: Said, reader: Reader): Comment[] {
  const { id, task_id, comment, author, created_at, edited_at, version } = data;
  const known = detail.comments.find((one) => one.id === id);
  const own = author.id === reader.id;
  const can = known?.can ?? {
    edit: own && detail.can.comment,
    delete: (own && detail.can.comment) || detail.can.delete,
  };
  const reactions = data.reactions ?? known?.reactions ?? [];
  const now: Comment = { id, task_id, comment, author, created_at, edited_at, version, reactions, can };
  if (known) return detail.comments.map((one) => (one.id === id ? now : one));
  return [...detail.comments, now].sort((a, b) => a.id - b.id);
}

function withComments(detail: TaskDetail, comments: Comment[]): TaskDetail {
  return { ...detail, comments, comment_count: comments.length };
}
