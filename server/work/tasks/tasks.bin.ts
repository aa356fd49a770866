import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { projectStream } from "../../../shared/kernel/events";
import type { restoreDeletedTask as restoreDeletedTaskEndpoint } from "../../../shared/work/bin/bin.contract";
import type { RelatedTask } from "../../../shared/work/tasks/blockers.contract";
import { progressAfterMove } from "../../../shared/work/tasks/tasks.progress.rules";
import { rankBetween } from "../../../shared/work/tasks/tasks.rank.rules";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { type LockedEntry, lockBinEntry, readCopy, restoreFromBin } from "../bin/bin.service";
import { enforceBoardLimit } from "./tasks.limits";
import { hasTooManyBlockers } from "./tasks.links";
import type { LockedColumn } from "./tasks.move";
import { presentCard } from "./tasks.present";
import { lockColumn } from "./tasks.sql";
import { relatedByIds } from "./tasks.update";

/** The columns of a copied task that a restore reads. */
interface TaskCopy {
  id: number;
  task_status_id: number;
  rank: string;
  progress: number;
  version: number;
  archived_at: string | null;
}

const selectNextNumber = sql(
  "tasks.nextNumberNow",
  "SELECT next_task_number AS number FROM project WHERE tenant_id = current_tenant() AND id = $1",
);

const selectFirstColumn = sql(
  "tasks.firstColumn",
  `SELECT id FROM task_status WHERE tenant_id = current_tenant() AND project_id = $1 ORDER BY sort_order LIMIT 1`,
);

/** The first rank from $2 on, the one after it, and the last rank of column $1. */
const selectRanksAround = sql(
  "tasks.ranksAround",
  `SELECT min(rank) FILTER (WHERE rank >= $2) AS same_or_next, min(rank) FILTER (WHERE rank > $2) AS next, max(rank) AS last
   FROM task WHERE tenant_id = current_tenant() AND task_status_id = $1`,
);

const selectBlockedTasks = sql(
  "tasks.blockedBy",
  `SELECT task_id AS id FROM task_blocker
   WHERE tenant_id = current_tenant() AND project_id = $1 AND blocker_id = $2 ORDER BY task_id`,
);

const deleteBlockersOf = sql(
  "tasks.deleteBlockersOf",
  "DELETE FROM task_blocker WHERE tenant_id = current_tenant() AND project_id = $1 AND task_id = $2 RETURNING blocker_id AS id",
);

/** Deletes the blockers of task $2 that wait for it over any number of steps. */
const deleteCyclicBlockersOf = sql(
  "tasks.deleteCyclicBlockersOf",
  `WITH RECURSIVE waiting (id) AS (
     SELECT task_id FROM task_blocker WHERE tenant_id = current_tenant() AND project_id = $1 AND blocker_id = $2
     UNION
     SELECT b.task_id FROM waiting JOIN task_blocker b
       ON b.tenant_id = current_tenant() AND b.project_id = $1 AND b.blocker_id = waiting.id
   )
   DELETE FROM task_blocker b USING waiting
   WHERE b.tenant_id = current_tenant() AND b.project_id = $1 AND b.task_id = $2 AND b.blocker_id = waiting.id
   RETURNING b.blocker_id AS id`,
);

interface TaskPlace {
  task_status_id: number;
  rank: string;
  progress: number;
}

/**
 * Restores a deleted task with everything on it, at its former position or, if its column was deleted, at the end of the first column.
 * The fields that a column requires aren't checked, because the task had entered it before.
 * @throws Problem 404 when the task isn't in the bin or the project isn't visible; 403 without permission; 409 when the project is
 *   archived; 422 for a full board.
 */
