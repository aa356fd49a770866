import type { BodyOf } from "../../../shared/kernel/endpoint";
import { type Actor as Person, projectStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type * as contract from "../../../shared/work/tasks/subtasks.contract";
import type { Subtask } from "../../../shared/work/tasks/subtasks.contract";
import { maxAssignedSubtasks, maxSubtasks } from "../../../shared/work/tasks/subtasks.schema";
import type { TaskTally } from "../../../shared/work/tasks/subtasks.events";
import { finishesTask, progressAfterSubtasks } from "../../../shared/work/tasks/tasks.progress.rules";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { authorizeTask, loadLockedTask, type TaskRow } from "../access/tasks.policy";
import { createTask, shareLockProject, requireInsideTimeline } from "./tasks.service";
import * as statements from "./subtasks.sql";

type Facts = Pick<BodyOf<typeof contract.updateSubtask>, "assignee_id" | "due_date">;

/**
 * Locks the task, so that changes of its subtasks are serialized. If an assignee or a date is set, the project is locked first (lock
 * order), so that the assignee and the date stay valid.
 */
async function editableTask(tx: Tx, actor: Actor, taskId: number, facts: Facts = {}): Promise<TaskRow> {
  if (facts.assignee_id || facts.due_date) await shareLockProject(tx, taskId);
  const task = await loadLockedTask(tx, actor, taskId);
  authorizeTask(actor, "edit", task);
  if (task.archived) throw new Problem("task.archived");
  requireInsideTimeline({ start: task.projectStart, end: task.projectEnd }, { due_date: facts.due_date });
  if (facts.assignee_id && !(await tx.one(statements.isAssignable, [task.projectId, facts.assignee_id])))
    throw invalidFieldProblem("assignee_id", "field.unknown");
  return task;
}

/**
 * Limits the subtasks assigned to a user, including completed ones, since a user who leaves is unassigned from all of them in one
 * transaction. Concurrent calls may exceed the limit slightly.
 * @throws Problem 422 at the assignee when the limit is reached.
 */
async function enforceSubtaskLimit(tx: Tx, assigneeId: number | null | undefined, addedCount: number): Promise<void> {
  if (!assigneeId) return;
  const found = await tx.one<{ count: number }>(statements.countAssignedUpTo, [
    assigneeId,
    maxAssignedSubtasks + 1 - addedCount,
  ]);
  if ((found?.count ?? 0) > maxAssignedSubtasks - addedCount)
    throw invalidFieldProblem("assignee_id", "subtask.tooManyAssigned");
}

async function editableSubtask(
  tx: Tx,
  actor: Actor,
  id: number,
  facts?: Facts,
): Promise<{ task: TaskRow; subtask: Subtask }> {
  const at = await tx.one<{ task_id: number }>(statements.taskOfSubtask, [id]);
  if (!at) throw new Problem("notFound");
  const task = await editableTask(tx, actor, at.task_id, facts);
  const subtask = await tx.one<Subtask>(statements.subtaskById, [id]); // the subtask may have been deleted while waiting for the lock
  if (!subtask) throw new Problem("notFound");
  return { task, subtask };
}

const taskReference = (task: TaskRow) => ({
  task_id: task.id,
  project_id: task.projectId,
  key: task.key,
  title: task.title,
});

/**
 * Returns the task's counts and progress after a change of its subtasks, and whether the change finished the task. Writes only the
 * progress, because a trigger maintains the counts.
 */
async function tally(tx: Tx, task: TaskRow, addedCount: number, addedDoneCount: number): Promise<Tally> {
  const subtask_count = task.subtask_count + addedCount;
  const subtask_done_count = task.subtask_done_count + addedDoneCount;
  const progress = progressAfterSubtasks(task, subtask_done_count, subtask_count);
  const changed = progress !== task.progress;
  const finished = finishesTask(task, { ...task, progress });
  if (changed) await tx.rows(statements.setTaskProgress, [task.id, progress]);
  Object.assign(task, { subtask_count, subtask_done_count, progress, version: task.version + (changed ? 1 : 0) });
  const after = { subtask_count, subtask_done_count, progress, version: task.version };
  return { task: after, ...(finished && { finished }) };
}

interface Tally {
  task: TaskTally;
  finished?: true;
}

interface NewSubtasks extends Facts {
  completed?: readonly (boolean | undefined)[];
  /** Subtasks above the new ones, nearest first; the first one that exists counts. */
  afterIds?: readonly number[];
}

/**
 * Adds subtasks in order at the bottom, or below the first existing subtask of `afterIds`, with the state of each name in `completed`.
 * @throws Problem 404 when the task isn't visible; 403 without permission; 409 when it is archived; 422 for an assignee without access or a
 *   day outside of the project's timeline.
 */
export async function createSubtasks(
  tx: Tx,
  actor: Actor,
  taskId: number,
  names: readonly string[],
  { completed = [], afterIds, ...facts }: NewSubtasks = {},
): Promise<Subtask[]> {
  const task = await editableTask(tx, actor, taskId, facts);
  if (task.subtask_count + names.length > maxSubtasks) throw invalidFieldProblem("names", "field.tooMany");
  await enforceSubtaskLimit(tx, facts.assignee_id, names.length);
  const rows = await tx.rows<Subtask>(statements.insertSubtasks, [
    taskId,
    [...names],
    [...completed],
    facts.assignee_id ?? null,
    facts.due_date ?? null,
  ]);
  rows.sort((a, b) => a.id - b.id);
  const after = await tally(tx, task, rows.length, rows.filter((row) => row.completed === 1).length);
  rows.forEach((subtask, index) => {
    // All events contain the final counts, and only the last event finishes the task.
    const counted = index === rows.length - 1 ? after : { task: after.task };
    tx.emit("subtask.created", projectStream(task.projectId), { ...subtask, ...taskReference(task), ...counted });
  });
  if (afterIds) await placeBelow(tx, task, idsOf(rows), afterIds);
  return rows;
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

async function placeBelow(tx: Tx, task: TaskRow, ids: readonly number[], afterIds: readonly number[]): Promise<void> {
  const present = idsOf(await tx.rows<{ id: number }>(statements.orderOfSubtasks, [task.id]));
  const others = present.filter((id) => !ids.includes(id));
  const above = afterIds.find((id) => others.includes(id));
  await saveOrder(tx, task, present, others.toSpliced(above === undefined ? 0 : others.indexOf(above) + 1, 0, ...ids));
}

async function saveOrder(tx: Tx, task: TaskRow, present: readonly number[], order: readonly number[]): Promise<void> {
  if (order.every((id, at) => id === present[at])) return;
  await tx.rows(statements.sortSubtaskRows, [task.id, order]);
  tx.emit("subtask.sorted", projectStream(task.projectId), { ...taskReference(task), ids: [...order] });
}

/**
 * Changes the fields contained in the input; unchanged values cause neither a write nor an event.
 * @throws Problem 404 when the subtask isn't visible; 403 without permission; 409 when the task is archived, or when another user changed
 *   the same field since `version`; 422 for invalid values.
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
  if (before.assignee !== undefined) await enforceSubtaskLimit(tx, input.assignee_id, 1);
  return write(tx, task, subtask, input, before);
}

/**
 * Toggles completion.
 * @throws Problem 404 when the subtask isn't visible; 403 without permission; 409 when the task is archived.
 */
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
  tx.emit("subtask.updated", projectStream(task.projectId), { ...now, ...taskReference(task), ...after, before });
  return now;
}

/**
 * Reorders the subtasks `ids` among their current positions; all other subtasks keep their position.
 * @throws Problem 404 when the task isn't visible; 403 without permission; 409 when it is archived; 422 for unknown ids, in which case
 *   nothing is changed.
 */
export async function sortSubtasks(tx: Tx, actor: Actor, taskId: number, ids: readonly number[]): Promise<void> {
  const task = await editableTask(tx, actor, taskId);
  const present = idsOf(await tx.rows<{ id: number }>(statements.orderOfSubtasks, [taskId]));
  const sortedIds = [...new Set(ids)];
  if (sortedIds.some((id) => !present.includes(id))) throw invalidFieldProblem("ids", "field.unknown");
  const queue = sortedIds.values();
  const order = present.map((id) => (sortedIds.includes(id) ? (queue.next().value as number) : id));
  await saveOrder(tx, task, present, order);
}

/**
 * Deletes a subtask. Requires `task-delete` in addition to `task-edit`, since guests may not delete other users' content.
 * @throws Problem 404 when the subtask isn't visible; 403 without permission; 409 when the task is archived.
 */
export async function deleteSubtask(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { task, subtask } = await editableSubtask(tx, actor, id);
  authorizeTask(actor, "delete", task);
  await remove(tx, task, subtask);
}

async function remove(tx: Tx, task: TaskRow, subtask: Subtask, createdTaskKey?: string): Promise<void> {
  await tx.rows(statements.deleteSubtaskRow, [subtask.id]);
  const { id, name } = subtask;
  const after = await tally(tx, task, -1, -subtask.completed);
  const deletedSubtask = {
    id,
    name,
    ...taskReference(task),
    ...after,
    ...(createdTaskKey === undefined ? {} : { task_made: createdTaskKey }),
  };
  tx.emit("subtask.deleted", projectStream(task.projectId), deletedSubtask);
}

/**
 * Converts a subtask to a task below its parent task in the same column, with the subtask's assignee and date. If the parent task has moved
 * meanwhile, the new task is placed at the end of the former column.
 * @throws Problem 404 when the subtask isn't visible; 403 without `task-create` or `task-edit`; 409 when the task is archived; 422 for a
 * day outside of the timeline.
 */
export async function convertToTask(tx: Tx, actor: Actor, id: number): Promise<BoardTask> {
  const at = await tx.one<{ task_id: number; column_id: number }>(statements.taskOfSubtask, [id]);
  const found = at && (await tx.one<Subtask>(statements.subtaskById, [id]));
  if (!at || !found) throw new Problem("notFound");
  // Creating the task locks project and column, which precede the task in the lock order.
  const createdTask = await createTask(tx, actor, {
    title: found.name,
    task_status_id: at.column_id,
    before_id: at.task_id,
    users: found.assignee ? [found.assignee.id] : undefined,
    due_date: found.due_date,
  });
  const { task, subtask } = await editableSubtask(tx, actor, id);
  if (task.projectId !== createdTask.project_id) throw new Problem("conflict"); // the task was moved to another project meanwhile
  await remove(tx, task, subtask, createdTask.key);
  return createdTask;
}
