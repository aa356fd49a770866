import type { InferType } from "yup";
import type {
  createCommentSchema,
  reactionSchema,
  updateCommentSchema,
} from "../../../shared/work/comments/comments.schema";
import { projectStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { mentionsOf, keepValidMentions } from "../../platform/rich-text/rich-text";
import { cleanText } from "../../platform/rich-text/rich-text-fields";
import { type Actor, personOfActor } from "../../platform/session";
import type { Statement, Tx } from "../../platform/database/unit-of-work";
import { filterProjectViewers } from "../access/projects.policy";
import { authorizeTask, loadShareLockedTask, mayActOnTask, type TaskRow } from "../access/tasks.policy";
import { type CommentRow, commentEventData, presentComment } from "./comments.present";
import {
  addReaction,
  undeleteComment,
  changeComment,
  findComment,
  insertComment,
  lockComment,
  softDeleteComment,
  removeReaction,
} from "./comments.sql";

export interface CommentOnTask {
  comment: CommentRow;
  task: TaskRow;
}

/** @throws Problem 404 when the actor can't see the task, 403, 409 `project.archived`; 422 when the text is empty after sanitizing. */
export async function createComment(
  tx: Tx,
  actor: Actor,
  input: InferType<typeof createCommentSchema>,
): Promise<CommentOnTask> {
  const task = await loadShareLockedTask(tx, actor, input.task_id);
  authorizeTask(actor, "comment", task);
  const { body, mentions } = await readable(tx, task, input.comment);
  const row = await tx.one<Omit<CommentRow, "author" | "authorName" | "import" | "reactions">>(insertComment, [
    task.id,
    actor.id,
    body,
  ]);
  if (!row) throw invalidFieldProblem("comment", "field.tooMany");
  const author = personOfActor(actor);
  const comment = { ...row, author, authorName: null, import: null, reactions: [] };
  tx.emit("comment.created", projectStream(task.projectId), {
    ...commentEventData(comment),
    ...taskReference(task),
    mentions,
    author,
  });
  return { comment, task };
}

/** Sanitizes the text and keeps only mentions of users who may see the task, with their real names. */
async function readable(tx: Tx, task: TaskRow, text: string): Promise<{ body: string; mentions: number[] }> {
  const clean = cleanText(tx, text, "comment");
  if (clean === "") throw invalidFieldProblem("comment", "field.required");
  const people = await filterProjectViewers(tx, task.projectId, mentionsOf(clean));
  const body = keepValidMentions(clean, new Map(people.map((person) => [person.id, person.fullname])));
  return { body, mentions: mentionsOf(body) };
}

interface LockedComment {
  id: number;
  taskId: number;
  authorId: number | null;
  deletedBy: number | null;
}

/** Locks before reading, so that the second of two concurrent changes sees the first. @throws Problem 404. */
async function lockedComment(tx: Tx, actor: Actor, id: number): Promise<CommentOnTask> {
  const locked = await tx.one<LockedComment>(lockComment, [id]);
  if (!locked || locked.deletedBy !== null) throw new Problem("notFound");
  return { comment: await requireComment(tx, id), task: await loadShareLockedTask(tx, actor, locked.taskId) };
}

async function requireComment(tx: Tx, id: number): Promise<CommentRow> {
  const comment = await tx.one<CommentRow>(findComment, [id]);
  if (!comment) throw new Problem("notFound");
  return comment;
}

/**
 * Only the author may edit a comment.
 * @throws Problem 404, 403, 409 `project.archived`, 409 `comment.stale` (with the current record) when `version` is stale; 422 when the
 *   text is empty.
 */
export async function updateComment(
  tx: Tx,
  actor: Actor,
  id: number,
  input: InferType<typeof updateCommentSchema>,
): Promise<CommentOnTask> {
  const { comment, task } = await lockedComment(tx, actor, id);
  if (comment.author?.id !== actor.id) throw new Problem("permission.denied");
  authorizeTask(actor, "comment", task);
  if (input.version !== undefined && input.version !== comment.version) {
    throw new Problem("comment.stale", { record: presentComment(comment, actor, task) });
  }
  const { body, mentions } = await readable(tx, task, input.comment);
  if (body === comment.body) return { comment, task };
  const before = mentionsOf(comment.body);
  if (!(await tx.one(changeComment, [id, body]))) throw invalidFieldProblem("comment", "field.tooMany");
  const changed = await requireComment(tx, id);
  tx.emit("comment.updated", projectStream(task.projectId), {
    ...commentEventData(changed),
    ...taskReference(task),
    mentions,
    newly_mentioned: mentions.filter((userId) => !before.includes(userId)),
  });
  return { comment: changed, task };
}

/**
 * Allowed for the author, and with `task-delete` in the project. The comment can be restored for a day.
 * @throws Problem 404, 403, 409 `project.archived`.
 */
export async function deleteComment(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { comment, task } = await lockedComment(tx, actor, id);
  authorizeRemoval(actor, task, comment.author?.id ?? null);
  await tx.rows(softDeleteComment, [id, actor.id]);
  tx.emit("comment.deleted", projectStream(task.projectId), { id, task_id: task.id, ...taskReference(task) });
}

/**
 * Restores a comment the actor has deleted; other users get 404. A comment that isn't deleted is returned unchanged.
 * @throws Problem 404 (also after a day), 403, 409 `project.archived`.
 */
export async function restoreComment(tx: Tx, actor: Actor, id: number): Promise<CommentOnTask> {
  const locked = await tx.one<LockedComment>(lockComment, [id]);
  if (!locked || (locked.deletedBy !== null && locked.deletedBy !== actor.id)) throw new Problem("notFound");
  const task = await loadShareLockedTask(tx, actor, locked.taskId);
  authorizeRemoval(actor, task, locked.authorId);
  if (locked.deletedBy === null) return { comment: await requireComment(tx, id), task };
  const comment = await applyAndReload(tx, undeleteComment, id);
  const { reactions, import: origin } = comment;
  tx.emit("comment.restored", projectStream(task.projectId), {
    ...commentEventData(comment),
    import: origin,
    reactions,
    ...taskReference(task),
  });
  return { comment, task };
}

/**
 * Adds or removes a reaction. Emits nothing if the reaction doesn't change.
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
  const user = personOfActor(actor);
  const eventData = { comment_id: id, task_id: task.id, ...taskReference(task), emoji, user };
  tx.emit(on ? "reaction.added" : "reaction.removed", projectStream(task.projectId), eventData);
  return { comment: await requireComment(tx, id), task };
}

function authorizeRemoval(actor: Actor, task: TaskRow, authorId: number | null): void {
  const own = authorId === actor.id && mayActOnTask(actor, "comment", task);
  if (!own) authorizeTask(actor, "delete", task);
}

async function applyAndReload(tx: Tx, change: Statement, ...values: unknown[]): Promise<CommentRow> {
  await tx.rows(change, values);
  return requireComment(tx, values[0] as number);
}

const taskReference = (task: TaskRow) => ({ project_id: task.projectId, key: task.key, title: task.title });
