import type { Comment, Reaction } from "../../shared/comments/comments.contract";
import type { CommentFacts } from "../../shared/comments/comments.events";
import { reactionEmoji } from "../../shared/comments/comments.schema";
import type { Actor as Person } from "../../shared/kernel/events";
import type { Actor } from "../platform/session";
import { mayOnTask, type TaskRow } from "../tasks/tasks.policy";

/** In the order of the choice, whoever came first. */
const place = `array_position(ARRAY[${reactionEmoji.map((emoji) => `'${emoji}'`).join(",")}], said.emoji)`;

/** The reactions to a comment `c`, as its reply has them. */
export const reactionsOf = `COALESCE((
    SELECT json_agg(json_build_object('emoji', said.emoji, 'users', said.users) ORDER BY ${place})
    FROM (SELECT r.emoji, json_agg(json_build_object('id', p.id, 'fullname', p.fullname, 'image', p.image)
            ORDER BY r.created_at, p.id) AS users
          FROM comment_reaction r JOIN app_user p ON p.tenant_id = r.tenant_id AND p.id = r.user_id
          WHERE r.tenant_id = c.tenant_id AND r.comment_id = c.id GROUP BY r.emoji) AS said
  ), '[]'::json)`;

/** A comment with its author, as statements read it. Times are ISO text when the database wrote them as JSON. */
export interface CommentRow {
  id: number;
  taskId: number;
  body: string;
  version: number;
  createdAt: Date | string;
  editedAt: Date | string | null;
  author: Person;
  reactions: Reaction[];
}

const isoOf = (time: Date | string) => new Date(time).toISOString();

export function presentComment(comment: CommentRow, actor: Actor, task: TaskRow): Comment {
  const own = comment.author.id === actor.id;
  return {
    ...commentFacts(comment),
    reactions: comment.reactions,
    can: {
      edit: own && mayOnTask(actor, "comment", task),
      delete: (own && mayOnTask(actor, "comment", task)) || mayOnTask(actor, "delete", task),
    },
  };
}

/** What is the same for every reader, and doesn't change with what others answer. */
export function commentFacts(comment: Omit<CommentRow, "reactions">): CommentFacts {
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
