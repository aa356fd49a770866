import type { InferType } from "yup";
import type { createCommentSchema, updateCommentSchema } from "../../shared/comments/comments.schema";
import { projectStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import { mentionsOf, sanitizeRichText, withRealMentions } from "../platform/rich-text";
import { type Actor, personOf } from "../platform/session";
import { sql, type Tx } from "../platform/unit-of-work";
import { whoSees } from "../projects/projects.policy";
import { authorizeTask, mayOnTask, type TaskRow, visibleTask } from "../tasks/tasks.policy";
import { type CommentRow, commentFacts, presentComment } from "./comments.present";

/** A comment with the task it hangs on: what its presenter and its policy ask for. */
export interface CommentOnTask {
  comment: CommentRow;
  task: TaskRow;
}

const columns = `id, task_id AS "taskId", body, version, created_at AS "createdAt", edited_at AS "editedAt"`;

const insert = sql(
  "comments.insert",
  `INSERT INTO comment (tenant_id, task_id, author_id, body) VALUES (current_tenant(), $1, $2, $3) RETURNING ${columns}`,
);

/**
 * @throws Problem 404 when the task isn't the actor's to see, 403, 409 `project.archived`; 422 when nothing is left to
 * read once the text is sanitised.
 */
export async function createComment(
  tx: Tx,
  actor: Actor,
  input: InferType<typeof createCommentSchema>,
): Promise<CommentOnTask> {
  const task = await visibleTask(tx, actor, input.task_id);
  authorizeTask(actor, "comment", task);
  const { body, mentions } = await readable(tx, task, input.comment);
  const row = await tx.one<Omit<CommentRow, "author">>(insert, [task.id, actor.id, body]);
  const comment = { ...(row as Omit<CommentRow, "author">), author: personOf(actor) };
  tx.emit("comment.created", projectStream(task.projectId), { ...commentFacts(comment), ...about(task), mentions });
  return { comment, task };
}

/** Sanitised, with real mentions only: people who may see the task, by their own names. */
async function readable(tx: Tx, task: TaskRow, text: string): Promise<{ body: string; mentions: number[] }> {
  const clean = sanitizeRichText(text);
  if (clean === "") throw invalid("comment", "field.required");
  const people = await whoSees(tx, task.projectId, mentionsOf(clean));
  const body = withRealMentions(clean, new Map(people.map((person) => [person.id, person.fullname])));
  return { body, mentions: mentionsOf(body) };
}

const find = sql(
  "comments.find",
  `SELECT c.id, c.task_id AS "taskId", c.body, c.version, c.created_at AS "createdAt", c.edited_at AS "editedAt",
          json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) AS author
   FROM comment c JOIN app_user u ON u.tenant_id = c.tenant_id AND u.id = c.author_id
   WHERE c.tenant_id = current_tenant() AND c.id = $1 FOR NO KEY UPDATE OF c`,
);

/** Locked: of two changes at once the second sees the first. @throws Problem 404. */
async function lockedComment(tx: Tx, actor: Actor, id: number): Promise<CommentOnTask> {
  const comment = await tx.one<CommentRow>(find, [id]);
  if (!comment) throw new Problem("notFound");
  return { comment, task: await visibleTask(tx, actor, comment.taskId) };
}

const update = sql(
  "comments.update",
  `UPDATE comment SET body = $2, version = version + 1, edited_at = now()
   WHERE tenant_id = current_tenant() AND id = $1 RETURNING ${columns}`,
);

/**
 * One changes one's own comments only.
 * @throws Problem 404, 403, 409 `project.archived`, 409 `comment.stale` (with the present record) when `version` isn't
 * the present one; 422 when nothing is left to read.
 */
export async function updateComment(
  tx: Tx,
  actor: Actor,
  id: number,
  input: InferType<typeof updateCommentSchema>,
): Promise<CommentOnTask> {
  const { comment, task } = await lockedComment(tx, actor, id);
  if (comment.author.id !== actor.id) throw new Problem("permission.denied");
  authorizeTask(actor, "comment", task);
  if (input.version !== undefined && input.version !== comment.version) {
    throw new Problem("comment.stale", { record: presentComment(comment, actor, task) });
  }
  const { body, mentions } = await readable(tx, task, input.comment);
  if (body === comment.body) return { comment, task };
  const row = await tx.one<Omit<CommentRow, "author">>(update, [id, body]);
  const changed = { ...(row as Omit<CommentRow, "author">), author: comment.author };
  const before = mentionsOf(comment.body);
  tx.emit("comment.updated", projectStream(task.projectId), {
    ...commentFacts(changed),
    ...about(task),
    mentions,
    newly_mentioned: mentions.filter((userId) => !before.includes(userId)),
  });
  return { comment: changed, task };
}

const remove = sql("comments.delete", `DELETE FROM comment WHERE tenant_id = current_tenant() AND id = $1`);

/** One's own, or anyone's with `task-delete` in the project. @throws Problem 404, 403, 409 `project.archived`. */
export async function deleteComment(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { comment, task } = await lockedComment(tx, actor, id);
  const own = comment.author.id === actor.id && mayOnTask(actor, "comment", task);
  if (!own) authorizeTask(actor, "delete", task);
  await tx.rows(remove, [id]);
  tx.emit("comment.deleted", projectStream(task.projectId), { id, task_id: task.id, ...about(task) });
}

const about = (task: TaskRow) => ({ project_id: task.projectId, key: task.key, title: task.title });
