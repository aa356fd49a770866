import type { BodyOf } from "../../../shared/kernel/endpoint";
import { projectStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type * as contract from "../../../shared/work/tasks/tasks.contract";
import type { FieldKind } from "../../../shared/work/fields/fields.schema";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { rankBetween } from "../../../shared/work/tasks/tasks.rank.rules";
import { cleanText } from "../../platform/rich-text/rich-text-fields";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { authorizeInProject, projectAccess } from "../access/projects.policy";
import { TaskEntity } from "./task.entity";
import { shareLockProjectsOfTasks } from "./tasks.change.sql";
import { requireFieldValues, resolveFieldValues, writeFieldValues } from "./tasks.field-values";
import { newTaskRow } from "./tasks.row";
import { hasTooManyBlockers, type LinkInput, requireLinks, setLinks } from "./tasks.links";
import { type LockedColumn, findNeighbours } from "./tasks.move";
import { authorizeTask, loadLockedTask } from "../access/tasks.policy";
import { presentCard } from "./tasks.present";
import { enforceBoardLimit, enforceCardListLimits } from "./tasks.limits";
import { lockColumn, ranksOfColumn, sortRanks } from "./tasks.sql";
import { requireNoSubmittedWeeks } from "../access/deletion.policy";
import { moveToBin } from "../bin/bin.service";

/** Also locks the project, so that its timeline, members and tags stay unchanged until the task is inserted. */
const nextNumber = sql(
  "tasks.nextNumber",
  `UPDATE project SET next_task_number = next_task_number + 1 WHERE tenant_id = current_tenant() AND id = $1
   RETURNING next_task_number - 1 AS number, start_date AS start, end_date AS "end", archived_at IS NOT NULL AS archived`,
);
interface Numbered {
  number: number;
  start: string | null;
  end: string | null;
  /** Whether the project is archived; it may have been archived while waiting for the lock. */
  archived: boolean;
}

export function requireInsideTimeline(
  project: { start: string | null; end: string | null },
  dates: { start_date?: string | null; due_date?: string | null },
): void {
  for (const [field, day] of Object.entries(dates)) {
    if (!day) continue;
    if ((project.start && day < project.start) || (project.end && day > project.end)) {
      throw invalidFieldProblem(field, "task.outsideTimeline");
    }
  }
}

/** Locks the project against changes of timeline, members and tags until the transaction ends. Must be called before the task is locked. */
export async function shareLockProject(tx: Tx, taskId: number): Promise<void> {
  await tx.one(shareLockProjectsOfTasks, [[taskId]]);
}

/** Sanitizes a description. Returns null if nothing remains. */
export function cleanDescription(tx: Tx, html: string | null | undefined): string | null {
  return cleanText(tx, html ?? "", "description") || null;
}

/**
 * Creates a task in a column, at the end or between the requested neighbors. `fill` adds content before the event is emitted.
 * @throws Problem 404 for an invisible column; 403 without permission; 409 for an archived project; 422 for invalid dates, users or tags,
 *   for missing values that the column requires, and for a full board.
 */
export async function createTask(
  tx: Tx,
  actor: Actor,
  input: BodyOf<typeof contract.createTask>,
  fill?: (taskId: number) => Promise<unknown>,
): Promise<BoardTask> {
  const projectId = await projectOfColumn(tx, input.task_status_id);
  const project = await projectAccess(tx, actor, projectId);
  authorizeInProject(actor, "task-create", project);
  return insertTask(
    tx,
    { ...input, description: cleanDescription(tx, input.description) },
    {
      projectId,
      reporterId: actor.id,
      seriesId: null,
      fill,
    },
  );
}

interface TaskOrigin {
  projectId: number;
  reporterId: number | null;
  /** The series that creates the task. */
  seriesId: number | null;
  /** Adds content before the event is emitted. */
  fill?: ((taskId: number) => Promise<unknown>) | undefined;
}

/**
 * Creates a task without checking a user's permission. The description must be clean.
 * @throws Problem as in `createTask`, except 403 and 404.
 */
export async function insertTask(
  tx: Tx,
  input: BodyOf<typeof contract.createTask>,
  { projectId, reporterId, seriesId, fill }: TaskOrigin,
): Promise<BoardTask> {
  // Follows the lock order: project (for the number), column, task.
  const numbered = await tx.one<Numbered>(nextNumber, [projectId]);
  if (numbered?.archived) throw new Problem("project.archived");
  const column = await tx.one<LockedColumn>(lockColumn, [input.task_status_id]);
  if (!column || !numbered) throw invalidFieldProblem("task_status_id", "field.unknown");
  await enforceBoardLimit(tx, projectId, numbered.number, "task_status_id");
  requireInsideTimeline(numbered, pickDates(input));
  await requireLinks(tx, projectId, input);
  const place = await findNeighbours(tx, column.id, input.before_id, input.after_id, []);
  const task = await tx.repo(TaskEntity).insert({
    projectId,
    columnId: column.id,
    number: numbered.number,
    ...newTaskRow(input),
    description: input.description ?? null,
    ...(column.kind === "done" ? { progress: 100 } : {}),
    progressByHand: input.progress !== undefined,
    rank: rankBetween(place.above_rank, place.below_rank),
    reporterId,
    seriesId,
  });
  await attachLists(tx, pickLinks(input), { id: task.id, projectId });
  if (input.field_values) await setFieldValues(tx, { id: task.id, projectId }, input.field_values, input.field_kinds);
  await fill?.(task.id);
  await requireFieldValues(tx, task.id, column);
  const card = await presentCard(tx, task);
  tx.emit("task.created", projectStream(projectId), card);
  return card;
}

async function setFieldValues(
  tx: Tx,
  task: { id: number; projectId: number },
  sent: Record<string, unknown>,
  kinds: Record<string, FieldKind> = {},
): Promise<void> {
  const [result] = await resolveFieldValues(tx, task.projectId, [{ sent, kinds, before: {} }]);
  if (!result) return;
  if (Object.keys(result.errors).length > 0) throw new Problem("request.invalid", { errors: result.errors });
  await writeFieldValues(tx, [{ ...task, change: result.change }]);
}

/**
 * Sets the lists of a new task in a locked project.
 * @throws Problem 422 at a list that doesn't fit on the board.
 */
async function attachLists(tx: Tx, lists: LinkInput, task: { id: number; projectId: number }): Promise<void> {
  await setLinks(tx, [{ ...lists, ...task }]);
  await enforceCardListLimits(tx, [{ ...task, lists, field: (name) => name }]);
  if (lists.blockers?.length && (await hasTooManyBlockers(tx, task.projectId)))
    throw invalidFieldProblem("blockers", "field.tooMany");
}

const columnProject = sql(
  "columns.project",
  `SELECT project_id FROM task_status WHERE tenant_id = current_tenant() AND id = $1`,
);

async function projectOfColumn(tx: Tx, columnId: number): Promise<number> {
  const column = await tx.one<{ project_id: number }>(columnProject, [columnId]);
  if (!column) throw new Problem("notFound");
  return column.project_id;
}

const pickLinks = ({ users, groups, tags, blockers }: LinkInput): LinkInput => ({ users, groups, tags, blockers });

const pickDates = (input: { start_date?: string | null; due_date?: string | null }) => ({
  start_date: input.start_date,
  due_date: input.due_date,
});

/**
 * Moves a task to the bin with everything on it.
 * @throws Problem 404 when the task isn't visible; 403 without permission; 409 if hours in submitted timesheet weeks are logged on it.
 */
export async function deleteTask(tx: Tx, actor: Actor, id: number): Promise<void> {
  // The deletion removes the task from its series, which other transactions lock before its tasks.
  await shareLockProject(tx, id);
  const task = await loadLockedTask(tx, actor, id);
  authorizeTask(actor, "delete", task);
  await requireNoSubmittedWeeks(tx, { task: id });
  const { projectId: project_id, key, title, archived } = task;
  await moveToBin(tx, { kind: "task", projectId: project_id, recordId: id, key, title });
  await tx.repo(TaskEntity).delete({ id });
  tx.emit("task.deleted", projectStream(project_id), { id, project_id, key, title, archived });
}

/**
 * Reorders the tasks `ids` of a column among their current positions; all other tasks keep their position.
 * @throws Problem 422 for unknown ids, in which case nothing is changed.
 */
export async function sortTasks(tx: Tx, actor: Actor, columnId: number, ids: readonly number[]): Promise<void> {
  const project = await projectAccess(tx, actor, await projectOfColumn(tx, columnId));
  authorizeInProject(actor, "task-move", project);
  await tx.one(lockColumn, [columnId]);
  const rows = await tx.rows<{ id: number; rank: string }>(ranksOfColumn, [columnId]);
  const existingIds = new Set(rows.map((row) => row.id));
  const sortedIds = [...new Set(ids)];
  if (sortedIds.some((id) => !existingIds.has(id))) throw invalidFieldProblem("ids", "field.unknown");

  const sortedIdSet = new Set(sortedIds);
  const queue = sortedIds.values();
  const order = rows.map((row) => (sortedIdSet.has(row.id) ? (queue.next().value as number) : row.id));
  const changed = order.filter((id, index) => id !== rows[index]?.id);
  if (changed.length === 0) return;
  // Existing ranks are reused, because they are distinct and sorted, so no other task moves.
  const rankOf = new Map(order.map((id, index) => [id, (rows[index] as { rank: string }).rank]));
  const moved = await tx.rows<SortedRow>(sortRanks, [columnId, changed, changed.map((id) => rankOf.get(id))]);
  for (const { number, archived, ...task } of moved) {
    if (archived) continue; // archived tasks are on no board
    tx.emit("task.moved", projectStream(project.id), { ...task, key: `${project.code}-${number}` });
  }
}

interface SortedRow {
  id: number;
  project_id: number;
  number: number;
  title: string;
  task_status_id: number;
  rank: string;
  version: number;
  progress: number;
  from_task_status_id: number;
  archived: boolean;
}
