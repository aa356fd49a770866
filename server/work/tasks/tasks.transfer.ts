import type { BodyOf } from "../../../shared/kernel/endpoint";
import { projectStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { progressAfterMove } from "../../../shared/work/tasks/tasks.progress.rules";
import { rankBetween } from "../../../shared/work/tasks/tasks.rank.rules";
import type {
  transferTask as transferTaskEndpoint,
  TransferPreview,
} from "../../../shared/work/tasks/transfer.contract";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { authorizeInProject, type ProjectAccess, projectAccess, filterProjectViewers } from "../access/projects.policy";
import { type LockedColumn, findNeighbours } from "./tasks.move";
import { authorizeTask, loadLockedTask, type TaskRow, loadVisibleTask } from "../access/tasks.policy";
import { presentCard } from "./tasks.present";
import { enforceBoardLimit, enforceCardListLimits } from "./tasks.limits";
import { type FieldValueRow, requireFieldValues, writeFieldValueRows } from "./tasks.field-values";
import { requireInsideTimeline } from "./tasks.service";
import { lockColumn } from "./tasks.sql";
import * as statements from "./tasks.transfer.sql";
import { linksOfChange } from "./tasks.update";

interface Numbered {
  number: number;
  start: string | null;
  end: string | null;
}

/**
 * Moves a task to another project with all its content, except dependencies and the users, tags and fields missing in that project. Fields
 * match by title and kind. Requires
 * `task-edit`, `task-move` and `task-delete` in the source, because the task disappears there, and `task-create` in the target. Guests
 * therefore can't remove tasks assigned to them. The source's event contains only the id, because not all of its followers see the target
 * project.
 * @throws Problem 404 when the task isn't visible; 403 without permission; 409 when archived or moved concurrently; 422 for an unknown
 * project or column, or when a date of the task or a subtask is outside of the new timeline.
 */
export async function transferTask(
  tx: Tx,
  actor: Actor,
  id: number,
  input: BodyOf<typeof transferTaskEndpoint>,
): Promise<BoardTask> {
  const visibleTask = await loadVisibleTask(tx, actor, id);
  authorizeLeaving(actor, visibleTask);
  const target = await targetOf(tx, actor, input.project_id);
  if (target.id === visibleTask.projectId) return presentCard(tx, visibleTask);

  await tx.rows(statements.lockProjects, [[visibleTask.projectId, target.id]]);
  await targetOf(tx, actor, target.id); // access or archiving may have changed before the lock
  const columnId =
    input.task_status_id ??
    (await tx.one<{ id: number }>(statements.columnOfKind, [target.id, visibleTask.columnKind]))?.id ??
    0;
  const column = await tx.one<LockedColumn>(lockColumn, [columnId]);
  if (column?.projectId !== target.id) throw invalidFieldProblem("task_status_id", "field.unknown");
  const task = await loadLockedTask(tx, actor, id);
  authorizeLeaving(actor, task); // the task and access to it may have changed before it was locked
  if (task.projectId !== visibleTask.projectId) throw new Problem("conflict");

  const numbered = (await tx.one<Numbered>(statements.takeTaskNumber, [target.id])) as Numbered;
  await enforceBoardLimit(tx, target.id, numbered.number, "project_id");
  await requireDaysInside(tx, task, numbered);
  const tags = await removeForeignLinks(tx, task, target.id);
  const place = await findNeighbours(tx, column.id, null, null, [id]);
  const rank = rankBetween(place.above_rank, place.below_rank);
  const progress = progressAfterMove(task, task.columnKind, column.kind);
  const values = await tx.rows<FieldValueRow>(statements.takeFieldValues, [id, target.id]);
  await tx.rows(statements.transferTaskRow, [id, target.id, column.id, numbered.number, rank, progress]);
  if (tags.length > 0) await tx.rows(statements.addTags, [id, target.id, tags]);
  await writeFieldValueRows(tx, values);
  await requireFieldValues(tx, id, column);
  await tx.rows(statements.recordFormerKey, [task.key.toUpperCase(), id]);
  const card = await presentCard(tx, { id, projectId: target.id });
  await enforceCardListLimits(tx, [{ projectId: target.id, lists: linksOfChange(card), field: () => "project_id" }]);
  emitTransfer(tx, task, card);
  return card;
}

/**
 * The values of a task and how much of each a move to another project would keep.
 * @throws Problem as `transferTask`, except for what it checks after the locks.
 */
export async function previewTransfer(
  tx: Tx,
  actor: Actor,
  id: number,
  projectId: number,
): Promise<TransferPreview["fields"]> {
  const task = await loadVisibleTask(tx, actor, id);
  authorizeLeaving(actor, task);
  const target = await targetOf(tx, actor, projectId);
  return tx.rows(statements.previewFieldValues, [id, target.id]);
}

function authorizeLeaving(actor: Actor, task: TaskRow): void {
  authorizeTask(actor, "edit", task);
  authorizeTask(actor, "move", task);
  authorizeTask(actor, "delete", task);
  if (task.archived) throw new Problem("task.archived");
}

/** Returns the target project. An invisible project causes a 422 instead of a 404, because the project is a form value. */
async function targetOf(tx: Tx, actor: Actor, projectId: number): Promise<ProjectAccess> {
  const target = await projectAccess(tx, actor, projectId).catch((error: unknown) => {
    throw error instanceof Problem && error.code === "notFound"
      ? invalidFieldProblem("project_id", "field.unknown")
      : error;
  });
  authorizeInProject(actor, "task-create", target);
  return target;
}

async function requireDaysInside(tx: Tx, task: TaskRow, timeline: Numbered): Promise<void> {
  requireInsideTimeline(timeline, { start_date: task.startDate, due_date: task.dueDate });
  const days = await tx.one<{ first: string | null; last: string | null }>(statements.subtaskDueRange, [task.id]);
  for (const due_date of [days?.first, days?.last]) requireInsideTimeline(timeline, { due_date });
}

/**
 * Removes links that can't be moved.
 * @returns the tags of the target project that have the same names as the removed tags.
 */
async function removeForeignLinks(tx: Tx, task: TaskRow, targetId: number): Promise<number[]> {
  const both = [task.id, targetId];
  await tx.rows(statements.dropBlockers, [task.id, task.projectId]);
  await tx.rows(statements.dropUsers, both);
  await tx.rows(statements.dropGroups, both);
  await tx.rows(statements.unassignSubtasks, both);
  const watchers = (await tx.rows<{ id: number }>(statements.watchersOf, [task.id])).map((row) => row.id);
  const staying = (await filterProjectViewers(tx, targetId, watchers)).map((person) => person.id);
  await tx.rows(statements.dropWatchers, [task.id, staying]);
  return (await tx.rows<{ id: number }>(statements.dropTags, both)).map((row) => row.id);
}

function emitTransfer(tx: Tx, { id, key, title, projectId: project_id }: TaskRow, card: BoardTask): void {
  const to_project_id = card.project_id;
  tx.emit("task.left", projectStream(project_id), { id, project_id, key, title, to_project_id });
  tx.emit("task.arrived", projectStream(to_project_id), { ...card, from_key: key, from_project_id: project_id });
}
