import type { InferType } from "yup";
import type { createCommentSchema, reactionSchema, updateCommentSchema } from "../../shared/comments/comments.schema";
import { projectStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import { mentionsOf, withRealMentions } from "../platform/rich-text/rich-text";
import { cleanText } from "../platform/rich-text/rich-text-fields";
import { type Actor, personOf } from "../platform/session";
import type { Statement, Tx } from "../platform/database/unit-of-work";
import { whoSees } from "../projects/projects.policy";
import { authorizeTask, heldTask, mayOnTask, type TaskRow } from "../tasks/tasks.policy";
import { type CommentRow, commentFacts, presentComment } from "./comments.present";
import {
  addReaction,
  bringBackComment,
  changeComment,
  findComment,
  insertComment,
  lockComment,
  putAwayComment,
  removeReaction,
} from "./comments.sql";

/** A comment with the task it hangs on: what its presenter and its policy ask for. */
export interface CommentOnTask {
  comment: CommentRow;
  task: TaskRow;
}

/**
 * @throws Problem 404 when the task isn't the actor's to see, 403, 409 `project.archived`; 422 when nothing is left to
 * read once the text is sanitised.
 */
export async function createComment(
  tx: Tx,
  actor: Actor,
  input: InferType<typeof createCommentSchema>,
): Promise<CommentOnTask> {
  const task = await heldTask(tx, actor, input.task_id);
  authorizeTask(actor, "comment", task);
  const { body, mentions } = await readable(tx, task, input.comment);
  const row = await tx.one<Omit<CommentRow, "author" | "reactions">>(insertComment, [task.id, actor.id, body]);
  if (!row) throw invalid("comment", "field.tooMany");
  const comment = { ...row, author: personOf(actor), reactions: [] };
  tx.emit("comment.created", projectStream(task.projectId), { ...commentFacts(comment), ...about(task), mentions });
  return { comment, task };
}

/** Sanitised, with real mentions only: people who may see the task, by their own names. */
async function readable(tx: Tx, task: TaskRow, text: string): Promise<{ body: string; mentions: number[] }> {
  const clean = cleanText(tx, text, "comment");
  if (clean === "") throw invalid("comment", "field.required");
  const people = await whoSees(tx, task.projectId, mentionsOf(clean));
  const body = withRealMentions(clean, new Map(people.map((person) => [person.id, person.fullname])));
  return { body, mentions: mentionsOf(body) };
}

interface LockedComment {
  id: number;
  taskId: number;
  authorId: number;
  deletedBy: number | null;
}

/** Locked, then read: of two changes at once the second sees all that the first did. @throws Problem 404. */
async function lockedComment(tx: Tx, actor: Actor, id: number): Promise<CommentOnTask> {
  const locked = await tx.one<LockedComment>(lockComment, [id]);
  if (!locked || locked.deletedBy !== null) throw new Problem("notFound");
  return { comment: await existing(tx, id), task: await heldTask(tx, actor, locked.taskId) };
}

async function existing(tx: Tx, id: number): Promise<CommentRow> {
  const comment = await tx.one<CommentRow>(findComment, [id]);
  if (!comment) throw new Problem("notFound");
  return comment;
}

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
  const before = mentionsOf(comment.body);
  if (!(await tx.one(changeComment, [id, body]))) throw invalid("comment", "field.tooMany");
  const changed = await existing(tx, id);
  tx.emit("comment.updated", projectStream(task.projectId), {
    ...commentFacts(changed),
    ...about(task),
    mentions,
    newly_mentioned: mentions.filter((userId) => !before.includes(userId)),
  });
  return { comment: changed, task };
}

/**
 * One's own, or anyone's with `task-delete` in the project. It is kept for a day, for whoever deleted it to bring back.
 * @throws Problem 404, 403, 409 `project.archived`.
 */
export async function deleteComment(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { comment, task } = await lockedComment(tx, actor, id);
  authorizeRemoval(actor, task, comment.author.id);
  await tx.rows(putAwayComment, [id, actor.id]);
  tx.emit("comment.deleted", projectStream(task.projectId), { id, task_id: task.id, ...about(task) });
}

/**
 * Brings back what one has deleted oneself; for everyone else it is gone. What isn't deleted stays as it is.
 * @throws Problem 404 (also when the day is over), 403, 409 `project.archived`.
 */
export async function restoreComment(tx: Tx, actor: Actor, id: number): Promise<CommentOnTask> {
  const locked = await tx.one<LockedComment>(lockComment, [id]);
  if (!locked || (locked.deletedBy !== null && locked.deletedBy !== actor.id)) throw new Problem("notFound");
  const task = await heldTask(tx, actor, locked.taskId);
  authorizeRemoval(actor, task, locked.authorId);
  if (locked.deletedBy === null) return { comment: await existing(tx, id), task };
  const comment = await after(tx, bringBackComment, id);
  const { reactions } = comment;
  tx.emit("comment.restored", projectStream(task.projectId), { ...commentFacts(comment), reactions, ...about(task) });
  return { comment, task };
}

/**
 * Answers with an emoji or takes it back. What stands already is no change and tells nothing.
 * @throws Problem 404, 403, 409 `project.archived`.
 */
export async function reactToComment(
  tx: Tx,
  actor: Actor,
  id: number,
  { emoji, on }: InferType<typeof reactionSchema>,
): Promise<CommentOnTask> {
  const { comment, task } = await lockedComment(tx, actor, id);
  authorizeTask(actor, "comment", task);
  const changed = await tx.one(on ? addReaction : removeReaction, [id, emoji, actor.id]);
  if (!changed) return { comment, task };
  const user = personOf(actor);
  const said = { comment_id: id, task_id: task.id, ...about(task), emoji, user };
  tx.emit(on ? "reaction.added" : "reaction.removed", projectStream(task.projectId), said);
  return { comment: await existing(tx, id), task };
}

function authorizeRemoval(actor: Actor, task: TaskRow, authorId: number): void {
  const own = authorId === actor.id && mayOnTask(actor, "comment", task);
  if (!own) authorizeTask(actor, "delete", task);
}

async function after(tx: Tx, change: Statement, ...values: unknown[]): Promise<CommentRow> {
  await tx.rows(change, values);
  return existing(tx, values[0] as number);
}

const about = (task: TaskRow) => ({ project_id: task.projectId, key: task.key, title: task.title });
