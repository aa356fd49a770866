import { type Actor as Person, projectStream } from "../../../shared/kernel/events";
import { groupBy } from "../../../shared/kernel/group-by";
import { type FieldErrors, invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { recordNameOf } from "../../../shared/work/tasks/tasks.field-lists";
import { type Actor, personOfActor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import {
  archiveTasks,
  tasksChangedSince,
  columnsOfTasks,
  shareLockProjectsOfTasks,
  lockColumns,
  lockProjectsOfTasks,
  projectOfTasks,
  taskPositions,
  tasksBeforeChange,
} from "./tasks.change.sql";
import {
  type LockedColumn,
  type RankNeighbours,
  type PlacedTask,
  type Placement,
  placeInColumns,
  findNeighbours,
} from "./tasks.move";
import {
  type ChangeOptions,
  hasFields,
  type ChangeOutcome,
  type TaskPosition,
  type ChangeSubject,
  type ChangeInput,
} from "./tasks.change.types";
import {
  collectErrors,
  refuseArchived,
  refuseCycles,
  requireValidValues,
  requireShortDescriptions,
} from "./tasks.change.checks";
import { extendTimeline } from "../projects/projects.service";
import { type FieldValuesResult, missingFieldValues, resolveFieldValues } from "./tasks.field-values";
import type { LinkName } from "./tasks.fields";
import { authorizeTask, loadLockedTasks, type TaskRow } from "../access/tasks.policy";
import { presentCards } from "./tasks.present";
import { countsTowardCardLimits, enforceCardListLimits, enforceRestoreLimit } from "./tasks.limits";
import {
  taskAfterChange,
  type TaskBeforeChange,
  changedFields,
  projectDependentFields,
  linksOfChange,
  writeFields,
} from "./tasks.update";
import { isImageType, previewUrlOf } from "../../../shared/kernel/uploads";
import { type AttachedFile, filesOfAttachments } from "../attachments/attachments.service";
import type { TaskChange } from "../../../shared/work/tasks/tasks.events";

/**
 * Changes tasks: fields first, then positions (including restoring), then archiving. All changes are applied or none. One or five hundred
 * tasks use the same checks and statements; each change emits its own event. Field errors are named `<index>.<field>`; the record of a 409
 * is the list of cards in conflict.
 * @throws Problem 404 for an invisible task; 403 without permission; 409 when archived, or when another user changed the same field since
 *   `version`; 422 for invalid values.
 */
export async function changeTasks(
  tx: Tx,
  actor: Actor,
  inputs: readonly ChangeInput[],
  options: ChangeOptions = {},
): Promise<ChangeOutcome[]> {
  const subjects = await lockAll(tx, actor, inputs);
  await refuseArchived(
    tx,
    subjects.map(({ input, from }) => ({ input, task: from })),
  );
  await requireShortDescriptions(tx, subjects);
  if (inputs.some(hasFields)) await readBefore(tx, subjects);
  await resolveValues(tx, subjects);
  await refuseStale(tx, subjects, options.undoing ? actor.id : null);
  await requireValidValues(tx, subjects);
  await enforceRestoreLimit(
    tx,
    subjects.filter(({ from, placing }) => from.archived && placing),
  );
  await fitCovers(tx, subjects);
  if (options.withStanding) await readPositions(tx, subjects);

  const changing = subjects.filter(({ change }) => Object.keys(change).length > 0);
  await writeFields(
    tx,
    changing.map(({ from, before, change }) => ({ task: from, before: before as TaskBeforeChange, change })),
  );
  await refuseCycles(tx, changing);
  await enforceCardListLimits(tx, changing.map(lengthenedLists));
  for (const subject of changing) subject.task = taskAfterChange(subject.from, subject.change);
  await requireValuesOfColumns(tx, subjects);
  await placeAll(tx, subjects);
  archiveAll(tx, subjects);
  return subjects;
}

/** Extends the timelines of projects. Runs before the tasks are locked, so that they are checked against the extended timeline. */
async function extendProjects(tx: Tx, actor: Actor, inputs: readonly ChangeInput[]): Promise<void> {
  const found = await tx.rows<{ id: number; project_id: number }>(projectOfTasks, [inputs.map(({ id }) => id)]);
  const projectOf = new Map(found.map(({ id, project_id }) => [id, project_id]));
  const existingInputs = inputs.filter(({ id }) => projectOf.has(id)); // unknown tasks are rejected later, when they are locked
  const byProject = groupBy(existingInputs, ({ id }) => projectOf.get(id) as number);
  for (const [projectId, own] of [...byProject].sort(([a], [b]) => a - b)) {
    const days = own.flatMap(({ start_date, due_date }) => [start_date, due_date]).filter((day) => !!day);
    await extendTimeline(tx, actor, projectId, days as string[]);
  }
}

const needsProjectLock = (input: ChangeInput) =>
  input.archived === false ||
  input.field_values !== undefined ||
  projectDependentFields.some((field) => input[field] !== undefined);

/** Locks projects, columns and tasks in this order, each in the order of their ids. */
async function lockAll(tx: Tx, actor: Actor, inputs: readonly ChangeInput[]): Promise<ChangeSubject[]> {
  const leaning = inputs.filter(needsProjectLock).map((input) => input.id);
  const extending = inputs.filter((input) => input.extend_project);
  const counted = inputs
    .filter((input) => input.blockers !== undefined || countsTowardCardLimits(input) || input.extend_project)
    .map(({ id }) => id);
  if (counted.length > 0) await tx.rows(lockProjectsOfTasks, [counted]);
  if (extending.length > 0) await extendProjects(tx, actor, extending);
  if (leaning.length > 0) await tx.rows(shareLockProjectsOfTasks, [leaning]);
  const columnIds = new Set(inputs.flatMap((input) => input.task_status_id ?? []));
  const unnamed = inputs.filter((input) => input.archived === false && !input.task_status_id).map((input) => input.id);
  const own = unnamed.length > 0 ? await tx.rows<{ columnId: number }>(columnsOfTasks, [unnamed]) : [];
  for (const { columnId } of own) columnIds.add(columnId);
  // The statements are sent together and executed in order by the database, so neighbors are read with the locks held.
  const [columns, tasks, places] = await Promise.all([
    columnIds.size > 0 ? tx.rows<LockedColumn>(lockColumns, [[...columnIds]]) : [],
    loadLockedTasks(tx, new Map(inputs.map(({ id, by }) => [id, by ?? actor]))),
    neighboursOf(tx, inputs),
  ]);
  const byId = new Map(columns.map((column) => [column.id, column]));
  const targets = { columns: byId, places };
  return collectErrors(inputs, (input, at) =>
    resolveChange(input.by ?? actor, input, at, tasks.get(input.id) as TaskRow, targets),
  );
}

/**
 * Returns the neighbors of the requested positions by task. For consecutive tasks at the end of a column, only those of the first are read.
 * Runs one statement for each task, because a combined statement would be planned at each run, which costs more.
 */
async function neighboursOf(tx: Tx, inputs: readonly ChangeInput[]): Promise<ReadonlyMap<number, RankNeighbours>> {
  const isNamed = ({ before_id, after_id }: ChangeInput) => Boolean(before_id ?? after_id);
  const found = await Promise.all(
    inputs.map(async (input, at): Promise<[number, RankNeighbours][]> => {
      const { id, task_status_id, before_id, after_id } = input;
      const last = inputs[at - 1];
      const follows = last?.task_status_id === task_status_id && !isNamed(input) && last && !isNamed(last);
      if (task_status_id === undefined || follows) return [];
      return [[id, await findNeighbours(tx, task_status_id, before_id, after_id, [id])]];
    }),
  );
  return new Map(found.flat());
}

interface ChangeContext {
  columns: ReadonlyMap<number, LockedColumn>;
  places: ReadonlyMap<number, RankNeighbours>;
}

function resolveChange(
  actor: Actor,
  input: ChangeInput,
  at: number,
  task: TaskRow,
  { columns, places }: ChangeContext,
): ChangeSubject {
  const { archived, task_status_id } = input;
  if (hasFields(input) || archived !== undefined || !task_status_id) authorizeTask(actor, "edit", task);
  if (task_status_id && archived === undefined) authorizeTask(actor, "move", task);
  const column = columns.get(task_status_id ?? task.columnId);
  if (task_status_id && column?.projectId !== task.projectId) throw invalidAt("task_status_id");
  const restores = task.archived && archived === false;
  const hasPosition = input.toEnd || input.before_id !== undefined || input.after_id !== undefined;
  if (restores && !column) throw new Problem("conflict"); // the column has just been deleted
  const moves = archived !== false && task_status_id && (hasPosition || task_status_id !== task.columnId);
  const placing: Placement | null =
    column && (restores || moves)
      ? {
          task,
          column,
          by: input.by && personOfActor(input.by),
          found: places.get(task.id),
          beforeId: input.before_id ?? null,
          afterId: input.after_id ?? null,
          progress: input.progress,
        }
      : null;
  const archives = !task.archived && archived === true;
  return { input, at, from: task, task, before: null, change: {}, placing, placed: null, stood: null, archives };
}

const invalidAt = (field: string) => new Problem("request.invalid", { errors: { [field]: ["field.unknown"] } });

async function readBefore(tx: Tx, subjects: readonly ChangeSubject[]): Promise<void> {
  const rows = await tx.rows<TaskBeforeChange>(tasksBeforeChange, [
    subjects.map(({ from }) => from.id),
    subjects.filter(({ input }) => input.description !== undefined).map(({ from }) => from.id),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const subject of subjects) {
    subject.before = byId.get(subject.from.id) as TaskBeforeChange;
    subject.change = changedFields(tx, subject.input, subject.before);
  }
}

/** The lists that a change makes longer. Only these are checked, because shortening is always allowed. */
const lengthenedLists = ({ at, from, change, before }: ChangeSubject) => {
  const lists = Object.entries(linksOfChange(change)).filter(
    ([name, ids]) => (ids?.length ?? 0) > (before?.[recordNameOf(name as LinkName)].length ?? 0),
  );
  return { projectId: from.projectId, lists: Object.fromEntries(lists), field: (name: string) => `${at}.${name}` };
};

async function readPositions(tx: Tx, subjects: readonly ChangeSubject[]): Promise<void> {
  const leaving = subjects.filter(({ placing, archives }) => placing || archives);
  if (leaving.length === 0) return;
  const rows = await tx.rows<TaskPosition>(taskPositions, [leaving.map(({ from }) => from.id)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const subject of leaving) subject.stood = byId.get(subject.from.id) ?? null;
}

async function placeAll(tx: Tx, subjects: readonly ChangeSubject[]): Promise<void> {
  const moving = subjects.filter(({ placing }) => placing);
  const placed = await placeInColumns(
    tx,
    moving.map(({ placing, task }) => ({ ...(placing as Placement), task })),
  );
  const restored: TaskRow[] = [];
  moving.forEach((subject, at) => {
    const { task } = placed[at] as PlacedTask;
    if (subject.from.archived) restored.push(task);
    subject.placed = placed[at] as PlacedTask;
    subject.task = task;
  });
  if (restored.length === 0) return;
  // Restored tasks are emitted as complete cards with users and tags, because boards have dropped them. The project is locked, so users and
  // tags can't be removed meanwhile.
  const cards = await presentCards(tx, restored);
  const back = subjects.flatMap(({ from, at }) => {
    const card = cards.get(from.id);
    return card ? [{ projectId: from.projectId, lists: linksOfChange(card), field: () => `${at}.task_status_id` }] : [];
  });
  await enforceCardListLimits(tx, back);
  for (const card of cards.values()) tx.emit("task.restored", projectStream(card.project_id), card);
}

function archiveAll(tx: Tx, subjects: readonly ChangeSubject[]): void {
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

/**
 * Adds the image's URL to changes of `cover_id`, for use in events. The tasks must be locked.
 * @throws Problem 422 for an attachment of another task, or for one that isn't an image.
 */
async function fitCovers(tx: Tx, subjects: readonly ChangeSubject[]): Promise<void> {
  const coverIds = subjects.flatMap(({ change }) => change.cover_id ?? []);
  const files = coverIds.length > 0 ? await filesOfAttachments(tx, coverIds) : new Map<number, AttachedFile>();
  collectErrors(subjects, ({ from, change }) => {
    if (change.cover_id === undefined) return;
    change.cover_url = change.cover_id === null ? null : previewUrlOf(fileFor(files.get(change.cover_id), from.id));
  });
}

function fileFor(file: AttachedFile | undefined, taskId: number): number {
  if (file?.taskId !== taskId) throw invalidFieldProblem("cover_id", "field.unknown");
  if (!isImageType(file.type)) throw invalidFieldProblem("cover_id", "attachment.noPicture");
  return file.id;
}

/**
 * Adds the changed values of the project's fields to the changes.
 * @throws Problem 422 at unknown fields and invalid values.
 */
async function resolveValues(tx: Tx, subjects: readonly ChangeSubject[]): Promise<void> {
  const requested = subjects.filter(({ input }) => input.field_values);
  const results = new Map<ChangeSubject, FieldValuesResult>();
  for (const [projectId, own] of groupBy(requested, ({ from }) => from.projectId)) {
    const requests = own.map(({ input, before }) => ({
      sent: input.field_values ?? {},
      kinds: input.field_kinds ?? {},
      before: before?.field_values ?? {},
    }));
    const resolved = await resolveFieldValues(tx, projectId, requests);
    own.forEach((subject, at) => results.set(subject, resolved[at] as FieldValuesResult));
  }
  throwFieldErrors(requested, (subject) => results.get(subject)?.errors ?? {});
  for (const [subject, { change, kinds }] of results) {
    if (Object.keys(change).length > 0) Object.assign(subject.change, { field_values: change, field_kinds: kinds });
  }
}

/** @throws Problem 422 at each value that a task's new column requires. */
async function requireValuesOfColumns(tx: Tx, subjects: readonly ChangeSubject[]): Promise<void> {
  const entering = subjects.flatMap((subject) => {
    const { from, placing } = subject;
    return placing && (from.archived || placing.column.id !== from.columnId)
      ? [{ ...subject, taskId: from.id, column: placing.column }]
      : [];
  });
  const errors = await missingFieldValues(tx, entering);
  throwFieldErrors(entering, (entry) => errors[entering.indexOf(entry)] ?? {});
}

/** @throws Problem 422 with the errors of all subjects, if there are any. */
function throwFieldErrors<Subject extends { at: number }>(
  subjects: readonly Subject[],
  errorsOf: (subject: Subject) => FieldErrors,
): void {
  const entries = subjects.flatMap((subject) =>
    Object.entries(errorsOf(subject)).map(([field, texts]) => [`${subject.at}.${field}`, texts] as const),
  );
  if (entries.length > 0) throw new Problem("request.invalid", { errors: Object.fromEntries(entries) });
}

interface Touching {
  input: { version?: number; archived?: boolean };
  from: TaskRow;
  change: TaskChange;
  placing: unknown;
}

type Changer = { taskId: number } & (Person | { id: null });

/**
 * Rejects conflicting changes. A stale version is a conflict only if the same field was changed, so another user's new title is no reason
 * to reject a move. `except` is a user whose own changes aren't conflicts.
 * @throws Problem 409 with the current cards in conflict and the user who changed them.
 */
async function refuseStale(tx: Tx, subjects: readonly Touching[], except: number | null): Promise<void> {
  const behind = subjects.filter(({ input, from }) => input.version !== undefined && input.version < from.version);
  if (behind.length === 0) return;
  const touched = behind.map(({ input, from, change, placing }) => ({
    id: from.id,
    version: input.version,
    fields: Object.keys(change).filter((field) => field !== "field_values" && field !== "field_kinds"),
    values: Object.keys(change.field_values ?? {}),
    place: Boolean(placing),
    archive: input.archived !== undefined,
  }));
  const found = await tx.rows<Changer>(tasksChangedSince, [JSON.stringify(touched), except]);
  if (found.length === 0) return;
  const conflicting = new Set(found.map((row) => row.taskId));
  const cards = await presentCards(
    tx,
    behind.flatMap(({ from }) => (conflicting.has(from.id) ? from : [])),
  );
  throw new Problem("task.stale", { record: [...cards.values()], by: byWhom(found) });
}

/** The first known user who made one of the changes; null if no user is known. */
function byWhom(found: readonly Changer[]): Person | null {
  for (const { taskId, ...person } of found) if (person.id !== null) return person;
  return null;
}