export async function restoreDeletedTask(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<ReplyOf<typeof restoreDeletedTaskEndpoint>["data"]> {
  const entry = await lockBinEntry(tx, actor, "task", id);
  const { projectId } = entry;
  const copy = await readCopy<TaskCopy>(tx, entry);
  const archived = copy.archived_at !== null;
  if (!archived) {
    const next = await tx.one<{ number: number }>(selectNextNumber, [projectId]);
    await enforceBoardLimit(tx, projectId, next?.number ?? 0, "task_status_id");
  }
  const place = await findPlace(tx, projectId, copy);
  const { omittedTimeEntryCount } = await restoreFromBin(tx, entry, { ...place, version: copy.version + 1 });
  const omittedBlockers = await deleteImpossibleBlockers(tx, entry);
  await emitRestored(tx, entry, archived);
  return {
    id,
    project_id: projectId,
    task_status_id: place.task_status_id,
    is_in_other_column: place.task_status_id !== copy.task_status_id,
    omitted_time_entry_count: omittedTimeEntryCount,
    omitted_blocker_keys: omittedBlockers.map(({ key }) => key),
  };
}

/** The former position, as far as it is still possible. Locks the column. */
async function findPlace(tx: Tx, projectId: number, copy: TaskCopy): Promise<TaskPlace> {
  const { rank, progress } = copy;
  const column = await tx.one<LockedColumn>(lockColumn, [copy.task_status_id]);
  if (column && column.projectId === projectId) {
    const found = await ranksAround(tx, column.id, rank);
    const isFree = found.same_or_next === null || found.same_or_next !== rank;
    return { task_status_id: column.id, rank: isFree ? rank : rankBetween(rank, found.next), progress };
  }
  const first = (await tx.one<{ id: number }>(selectFirstColumn, [projectId])) as { id: number };
  const target = (await tx.one<LockedColumn>(lockColumn, [first.id])) as LockedColumn;
  const { last } = await ranksAround(tx, target.id, rank);
  const formerKind = progress === 100 ? "done" : "doing";
  // The triggers have not counted the subtasks of the copy yet, so the progress of a done task can't be computed from them.
  const afterMove = progressAfterMove({ progress, subtask_count: 0, subtask_done_count: 0 }, formerKind, target.kind);
  return { task_status_id: target.id, rank: rankBetween(last, null), progress: afterMove };
}

interface RanksAround {
  same_or_next: string | null;
  next: string | null;
  last: string | null;
}

const ranksAround = async (tx: Tx, columnId: number, rank: string): Promise<RanksAround> =>
  (await tx.one<RanksAround>(selectRanksAround, [columnId, rank])) as RanksAround;

/**
 * Blockers may have been added since the deletion that would make the task depend on itself. Any cycle runs through the restored task, so
 * it ends without those of its blockers that wait for it.
 * @returns the tasks that no longer block it
 */
async function deleteImpossibleBlockers(tx: Tx, { projectId, recordId }: LockedEntry): Promise<RelatedTask[]> {
  const statement = (await hasTooManyBlockers(tx, projectId)) ? deleteBlockersOf : deleteCyclicBlockersOf;
  const deleted = await tx.rows<{ id: number }>(statement, [projectId, recordId]);
  const related = await relatedByIds(
    tx,
    deleted.map(({ id }) => id),
  );
  return [...related.values()];
}

async function emitRestored(tx: Tx, { projectId, recordId }: LockedEntry, archived: boolean): Promise<void> {
  const card = await presentCard(tx, { id: recordId, projectId });
  const blocked_ids = (await tx.rows<{ id: number }>(selectBlockedTasks, [projectId, recordId])).map(({ id }) => id);
  const hasDependencies = blocked_ids.length + card.blocker_ids.length > 0;
  const related = hasDependencies ? await relatedByIds(tx, [recordId, ...card.blocker_ids]) : new Map();
  const dependencies = hasDependencies ? { blocked_ids, related: [...related.values()] } : {};
  tx.emit("task.restored", projectStream(projectId), { ...card, ...dependencies });
  if (!archived) return;
  const { id, project_id, key, title, task_status_id, version } = card;
  tx.emit("task.archived", projectStream(projectId), { id, project_id, key, title, task_status_id, version });
}
