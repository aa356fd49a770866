import { projectStream } from "../../shared/kernel/events";
import { Problem } from "../../shared/kernel/problems";
import { recordOf } from "../../shared/tasks/tasks.field-lists";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import {
  archiveTasks,
  columnsOfTasks,
  holdProjectsOfTasks,
  lockProjectsOfTasks,
  lockColumns,
  standing,
  tasksBefore,
} from "./tasks.change.sql";
import { type LockedColumn, type Place, type Placed, type Placing, place, placeIn } from "./tasks.move";
import {
  type ChangeOptions,
  hasFields,
  type Outcome,
  type Standing,
  type Subject,
  type ChangeInput,
} from "./tasks.change.types";
import {
  collect,
  refuseArchived,
  refuseCircles,
  requireFitting,
  requireShortDescriptions,
} from "./tasks.change.checks";
import { fitCovers } from "./tasks.cover";
import type { LinkName } from "./tasks.fields";
import { authorizeTask, lockedTasks, type TaskRow } from "./tasks.policy";
import { presentCards } from "./tasks.present";
import { countsOnCards, requireRoomOnCards, requireRoomToRestore } from "./tasks.room";
import { refuseStale } from "./tasks.stale";
import { afterFields, type Before, changedFields, leansOnProject, linksOf, writeFields } from "./tasks.update";

/**
 * Changes tasks: their fields, then their places (also out of the archive), then into the archive. One or five hundred, it
 * is the same decisions and the same statements; each change is told by its own event. All or nothing.
 * Field errors are named `<index>.<field>`; the record of a 409 is the list of cards in conflict.
 * @throws Problem 404, 403, 409 (archived; the same thing changed by someone else since `version`), 422.
 */
export async function changeTasks(
  tx: Tx,
  actor: Actor,
  inputs: readonly ChangeInput[],
  options: ChangeOptions = {},
): Promise<Outcome[]> {
  const subjects = await lockAll(tx, actor, inputs);
  await refuseArchived(
    tx,
    subjects.map(({ input, from }) => ({ input, task: from })),
  );
  await requireShortDescriptions(tx, subjects);
  if (inputs.some(hasFields)) await readBefore(tx, subjects);
  await refuseStale(tx, subjects, options.undoing ? actor.id : null);
  await requireFitting(tx, subjects);
  await requireRoomToRestore(
    tx,
    subjects.filter(({ from, placing }) => from.archived && placing),
  );
  await fitCovers(tx, subjects);
  if (options.withStanding) await readStanding(tx, subjects);

  const changing = subjects.filter(({ change }) => Object.keys(change).length > 0);
  await writeFields(
    tx,
    changing.map(({ from, before, change }) => ({ task: from, before: before as Before, change })),
  );
  await refuseCircles(tx, changing);
  await requireRoomOnCards(tx, changing.map(laidOn));
  for (const subject of changing) subject.task = afterFields(subject.from, subject.change);
  await placeAll(tx, subjects);
  archiveAll(tx, subjects);
  return subjects;
}

const leans = (input: ChangeInput) =>
  input.archived === false || leansOnProject.some((field) => input[field] !== undefined);

/** In the product's lock order: projects, columns, tasks; each by id. */
async function lockAll(tx: Tx, actor: Actor, inputs: readonly ChangeInput[]): Promise<Subject[]> {
  const ids = inputs.map((input) => input.id);
  const leaning = inputs.filter(leans).map((input) => input.id);
  const counted = inputs.filter((input) => input.blockers !== undefined || countsOnCards(input)).map(({ id }) => id);
  if (counted.length > 0) await tx.rows(lockProjectsOfTasks, [counted]);
  if (leaning.length > 0) await tx.rows(holdProjectsOfTasks, [leaning]);
  const wanted = new Set(inputs.flatMap((input) => input.task_status_id ?? []));
  const unnamed = inputs.filter((input) => input.archived === false && !input.task_status_id).map((input) => input.id);
  const own = unnamed.length > 0 ? await tx.rows<{ columnId: number }>(columnsOfTasks, [unnamed]) : [];
  for (const { columnId } of own) wanted.add(columnId);
  // All on their way at once, one after the other at the database: neighbours are read when the locks are held.
  const [columns, tasks, found] = await Promise.all([
    wanted.size > 0 ? tx.rows<LockedColumn>(lockColumns, [[...wanted]]) : [],
    lockedTasks(tx, actor, ids),
    inputs.length === 1 ? neighboursOf(tx, inputs[0] as ChangeInput) : undefined,
  ]);
  const byId = new Map(columns.map((column) => [column.id, column]));
  const known = { columns: byId, found };
  return collect(inputs, (input, at) => decide(actor, input, at, tasks.get(input.id) as TaskRow, known));
}

