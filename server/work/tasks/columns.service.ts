import { In } from "typeorm";
import type { BodyOf } from "../../../shared/kernel/endpoint";
import { projectStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type * as contract from "../../../shared/work/tasks/columns.contract";
import type { BoardColumn } from "../../../shared/work/tasks/tasks.contract";
import type { ProgressChange } from "../../../shared/work/tasks/tasks.events";
import { finishesTask, progressAfterMove } from "../../../shared/work/tasks/tasks.progress.rules";
import type { ColumnKind } from "../../../shared/work/tasks/tasks.schema";
import { ranksBetween } from "../../../shared/work/tasks/tasks.rank.rules";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { authorizeInProject, projectAccess } from "../access/projects.policy";
import { ColumnEntity } from "./column.entity";
import { moveColumnToBin } from "./columns.bin";
import { maxColumns } from "./columns.limits";
import { presentColumn } from "./tasks.present";
import { lockColumn } from "./tasks.sql";

const lockTasksOfColumn = sql(
  "columns.lockTasksOfColumn",
  `SELECT t.id, t.title, t.number, t.progress, t.version, t.subtask_count, t.subtask_done_count,
          t.archived_at IS NOT NULL AS archived FROM task t
   WHERE t.tenant_id = current_tenant() AND t.task_status_id = $1 ORDER BY t.rank FOR UPDATE`,
);

/** Serializes changes of a board's columns by locking the project before any column, as the lock order requires. */
const lockProject = sql(
  "columns.lockProject",
  `SELECT id FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE`,
);

async function lockedColumns(tx: Tx, actor: Actor, projectId: number): Promise<ColumnEntity[]> {
  const authorizeNow = async () => authorizeInProject(actor, "status-edit", await projectAccess(tx, actor, projectId));
  await authorizeNow();
  await tx.one(lockProject, [projectId]);
  await authorizeNow(); // access or archiving may have changed before the lock
  return tx.repo(ColumnEntity).find({ where: { projectId }, order: { sortOrder: "ASC" } });
}

async function ownColumn(tx: Tx, id: number): Promise<ColumnEntity> {
  const column = await tx.repo(ColumnEntity).findOne({ id });
  if (!column) throw new Problem("notFound");
  return column;
}

/**
 * Adds a column at the end.
 * @throws Problem 404 when the project isn't visible; 403 without permission; 409 when it is archived; 422 when the limit is reached.
 */
export async function createColumn(
  tx: Tx,
  actor: Actor,
  input: BodyOf<typeof contract.createColumn>,
): Promise<BoardColumn> {
  const columns = await lockedColumns(tx, actor, input.project_id);
  if (columns.length >= maxColumns) throw invalidFieldProblem("title", "field.tooMany");
  const created = await tx.repo(ColumnEntity).insert({
    projectId: input.project_id,
    title: input.title,
    kind: input.kind ?? "doing",
    color: input.color ?? null,
    wipLimit: input.wip_limit ?? null,
    sortOrder: Math.max(0, ...columns.map((column) => column.sortOrder)) + 1,
  });
  const column = presentColumn(created);
  tx.emit("column.created", projectStream(input.project_id), column);
  return column;
}

export async function updateColumn(
  tx: Tx,
  actor: Actor,
  id: number,
  input: BodyOf<typeof contract.updateColumn>,
): Promise<BoardColumn> {
  const columns = await lockedColumns(tx, actor, (await ownColumn(tx, id)).projectId);
  const column = columns.find((candidate) => candidate.id === id);
  if (!column) throw new Problem("notFound");
  const before = presentColumn(column);
  const requestedValues = { title: input.title, kind: input.kind, color: input.color, wip_limit: input.wip_limit };
  const changed = Object.entries(requestedValues).filter(
    ([field, value]) => value !== undefined && value !== before[field as keyof typeof requestedValues],
  );
  if (changed.length === 0) return before;
  const after: BoardColumn = { ...before, ...Object.fromEntries(changed), version: before.version + 1 };
  const { title, kind, color, wip_limit: wipLimit, version } = after;
  // Locks the column before its tasks, like all code that locks both: later moves into it use the new kind.
  await tx.repo(ColumnEntity).update({ id }, { title, kind, color, wipLimit, version });
  const progress = await updateProgressInColumn(tx, column, { before: before.kind, after: kind });
  const previousValues = Object.fromEntries(changed.map(([field]) => [field, before[field as keyof BoardColumn]]));
  tx.emit("column.updated", projectStream(column.projectId), {
    ...after,
    before: previousValues,
    ...(progress && { progress }),
  });
  return after;
}

/** Progress changes of the latest event that made column $2 of project $1 a done column. */
const selectProgressBeforeDone = sql(
  "columns.progressBeforeDone",
  `SELECT e.data->'progress' AS progress FROM domain_event e
   WHERE e.tenant_id = current_tenant() AND e.stream = 'project:' || $1::bigint AND e.type = 'column.updated'
     AND e.data->>'id' = $2::bigint::text AND e.data->>'kind' = 'done' AND e.data->'before' ? 'kind'
   ORDER BY e.revision DESC LIMIT 1`,
);
const updateProgress = sql(
  "columns.updateProgress",
  `UPDATE task SET progress = m.progress, version = version + 1, updated_at = now()
   FROM unnest($1::bigint[], $2::int[]) AS m (id, progress)
   WHERE tenant_id = current_tenant() AND task.id = m.id`,
);

type ProgressChanges = Record<number, ProgressChange>;

/**
 * Changes the progress of the column's tasks, including archived ones, as if they had been moved from a column of the previous kind. A
 * column that stops being a done column returns the former progress to tasks that haven't changed since it became one.
 * @returns the changes; undefined if there are none.
 */
async function updateProgressInColumn(
  tx: Tx,
  { id, projectId }: ColumnEntity,
  kind: { before: ColumnKind; after: ColumnKind },
): Promise<ProgressChanges | undefined> {
  if (kind.before === kind.after || (kind.before !== "done" && kind.after !== "done")) return undefined;
  const tasks = await tx.rows<TaskInColumn>(lockTasksOfColumn, [id]);
  const doneEvent =
    kind.before === "done" && tasks.length > 0
      ? await tx.one<{ progress: ProgressChanges | null }>(selectProgressBeforeDone, [projectId, id])
      : undefined;
  const changes = tasks.flatMap((task): [number, ProgressChange][] => {
    const former = doneEvent?.progress?.[task.id];
    const after =
      former && former.version === task.version ? former.before : progressAfterMove(task, kind.before, kind.after);
    return after === task.progress ? [] : [[task.id, { before: task.progress, after, version: task.version + 1 }]];
  });
  if (changes.length === 0) return undefined;
  await tx.rows(updateProgress, [changes.map(([taskId]) => taskId), changes.map(([, { after }]) => after)]);
  return Object.fromEntries(changes);
}

const updateColumnOrder = sql(
  "columns.setOrder",
  `UPDATE task_status SET sort_order = o.place FROM unnest($1::bigint[]) WITH ORDINALITY AS o (id, place)
   WHERE tenant_id = current_tenant() AND task_status.id = o.id`,
);

/**
 * Reorders the columns `ids` among their current positions; all other columns keep their position.
 * @throws Problem 422 for unknown ids.
 */
export async function sortColumns(tx: Tx, actor: Actor, projectId: number, ids: readonly number[]): Promise<void> {
  const columns = await lockedColumns(tx, actor, projectId);
  const sortedIds = [...new Set(ids)];
  if (sortedIds.some((id) => !columns.some((column) => column.id === id)))
    throw invalidFieldProblem("ids", "field.unknown");
  const sortedIdSet = new Set(sortedIds);
  const queue = sortedIds.values();
  const order = columns.map((column) => (sortedIdSet.has(column.id) ? (queue.next().value as number) : column.id));
  if (order.every((id, index) => id === columns[index]?.id)) return;
  await tx.rows(updateColumnOrder, [order]);
  tx.emit("column.sorted", projectStream(projectId), { project_id: projectId, ids: order });
}

const selectLastRank = sql(
  "columns.lastRank",
  `SELECT max(rank) AS rank FROM task WHERE tenant_id = current_tenant() AND task_status_id = $1`,
);
const updateTaskColumns = sql(
  "columns.moveAll",
  `UPDATE task SET task_status_id = $1, rank = m.rank, progress = m.progress, version = version + 1, updated_at = now()
   FROM unnest($2::bigint[], $3::text[], $4::int[]) AS m (id, rank, progress)
   WHERE tenant_id = current_tenant() AND task.id = m.id`,
);

/**
 * Moves a column to the bin. Its tasks, including archived ones, are appended to the target column in their order.
 * @throws Problem 404 when the column isn't visible; 403 without permission; 409 `column.notEmpty` without a target, `column.last` for the
 *   only column; 422 for a target in another project.
 */
export async function deleteColumn(tx: Tx, actor: Actor, id: number, targetId: number | undefined): Promise<void> {
  const columns = await lockedColumns(tx, actor, (await ownColumn(tx, id)).projectId);
  const column = columns.find((candidate) => candidate.id === id);
  if (!column) throw new Problem("notFound");
  if (columns.length === 1) throw new Problem("column.last");
  const target = columns.find((candidate) => candidate.id === targetId && candidate.id !== id);
  if (targetId !== undefined && !target) throw invalidFieldProblem("target_id", "field.unknown");
  // Locks columns in the order of their ids, like all code that locks several columns.
  for (const locked of [id, ...(target ? [target.id] : [])].sort((a, b) => a - b)) await tx.one(lockColumn, [locked]);
  await moveColumnToBin(tx, column, target?.id);
  await moveTasksTo(tx, actor, column, target);
  await tx.repo(ColumnEntity).delete({ id: In([id]) });
  tx.emit("column.deleted", projectStream(column.projectId), {
    id,
    project_id: column.projectId,
    title: column.title,
    kind: column.kind,
  });
}

interface TaskInColumn {
  id: number;
  title: string;
  number: number;
  progress: number;
  version: number;
  subtask_count: number;
  subtask_done_count: number;
  archived: boolean;
}

async function moveTasksTo(
  tx: Tx,
  actor: Actor,
  column: ColumnEntity,
  target: ColumnEntity | undefined,
): Promise<void> {
  const tasks = await tx.rows<TaskInColumn>(lockTasksOfColumn, [column.id]);
  if (tasks.length === 0) return;
  if (!target) throw new Problem("column.notEmpty");
  const { code } = await projectAccess(tx, actor, column.projectId);
  const last = await tx.one<{ rank: string | null }>(selectLastRank, [target.id]);
  const ranks = ranksBetween(last?.rank ?? null, null, tasks.length);
  const progress = tasks.map((task) => progressAfterMove(task, column.kind, target.kind));
  await tx.rows(updateTaskColumns, [target.id, tasks.map((task) => task.id), ranks, progress]);
  tasks.forEach((task, index) => {
    if (task.archived) return; // archived tasks are on no board
    tx.emit("task.moved", projectStream(column.projectId), {
      id: task.id,
      project_id: column.projectId,
      key: `${code}-${task.number}`,
      title: task.title,
      task_status_id: target.id,
      rank: ranks[index] as string,
      version: task.version + 1,
      progress: progress[index] as number,
      from_task_status_id: column.id,
      ...(finishesTask(
        { progress: task.progress, columnKind: column.kind },
        { progress: progress[index] as number, columnKind: target.kind },
      ) && { finished: true }),
    });
  });
}
