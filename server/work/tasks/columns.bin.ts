import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { projectStream } from "../../../shared/kernel/events";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import type { restoreDeletedColumn as restoreDeletedColumnEndpoint } from "../../../shared/work/bin/bin.contract";
import { finishesTask, progressAfterMove } from "../../../shared/work/tasks/tasks.progress.rules";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { projectAccess } from "../access/projects.policy";
import { lockBinEntry, moveToBin, readCopy, restoreFromBin } from "../bin/bin.service";
import { ColumnEntity } from "./column.entity";
import { maxColumns } from "./columns.limits";
import { presentColumn } from "./tasks.present";
import { lockColumn } from "./tasks.sql";

const insertTasksOfColumn = sql(
  "columns.insertTasksOfColumn",
  `INSERT INTO bin_row (tenant_id, entry_id, source, link, data)
   SELECT t.tenant_id, $1, 'task', 'task_status_id', jsonb_build_object('id', t.id, 'rank', t.rank, 'progress', t.progress)
   FROM task t WHERE t.tenant_id = current_tenant() AND t.task_status_id = $2`,
);

/** Copies a column and the positions of its tasks, which aren't moved to the target column yet. */
export async function moveColumnToBin(tx: Tx, column: ColumnEntity, targetColumnId: number | undefined): Promise<void> {
  const { id, projectId, title } = column;
  const entryId = await moveToBin(tx, { kind: "column", projectId, recordId: id, title, targetColumnId });
  await tx.rows(insertTasksOfColumn, [entryId, id]);
}

const moveFollowingColumns = sql(
  "columns.moveFollowing",
  `UPDATE task_status SET sort_order = sort_order + 1
   WHERE tenant_id = current_tenant() AND project_id = $1 AND sort_order >= $2
     AND EXISTS (SELECT FROM task_status s WHERE s.tenant_id = current_tenant() AND s.project_id = $1 AND s.sort_order = $2)`,
);

/** Tasks of the bin entry $1 that are still in the column $2, with their former rank and progress. */
const lockTasksToReturn = sql(
  "columns.lockTasksToReturn",
  `SELECT t.id, t.title, t.number, t.progress, t.version, t.subtask_count, t.subtask_done_count,
          t.archived_at IS NOT NULL AS archived, b.data->>'rank' AS rank, (b.data->>'progress')::int AS former_progress
   FROM bin_row b JOIN task t ON t.tenant_id = b.tenant_id AND t.id = (b.data->>'id')::bigint
   WHERE b.tenant_id = current_tenant() AND b.entry_id = $1 AND b.source = 'task' AND b.link = 'task_status_id'
     AND t.task_status_id = $2
   ORDER BY t.id FOR UPDATE OF t`,
);

const updateReturnedTasks = sql(
  "columns.updateReturnedTasks",
  `UPDATE task SET task_status_id = $1, rank = m.rank, progress = m.progress, version = version + 1, updated_at = now()
   FROM unnest($2::bigint[], $3::text[], $4::int[]) AS m (id, rank, progress)
   WHERE tenant_id = current_tenant() AND task.id = m.id`,
);

const selectRequiredFields = sql(
  "columns.requiredFields",
  `SELECT field_id AS id FROM project_field_requirement
   WHERE tenant_id = current_tenant() AND project_id = $1 AND task_status_id = $2 ORDER BY field_id`,
);

/**
 * Restores a deleted column at its former place. Its tasks that are still in the column to which the deletion moved them move back.
 * @throws Problem 404 when the column isn't in the bin or the project isn't visible; 403 without permission; 409 when the project is
 *   archived; 422 when the limit of columns is reached.
 */
export async function restoreDeletedColumn(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<ReplyOf<typeof restoreDeletedColumnEndpoint>["data"]> {
  const entry = await lockBinEntry(tx, actor, "column", id);
  const { projectId: project_id } = entry;
  if ((await tx.repo(ColumnEntity).count({ projectId: project_id })) >= maxColumns)
    throw invalidFieldProblem("id", "field.tooMany");
  const copy = await readCopy<{ sort_order: number }>(tx, entry);
  await tx.rows(moveFollowingColumns, [project_id, copy.sort_order]);
  // Locked before its tasks, like all code that locks a column and its tasks.
  if (entry.targetColumnId !== null) await tx.one(lockColumn, [entry.targetColumnId]);
  const tasks = await tx.rows<ReturningTask>(lockTasksToReturn, [entry.id, entry.targetColumnId]);
  await restoreFromBin(tx, entry, {});
  const columns = await tx.repo(ColumnEntity).find({ where: { projectId: project_id }, order: { sortOrder: "ASC" } });
  const column = columns.find((candidate) => candidate.id === id) as ColumnEntity;
  const fields = await tx.rows<{ id: number }>(selectRequiredFields, [project_id, id]);
  tx.emit("column.restored", projectStream(project_id), {
    ...presentColumn(column),
    column_ids: columns.map((one) => one.id),
    required_field_ids: fields.map((field) => field.id),
  });
  const target = columns.find((candidate) => candidate.id === entry.targetColumnId);
  if (target) await returnTasks(tx, actor, { tasks, column, target });
  return { id, project_id, task_count: tasks.length };
}

interface ReturningTask {
  id: number;
  title: string;
  number: number;
  progress: number;
  version: number;
  subtask_count: number;
  subtask_done_count: number;
  archived: boolean;
  rank: string;
  former_progress: number;
}

interface TaskReturn {
  tasks: readonly ReturningTask[];
  column: ColumnEntity;
  target: ColumnEntity;
}

async function returnTasks(tx: Tx, actor: Actor, { tasks, column, target }: TaskReturn): Promise<void> {
  if (tasks.length === 0) return;
  const { code } = await projectAccess(tx, actor, column.projectId);
  // The deletion set the progress of tasks that it moved to a done column.
  const progress = tasks.map((task) =>
    target.kind === "done" && column.kind !== "done"
      ? task.former_progress
      : progressAfterMove(task, target.kind, column.kind),
  );
  await tx.rows(updateReturnedTasks, [column.id, tasks.map(({ id }) => id), tasks.map(({ rank }) => rank), progress]);
  tasks.forEach((task, at) => {
    if (task.archived) return; // archived tasks are on no board
    tx.emit("task.moved", projectStream(column.projectId), {
      id: task.id,
      project_id: column.projectId,
      key: `${code}-${task.number}`,
      title: task.title,
      task_status_id: column.id,
      rank: task.rank,
      version: task.version + 1,
      progress: progress[at] as number,
      from_task_status_id: target.id,
      ...(finishesTask(
        { progress: task.progress, columnKind: target.kind },
        { progress: progress[at] as number, columnKind: column.kind },
      ) && { finished: true }),
    });
  });
}