const neighboursOf = (tx: Tx, { id, task_status_id, before_id, after_id }: ChangeInput): Promise<Place> | undefined =>
  task_status_id === undefined ? undefined : placeIn(tx, task_status_id, before_id, after_id, [id]);

interface Known {
  columns: ReadonlyMap<number, LockedColumn>;
  found: Place | undefined;
}

function decide(actor: Actor, input: ChangeInput, at: number, task: TaskRow, { columns, found }: Known): Subject {
  const { archived, task_status_id } = input;
  if (hasFields(input) || archived !== undefined || !task_status_id) authorizeTask(actor, "edit", task);
  if (task_status_id && archived === undefined) authorizeTask(actor, "move", task);
  const column = columns.get(task_status_id ?? task.columnId);
  if (task_status_id && column?.projectId !== task.projectId) throw invalidAt("task_status_id");
  const restores = task.archived && archived === false;
  const named = input.toEnd || input.before_id !== undefined || input.after_id !== undefined;
  if (restores && !column) throw new Problem("conflict"); // its column was deleted this moment
  const moves = archived !== false && task_status_id && (named || task_status_id !== task.columnId);
  const placing: Placing | null =
    column && (restores || moves)
      ? {
          task,
          column,
          found,
          beforeId: input.before_id ?? null,
          afterId: input.after_id ?? null,
          progress: input.progress,
        }
      : null;
  const archives = !task.archived && archived === true;
  return { input, at, from: task, task, before: null, change: {}, placing, placed: null, stood: null, archives };
}

const invalidAt = (field: string) => new Problem("request.invalid", { errors: { [field]: ["field.unknown"] } });

async function readBefore(tx: Tx, subjects: readonly Subject[]): Promise<void> {
  const rows = await tx.rows<Before>(tasksBefore, [
    subjects.map(({ from }) => from.id),
    subjects.filter(({ input }) => input.description !== undefined).map(({ from }) => from.id),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const subject of subjects) {
    subject.before = byId.get(subject.from.id) as Before;
    subject.change = changedFields(tx, subject.input, subject.before);
  }
}

/** Of a change the lists that became longer: one may always be shortened. */
const laidOn = ({ at, from, change, before }: Subject) => {
  const lists = Object.entries(linksOf(change)).filter(
    ([name, ids]) => (ids?.length ?? 0) > (before?.[recordOf(name as LinkName)].length ?? 0),
  );
  return { projectId: from.projectId, lists: Object.fromEntries(lists), field: (name: string) => `${at}.${name}` };
};

async function readStanding(tx: Tx, subjects: readonly Subject[]): Promise<void> {
  const leaving = subjects.filter(({ placing, archives }) => placing || archives);
  if (leaving.length === 0) return;
  const rows = await tx.rows<Standing>(standing, [leaving.map(({ from }) => from.id)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const subject of leaving) subject.stood = byId.get(subject.from.id) ?? null;
}

async function placeAll(tx: Tx, subjects: readonly Subject[]): Promise<void> {
  const moving = subjects.filter(({ placing }) => placing);
  const placed = await place(
    tx,
    moving.map(({ placing, task }) => ({ ...(placing as Placing), task })),
  );
  const restored: TaskRow[] = [];
  moving.forEach((subject, at) => {
    const { task } = placed[at] as Placed;
    if (subject.from.archived) restored.push(task);
    subject.placed = placed[at] as Placed;
    subject.task = task;
  });
  if (restored.length === 0) return;
  // Told as a whole, with people and tags: boards have dropped them. The project is held, so that none of those can go.
  const cards = await presentCards(tx, restored);
  const back = subjects.flatMap(({ from, at }) => {
    const card = cards.get(from.id);
    return card ? [{ projectId: from.projectId, lists: linksOf(card), field: () => `${at}.task_status_id` }] : [];
  });
  await requireRoomOnCards(tx, back);
  for (const card of cards.values()) tx.emit("task.restored", projectStream(card.project_id), card);
}

function archiveAll(tx: Tx, subjects: readonly Subject[]): void {
  const archiving = subjects.filter(({ archives }) => archives);
  if (archiving.length === 0) return;
  tx.send(archiveTasks, [archiving.map(({ from }) => from.id)]);
  for (const subject of archiving) {
    const task = { ...subject.task, archived: true, version: subject.task.version + 1 };
    const { id, projectId: project_id, key, title, columnId: task_status_id, version } = task;
    tx.emit("task.archived", projectStream(project_id), { id, project_id, key, title, task_status_id, version });
    subject.task = task;
  }
}
