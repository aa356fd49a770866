import { personJson } from "../../platform/database/person-json";
import type { ImportOrigin } from "../../../shared/kernel/import-origin";
import type { Comment, Reaction } from "../../../shared/work/comments/comments.contract";
import type { CommentEventData } from "../../../shared/work/comments/comments.events";
import { reactionEmoji } from "../../../shared/work/comments/comments.schema";
import type { Actor as Person } from "../../../shared/kernel/events";
import type { Actor } from "../../platform/session";
import { mayActOnTask, type TaskRow } from "../access/tasks.policy";

const place = `array_position(ARRAY[${reactionEmoji.map((emoji) => `'${emoji}'`).join(",")}], said.emoji)`;

/** SQL expression for the reactions to comment `c`, with users in the order in which they reacted. */
export const commentReactions = `COALESCE((
    SELECT json_agg(json_build_object('emoji', said.emoji, 'users', said.users) ORDER BY ${place})
    FROM (SELECT r.emoji, json_agg(${personJson("p")}
            ORDER BY r.created_at, p.id) AS users
          FROM comment_reaction r JOIN app_user p ON p.tenant_id = r.tenant_id AND p.id = r.user_id
          WHERE r.tenant_id = c.tenant_id AND r.comment_id = c.id GROUP BY r.emoji) AS said
  ), '[]'::json)`;

/** A comment row with its author. Times are ISO text when the row was read as JSON. */
export interface CommentRow {
  id: number;
  taskId: number;
  body: string;
  version: number;
  createdAt: Date | string;
  editedAt: Date | string | null;
  author: Person | null;
  authorName: string | null;
  import: ImportOrigin | null;
  reactions: Reaction[];
}

const isoOf = (time: Date | string) => new Date(time).toISOString();

export function presentComment(comment: CommentRow, actor: Actor, task: TaskRow): Comment {
  const own = comment.author?.id === actor.id;
  return {
    ...commentEventData(comment),
    import: comment.import,
    reactions: comment.reactions,
    can: {
      edit: own && mayActOnTask(actor, "comment", task),
      delete: (own && mayActOnTask(actor, "comment", task)) || mayActOnTask(actor, "delete", task),
    },
  };
}

/** Fields that are the same for every reader and independent of reactions. */
export function commentEventData(comment: Omit<CommentRow, "reactions" | "import">): CommentEventData {
  return {
    id: comment.id,
    task_id: comment.taskId,
    comment: comment.body,
    author: comment.author,
    author_name: comment.authorName,
    created_at: isoOf(comment.createdAt),
    edited_at: comment.editedAt === null ? null : isoOf(comment.editedAt),
    version: comment.version,
  };
}
