import type { BodyOf } from "../../shared/kernel/endpoint";
import { type Actor as Person, projectStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { moveTask as moveTaskEndpoint } from "../../shared/tasks/tasks.contract";
import { progressAfterMove } from "../../shared/tasks/tasks.progress.rules";
import { freshRanks, needsRebalance, rankBetween } from "../../shared/tasks/tasks.rank.rules";
import type { ColumnKind } from "../../shared/tasks/tasks.schema";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/unit-of-work";
import { presentCard } from "./tasks.present";
import { authorizeTask, lockedTask, type TaskRow } from "./tasks.policy";
import { changedSince, lockColumn, neighbours, placeTask, ranksOfColumn, setRanks } from "./tasks.sql";

export interface LockedColumn {
  id: number;
  projectId: number;
  title: string;
  kind: ColumnKind;
}

export interface Place {
  above_id: number | null;
  above_rank: string | null;
  below_id: number | null;
  below_rank: string | null;
}

export interface Moved {
  id: number;
  task_status_id: number;
  rank: string;
  version: number;
  progress: number;
  before_id: number | null;
  after_id: number | null;
}

/**
 * Moves a task between the neighbours that are named; where they have gone meanwhile, as near as can be. The column is
 * locked before the task (the product's lock order) and both are asked for in one round trip.
 * @throws Problem 404, 403, 409 (archived; moved by someone else since `version`), 422 for a column elsewhere.
 */
export async function moveTaskTo(
  tx: Tx,
  actor: Actor,
  id: number,
  input: BodyOf<typeof moveTaskEndpoint>,
): Promise<Moved> {
  // All on their way at once, one after the other at the database: the neighbours are read when the locks are held.
  const [column, task, place] = await Promise.all([
    tx.one<LockedColumn>(lockColumn, [input.task_status_id]),
    lockedTask(tx, actor, id),
    placeIn(tx, input.task_status_id, input.before_id, input.after_id, id),
  ]);
  authorizeTask(actor, "move", task);
  if (task.archived) throw new Problem("task.archived", { record: await presentCard(tx, task) });
  if (!column || column.projectId !== task.projectId) throw invalid("task_status_id", "field.unknown");
  await refuseStale(tx, task, input.version, null);
  if (alreadyThere(task, column, place)) return landed(task, place);
  return landed(await put(tx, task, column, place), place);
}

/**
 * A version that is behind matters only where the same thing was touched: someone else's new title is no reason to
 * refuse a move. `fields` null stands for the task's place.
 * @throws Problem 409 with the task as it is now and who changed it.
 */
export async function refuseStale(
  tx: Tx,
  task: TaskRow,
  version: number | undefined,
  fields: string[] | null,
): Promise<void> {
  if (version === undefined || version >= task.version) return;
  const by = await tx.one<Person | { id: null }>(changedSince, [task.id, version, fields]);
  if (by) throw new Problem("task.stale", { record: await presentCard(tx, task), by: by.id === null ? null : by });
}

/** What lies above and below a place in a column that is locked. Without neighbours: the end. */
export async function placeIn(
  tx: Tx,
  columnId: number,
  beforeId: number | null | undefined,
  afterId: number | null | undefined,
  taskId: number,
): Promise<Place> {
  const place = await tx.one<Place>(neighbours, [columnId, beforeId ?? null, afterId ?? null, taskId]);
  return place ?? { above_id: null, above_rank: null, below_id: null, below_rank: null };
}

function alreadyThere(task: TaskRow, column: LockedColumn, place: Place): boolean {
  if (task.columnId !== column.id) return false;
  const below = place.above_rank === null || place.above_rank < task.rank;
  const above = place.below_rank === null || task.rank < place.below_rank;
  return below && above;
}

/** Writes the new place and says so. The column must be locked. */
export async function put(tx: Tx, task: TaskRow, column: LockedColumn, place: Place): Promise<TaskRow> {
  const rank = rankBetween(place.above_rank, place.below_rank);
  const progress = progressAfterMove(task, task.columnKind, column.kind);
  tx.send(placeTask, [task.id, column.id, rank, progress]);
  const moved: TaskRow = {
    ...task,
    columnId: column.id,
    columnKind: column.kind,
    rank,
    progress,
    version: task.version + 1,
  };
  tx.emit("task.moved", projectStream(task.projectId), {
    id: task.id,
    project_id: task.projectId,
    key: task.key,
    title: task.title,
    task_status_id: column.id,
    rank,
    version: moved.version,
    progress,
    from_task_status_id: task.columnId,
  });
  return needsRebalance(rank) ? rebalance(tx, moved) : moved;
}

/** Gives a whole column short ranks again; the order stays. */
async function rebalance(tx: Tx, task: TaskRow): Promise<TaskRow> {
  const rows = await tx.rows<{ id: number; rank: string }>(ranksOfColumn, [task.columnId]);
  const fresh = freshRanks(rows.length);
  const ids = rows.map((row) => row.id);
  tx.send(setRanks, [task.columnId, ids, fresh]);
  const ranks = Object.fromEntries(ids.map((id, index) => [id, fresh[index] as string]));
  tx.emit("column.rebalanced", projectStream(task.projectId), { id: task.columnId, project_id: task.projectId, ranks });
  return { ...task, rank: ranks[task.id] ?? task.rank };
}

function landed(task: TaskRow, place: Place): Moved {
  return {
    id: task.id,
    task_status_id: task.columnId,
    rank: task.rank,
    version: task.version,
    progress: task.progress,
    before_id: place.above_id,
    after_id: place.below_id,
  };
}
