import type { BodyOf } from "../../shared/kernel/endpoint";
import { type Actor as Person, projectStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type * as contract from "../../shared/subtasks/subtasks.contract";
import type { Subtask } from "../../shared/subtasks/subtasks.contract";
import { mostAssigned, mostSubtasks } from "../../shared/subtasks/subtasks.schema";
import type { TaskTally } from "../../shared/subtasks/subtasks.events";
import { progressAfterSubtasks } from "../../shared/tasks/tasks.progress.rules";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { authorizeTask, lockedTask, type TaskRow } from "../tasks/tasks.policy";
import { createTask, holdProject, requireInsideTimeline } from "../tasks/tasks.service";
import * as statements from "./subtasks.sql";

type Facts = Pick<BodyOf<typeof contract.updateSubtask>, "assignee_id" | "due_date">;

/**
 * The task, locked, so that whatever is done to its subtasks happens one after the other. Where a person or a day is
 * set, the project is held before (lock order), so that neither can cease to fit it.
 */
async function editableTask(tx: Tx, actor: Actor, taskId: number, facts: Facts = {}): Promise<TaskRow> {
  if (facts.assignee_id || facts.due_date) await holdProject(tx, taskId);
  const task = await lockedTask(tx, actor, taskId);
  authorizeTask(actor, "edit", task);
  if (task.archived) throw new Problem("task.archived");
  requireInsideTimeline({ start: task.projectStart, end: task.projectEnd }, { due_date: facts.due_date });
  if (facts.assignee_id && !(await tx.one(statements.assignable, [task.projectId, facts.assignee_id])))
    throw invalid("assignee_id", "field.unknown");
  return task;
}

/**
 * So many one person has at most, done ones as well, wherever they are: whoever is taken off a project, or leaves, is taken off all of them
 * at once. Two at the same moment may give somebody a few more. @throws Problem 422.
 */
async function requireRoomOf(tx: Tx, assigneeId: number | null | undefined, more: number): Promise<void> {
  if (!assigneeId) return;
  const found = await tx.one<{ count: number }>(statements.assignedUpTo, [assigneeId, mostAssigned + 1 - more]);
  if ((found?.count ?? 0) > mostAssigned - more) throw invalid("assignee_id", "subtask.tooManyAssigned");
}

/** A subtask with its task, which is locked. */
async function editableSubtask(
  tx: Tx,
  actor: Actor,
  id: number,
  facts?: Facts,
): Promise<{ task: TaskRow; subtask: Subtask }> {
  const at = await tx.one<{ task_id: number }>(statements.taskOfSubtask, [id]);
  if (!at) throw new Problem("notFound");
  const task = await editableTask(tx, actor, at.task_id, facts);
  const subtask = await tx.one<Subtask>(statements.subtaskById, [id]); // it may have gone while we waited for the lock
  if (!subtask) throw new Problem("notFound");
  return { task, subtask };
}

const about = (task: TaskRow) => ({
  task_id: task.id,
  project_id: task.projectId,
  key: task.key,
  title: task.title,
});

/** The task's counts and progress after a change of its subtasks; the counts themselves are kept by the database. */
async function tally(tx: Tx, task: TaskRow, more: number, moreDone: number): Promise<TaskTally> {
  const subtask_count = task.subtask_count + more;
  const subtask_done_count = task.subtask_done_count + moreDone;
  const progress = progressAfterSubtasks(task, subtask_done_count, subtask_count);
  const changed = progress !== task.progress;
  if (changed) await tx.rows(statements.setTaskProgress, [task.id, progress]);
  Object.assign(task, { subtask_count, subtask_done_count, progress, version: task.version + (changed ? 1 : 0) });
  return { subtask_count, subtask_done_count, progress, version: task.version };
}

/**
 * Adds subtasks at the end of the list, in order.
 * @throws Problem 404, 403, 409 (archived), 422 (somebody from elsewhere, a day outside the project's timeline).
 */
export async function createSubtasks(
  tx: Tx,
  actor: Actor,
  taskId: number,
  names: readonly string[],
  facts: Facts & { completed?: boolean } = {},
): Promise<Subtask[]> {
  const task = await editableTask(tx, actor, taskId, facts);
  if (task.subtask_count + names.length > mostSubtasks) throw invalid("names", "field.tooMany");
  await requireRoomOf(tx, facts.assignee_id, names.length);
  const rows = await tx.rows<Subtask>(statements.insertSubtasks, [
    taskId,
    [...names],
    facts.assignee_id ?? null,
    facts.due_date ?? null,
    facts.completed ?? false,
  ]);
  rows.sort((a, b) => a.id - b.id);
  const after = await tally(tx, task, rows.length, facts.completed ? rows.length : 0);
  for (const subtask of rows)
    tx.emit("subtask.created", projectStream(task.projectId), { ...subtask, ...about(task), task: after });
  return rows;
}

/**
 * Changes the fields that are sent; what is sent as it already is changes nothing and says nothing.
 * @throws Problem 404, 403, 409 (archived; the same field changed by someone else since `version`), 422.
 */
export async function updateSubtask(
  tx: Tx,
  actor: Actor,
  id: number,
  { version, ...input }: BodyOf<typeof contract.updateSubtask>,
): Promise<Subtask> {
  const { task, subtask } = await editableSubtask(tx, actor, id, input);
  const before: Partial<Subtask> = {};
  if (input.name !== undefined && input.name !== subtask.name) before.name = subtask.name;
  if (input.completed !== undefined && Number(input.completed) !== subtask.completed)
    before.completed = subtask.completed;
  if (input.assignee_id !== undefined && input.assignee_id !== (subtask.assignee?.id ?? null))
    before.assignee = subtask.assignee;
  if (input.due_date !== undefined && input.due_date !== subtask.due_date) before.due_date = subtask.due_date;
  const touched = Object.keys(before);
  if (touched.length === 0) return subtask;
  if (version !== undefined && version < subtask.version) {
    const by = await tx.one<Person | { id: null }>(statements.subtaskChangedSince, [task.id, id, version, touched]);
    if (by) throw new Problem("subtask.stale", { record: subtask, by: by.id === null ? null : by });
  }
  if (before.assignee !== undefined) await requireRoomOf(tx, input.assignee_id, 1);
  return write(tx, task, subtask, input, before);
}

/** Completed or open, the other way round. @throws Problem 404, 403, 409 (archived). */
export async function toggleSubtask(tx: Tx, actor: Actor, id: number): Promise<Subtask> {
  const { task, subtask } = await editableSubtask(tx, actor, id);
  return write(tx, task, subtask, { completed: subtask.completed === 0 }, { completed: subtask.completed });
}

async function write(
  tx: Tx,
  task: TaskRow,
  subtask: Subtask,
  input: BodyOf<typeof contract.updateSubtask>,
  before: Partial<Subtask>,
): Promise<Subtask> {
  const completed = input.completed === undefined ? subtask.completed : Number(input.completed);
  const now = await tx.one<Subtask>(statements.updateSubtaskRow, [
    subtask.id,
    input.name ?? subtask.name,
    completed,
    input.assignee_id === undefined ? (subtask.assignee?.id ?? null) : input.assignee_id,
    input.due_date === undefined ? subtask.due_date : input.due_date,
  ]);
  if (!now) throw new Problem("notFound");
  const after = await tally(tx, task, 0, completed - subtask.completed);
  tx.emit("subtask.updated", projectStream(task.projectId), { ...now, ...about(task), task: after, before });
  return now;
}

/**
 * The named subtasks take the places that they hold together, in the new order; the others keep theirs.
 * @throws Problem 404, 403, 409 (archived), 422 for ids from elsewhere: nothing changes then.
 */
export async function sortSubtasks(tx: Tx, actor: Actor, taskId: number, ids: readonly number[]): Promise<void> {
  const task = await editableTask(tx, actor, taskId);
  const present = (await tx.rows<{ id: number }>(statements.orderOfSubtasks, [taskId])).map((row) => row.id);
  const wanted = [...new Set(ids)];
  if (wanted.some((id) => !present.includes(id))) throw invalid("ids", "field.unknown");
  const queue = wanted.values();
  const order = present.map((id) => (wanted.includes(id) ? (queue.next().value as number) : id));
  if (order.every((id, at) => id === present[at])) return;
  await tx.rows(statements.sortSubtaskRows, [taskId, order]);
  tx.emit("subtask.sorted", projectStream(task.projectId), { ...about(task), ids: order });
}

/** Needs `task-delete` as well: guests delete nothing that others wrote. @throws Problem 404, 403, 409 (archived). */
export async function deleteSubtask(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { task, subtask } = await editableSubtask(tx, actor, id);
  authorizeTask(actor, "delete", task);
  await remove(tx, task, subtask);
}

async function remove(tx: Tx, task: TaskRow, subtask: Subtask, made?: string): Promise<void> {
  await tx.rows(statements.deleteSubtaskRow, [subtask.id]);
  const { id, name } = subtask;
  const after = await tally(tx, task, -1, -subtask.completed);
  const gone = { id, name, ...about(task), task: after, ...(made === undefined ? {} : { task_made: made }) };
  tx.emit("subtask.deleted", projectStream(task.projectId), gone);
}

/**
 * Makes a task of a subtask: in the column of its task, below it, with its person and its day. Where the task has moved on
 * meanwhile, at the end of the column that it stood in.
 * @throws Problem 404, 403 (without `task-create` or `task-edit`), 409 (archived), 422 (a day outside the timeline).
 */
export async function makeTask(tx: Tx, actor: Actor, id: number): Promise<BoardTask> {
  const at = await tx.one<{ task_id: number; column_id: number }>(statements.taskOfSubtask, [id]);
  const found = at && (await tx.one<Subtask>(statements.subtaskById, [id]));
  if (!at || !found) throw new Problem("notFound");
  // Creating locks project and column, which come before the task.
  const made = await createTask(tx, actor, {
    title: found.name,
    task_status_id: at.column_id,
    before_id: at.task_id,
    users: found.assignee ? [found.assignee.id] : undefined,
    due_date: found.due_date,
  });
  const { task, subtask } = await editableSubtask(tx, actor, id);
  if (task.projectId !== made.project_id) throw new Problem("conflict"); // it was moved to another project meanwhile
  await remove(tx, task, subtask, made.key);
  return made;
}
