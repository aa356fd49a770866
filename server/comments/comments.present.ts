import type { Comment } from "../../shared/comments/comments.contract";
import type { Actor as Person } from "../../shared/kernel/events";
import type { Actor } from "../platform/session";
import { mayOnTask, type TaskRow } from "../tasks/tasks.policy";

/** A comment with its author, as statements read it. Times are ISO text when the database wrote them as JSON. */
export interface CommentRow {
  id: number;
  taskId: number;
  body: string;
  version: number;
  createdAt: Date | string;
  editedAt: Date | string | null;
  author: Person;
}

const isoOf = (time: Date | string) => new Date(time).toISOString();

export function presentComment(comment: CommentRow, actor: Actor, task: TaskRow): Comment {
  const own = comment.author.id === actor.id;
  return {
    ...commentFacts(comment),
    can: {
      edit: own && mayOnTask(actor, "comment", task),
      delete: (own && mayOnTask(actor, "comment", task)) || mayOnTask(actor, "delete", task),
    },
  };
}

/** What is the same for every reader. */
export function commentFacts(comment: CommentRow): Omit<Comment, "can"> {
  return {
    id: comment.id,
    task_id: comment.taskId,
    comment: comment.body,
    author: comment.author,
    created_at: isoOf(comment.createdAt),
    edited_at: comment.editedAt === null ? null : isoOf(comment.editedAt),
    version: comment.version,
  };
}
