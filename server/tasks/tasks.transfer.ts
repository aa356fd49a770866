import type { BodyOf } from "../../shared/kernel/endpoint";
import { projectStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { progressAfterMove } from "../../shared/tasks/tasks.progress.rules";
import { rankBetween } from "../../shared/tasks/tasks.rank.rules";
import type { transferTask as transferTaskEndpoint } from "../../shared/tasks/transfer.contract";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { authorize, type ProjectAccess, projectAccess, whoSees } from "../projects/projects.policy";
import { type LockedColumn, placeIn } from "./tasks.move";
import { authorizeTask, lockedTask, type TaskRow, visibleTask } from "./tasks.policy";
import { presentCard } from "./tasks.present";
import { requireRoomOnBoard, requireRoomOnCards } from "./tasks.room";
import { requireInsideTimeline } from "./tasks.service";
import { lockColumn } from "./tasks.sql";
import * as statements from "./tasks.transfer.sql";
import { linksOf } from "./tasks.update";

interface Numbered {
  number: number;
  start: string | null;
  end: string | null;
}

/**
 * Moves a task to another project, with all that hangs on it but dependencies, and people and tags that the project lacks.
 * Needs `task-edit`, `task-move` and `task-delete` where it is and `task-create` where it goes: it is gone for everybody there,
 * and where it goes whoever takes it may be the owner. So a guest takes away nothing that they are assigned to. The boards that
 * it leaves hear nothing of where it went but the id: not everyone there may see that project.
 * @throws Problem 404, 403, 409 (archived; moved on by someone else this moment), 422 (no such project or column; a day
 * outside the new timeline, its own or a subtask's).
 */
export async function transferTask(
  tx: Tx,
  actor: Actor,
  id: number,
  input: BodyOf<typeof transferTaskEndpoint>,
): Promise<BoardTask> {
  const seen = await visibleTask(tx, actor, id);
  authorizeLeaving(actor, seen);
  const target = await targetOf(tx, actor, input.project_id);
  if (target.id === seen.projectId) return presentCard(tx, seen);

  await tx.rows(statements.lockProjects, [[seen.projectId, target.id]]);
  await targetOf(tx, actor, target.id); // it may have been archived, or have lost the actor, until it was locked
  const columnId =
    input.task_status_id ??
    (await tx.one<{ id: number }>(statements.columnOfKind, [target.id, seen.columnKind]))?.id ??
    0;
  const column = await tx.one<LockedColumn>(lockColumn, [columnId]);
  if (column?.projectId !== target.id) throw invalid("task_status_id", "field.unknown");
  const task = await lockedTask(tx, actor, id);
  authorizeLeaving(actor, task); // who it is and where it stands may have changed until it was locked
  if (task.projectId !== seen.projectId) throw new Problem("conflict");

  const numbered = (await tx.one<Numbered>(statements.takeNumber, [target.id])) as Numbered;
  await requireRoomOnBoard(tx, target.id, numbered.number, "project_id");
  await requireDaysInside(tx, task, numbered);
  const tags = await leaveBehind(tx, task, target.id);
  const place = await placeIn(tx, column.id, null, null, [id]);
  const rank = rankBetween(place.above_rank, place.below_rank);
  const progress = progressAfterMove(task, task.columnKind, column.kind);
  await tx.rows(statements.transfer, [id, target.id, column.id, numbered.number, rank, progress]);
  if (tags.length > 0) await tx.rows(statements.addTags, [id, target.id, tags]);
  await tx.rows(statements.keepKey, [task.key.toUpperCase(), id]);
  const card = await presentCard(tx, { id, projectId: target.id });
  await requireRoomOnCards(tx, [{ projectId: target.id, lists: linksOf(card), field: () => "project_id" }]);
  emitTransfer(tx, task, card);
  return card;
}

function authorizeLeaving(actor: Actor, task: TaskRow): void {
  authorizeTask(actor, "edit", task);
  authorizeTask(actor, "move", task);
  authorizeTask(actor, "delete", task);
  if (task.archived) throw new Problem("task.archived");
}

/** A project that one can't see is a wrong choice in a form. */
async function targetOf(tx: Tx, actor: Actor, projectId: number): Promise<ProjectAccess> {
  const target = await projectAccess(tx, actor, projectId).catch((error: unknown) => {
    throw error instanceof Problem && error.code === "notFound" ? invalid("project_id", "field.unknown") : error;
  });
  authorize(actor, "task-create", target);
  return target;
}

async function requireDaysInside(tx: Tx, task: TaskRow, timeline: Numbered): Promise<void> {
  requireInsideTimeline(timeline, { start_date: task.startDate, due_date: task.dueDate });
  const days = await tx.one<{ first: string | null; last: string | null }>(statements.subtaskDays, [task.id]);
  for (const due_date of [days?.first, days?.last]) requireInsideTimeline(timeline, { due_date });
}

/** Takes off what can't come along; answers the tags that it gets there. */
async function leaveBehind(tx: Tx, task: TaskRow, targetId: number): Promise<number[]> {
  const both = [task.id, targetId];
  await tx.rows(statements.dropBlockers, [task.id, task.projectId]);
  await tx.rows(statements.dropUsers, both);
  await tx.rows(statements.dropGroups, both);
  await tx.rows(statements.unassignSubtasks, both);
  const watchers = (await tx.rows<{ id: number }>(statements.watchersOf, [task.id])).map((row) => row.id);
  const staying = (await whoSees(tx, targetId, watchers)).map((person) => person.id);
  await tx.rows(statements.dropWatchers, [task.id, staying]);
  return (await tx.rows<{ id: number }>(statements.dropTags, both)).map((row) => row.id);
}

function emitTransfer(tx: Tx, { id, key, title, projectId: project_id }: TaskRow, card: BoardTask): void {
  const to_project_id = card.project_id;
  tx.emit("task.left", projectStream(project_id), { id, project_id, key, title, to_project_id });
  tx.emit("task.arrived", projectStream(to_project_id), { ...card, from_key: key, from_project_id: project_id });
}
