import type { BodyOf } from "../../shared/kernel/endpoint";
import { projectStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type * as contract from "../../shared/tasks/tasks.contract";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { rankBetween } from "../../shared/tasks/tasks.rank.rules";
import { cleanText } from "../platform/rich-text/rich-text-fields";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { authorize, projectAccess } from "../projects/projects.policy";
import { requireNothingHandedIn } from "../time/handed-in.service";
import { TaskEntity } from "./task.entity";
import { holdProjectsOfTasks } from "./tasks.change.sql";
import { rowOf } from "./tasks.row";
import { hasTooManyBlockers, type LinkInput, requireLinks, setLinks } from "./tasks.links";
import { type LockedColumn, placeIn } from "./tasks.move";
import { authorizeTask, lockedTask } from "./tasks.policy";
import { presentCard } from "./tasks.present";
import { requireRoomOnBoard, requireRoomOnCards } from "./tasks.room";
import { lockColumn, ranksOfColumn, sortRanks } from "./tasks.sql";

/** Locks the project: its timeline, people and tags stay what they are until the task is in. */
const nextNumber = sql(
  "tasks.nextNumber",
  `UPDATE project SET next_task_number = next_task_number + 1 WHERE tenant_id = current_tenant() AND id = $1
   RETURNING next_task_number - 1 AS number, start_date AS start, end_date AS "end", archived_at IS NOT NULL AS archived`,
);
interface Numbered {
  number: number;
  start: string | null;
  end: string | null;
  /** It may have been put away while this waited for its turn. */
  archived: boolean;
}

/** @throws Problem 422 when a date lies outside the project's timeline. */
export function requireInsideTimeline(
  project: { start: string | null; end: string | null },
  dates: { start_date?: string | null; due_date?: string | null },
): void {
  for (const [field, day] of Object.entries(dates)) {
    if (!day) continue;
    if ((project.start && day < project.start) || (project.end && day > project.end)) {
      throw invalid(field, "task.outsideTimeline");
    }
  }
}

/** Keeps timeline, people and tags of a task's project as they are until the transaction ends; before the task is locked. */
export async function holdProject(tx: Tx, taskId: number): Promise<void> {
  await tx.one(holdProjectsOfTasks, [[taskId]]);
}

/** A description that says nothing is none. */
export function cleanDescription(tx: Tx, html: string | null | undefined): string | null {
  return cleanText(tx, html ?? "", "description") || null;
}

/**
 * Creates a task in a column, at the end or between the named neighbours. `fill` puts more on it before it is told.
 * @throws Problem 404 for a column one can't see, 403, 409 archived project, 422 (dates, people, tags, a full board).
 */
export async function createTask(
  tx: Tx,
  actor: Actor,
  input: BodyOf<typeof contract.createTask>,
  fill?: (taskId: number) => Promise<unknown>,
): Promise<BoardTask> {
  const projectId = await projectOfColumn(tx, input.task_status_id);
  const project = await projectAccess(tx, actor, projectId);
  authorize(actor, "task-create", project);
  // Lock order: project (for the number), column, task.
  const numbered = await tx.one<Numbered>(nextNumber, [projectId]);
  if (numbered?.archived) throw new Problem("project.archived");
  const column = await tx.one<LockedColumn>(lockColumn, [input.task_status_id]);
  if (!column || !numbered) throw invalid("task_status_id", "field.unknown");
  await requireRoomOnBoard(tx, projectId, numbered.number, "task_status_id");
  requireInsideTimeline(numbered, pickDates(input));
  await requireLinks(tx, projectId, input);
  const place = await placeIn(tx, column.id, input.before_id, input.after_id, []);
  const task = await tx.repo(TaskEntity).insert({
    projectId,
    columnId: column.id,
    number: numbered.number,
    ...rowOf(input),
    description: cleanDescription(tx, input.description),
    ...(column.kind === "done" ? { progress: 100 } : {}),
    progressByHand: input.progress !== undefined,
    rank: rankBetween(place.above_rank, place.below_rank),
    reporterId: actor.id,
  });
  await hang(tx, pickLinks(input), { id: task.id, projectId });
  await fill?.(task.id);
  const card = await presentCard(tx, task);
  tx.emit("task.created", projectStream(projectId), card);
  return card;
}

/** Lays its lists on a new task, of a project that is locked. @throws Problem 422 at one that doesn't fit on the board any more. */
async function hang(tx: Tx, lists: LinkInput, task: { id: number; projectId: number }): Promise<void> {
  await setLinks(tx, [{ ...lists, ...task }]);
  await requireRoomOnCards(tx, [{ ...task, lists, field: (name) => name }]);
  if (lists.blockers?.length && (await hasTooManyBlockers(tx, task.projectId)))
    throw invalid("blockers", "field.tooMany");
}

const columnProject = sql(
  "columns.project",
  `SELECT project_id FROM task_status WHERE tenant_id = current_tenant() AND id = $1`,
);

/** A column that isn't there is a wrong choice in a form, not a missing page; one of another tenant looks the same. */
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

/** Deletes for good, with everything on it. @throws Problem 404, 403; 409 where hours of weeks that were handed in are on it. */
export async function deleteTask(tx: Tx, actor: Actor, id: number): Promise<void> {
  const task = await lockedTask(tx, actor, id);
  authorizeTask(actor, "delete", task);
  await requireNothingHandedIn(tx, { task: id });
  await tx.repo(TaskEntity).delete({ id });
  const { projectId: project_id, key, title, archived } = task;
  tx.emit("task.deleted", projectStream(project_id), { id, project_id, key, title, archived });
}

/**
 * Orders the named tasks of a column among themselves: they take the places that they hold together, in the new order;
 * tasks that aren't named keep theirs.
 * @throws Problem 422 for ids from elsewhere, naming them; nothing changes then.
 */
export async function sortTasks(tx: Tx, actor: Actor, columnId: number, ids: readonly number[]): Promise<void> {
  const project = await projectAccess(tx, actor, await projectOfColumn(tx, columnId));
  authorize(actor, "task-move", project);
  await tx.one(lockColumn, [columnId]);
  const rows = await tx.rows<{ id: number; rank: string }>(ranksOfColumn, [columnId]);
  const known = new Set(rows.map((row) => row.id));
  const wanted = [...new Set(ids)];
  if (wanted.some((id) => !known.has(id))) throw invalid("ids", "field.unknown");

  const named = new Set(wanted);
  const queue = wanted.values();
  const order = rows.map((row) => (named.has(row.id) ? (queue.next().value as number) : row.id));
  const changed = order.filter((id, index) => id !== rows[index]?.id);
  if (changed.length === 0) return;
  // The places are the ranks that stand there already: distinct, in order, and none of the others moves.
  const rankOf = new Map(order.map((id, index) => [id, (rows[index] as { rank: string }).rank]));
  const moved = await tx.rows<SortedRow>(sortRanks, [columnId, changed, changed.map((id) => rankOf.get(id))]);
  for (const { number, archived, ...task } of moved) {
    if (archived) continue; // nobody's board shows it
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
