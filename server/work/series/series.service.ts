import { addDays } from "../../../shared/kernel/days";
import type { BodyOf, QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { projectStream } from "../../../shared/kernel/events";
import { pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type * as contract from "../../../shared/work/series/series.contract";
import type { Series, TaskSeries } from "../../../shared/work/series/series.contract";
import {
  maxSeriesPerProject,
  maxSkippedDays,
  readSeriesSettings,
  type SeriesSettings,
} from "../../../shared/work/series/series.schema";
import { dateOfDay, type SeriesDate, type WorkCalendar } from "../../../shared/work/series/series.rules";
import type { SeriesChange } from "../../../shared/work/tasks/task-series.events";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { authorizeInProject, mayInProject, projectAccess } from "../access/projects.policy";
import { authorizeTask, loadLockedTask, loadVisibleTask, mayActOnTask } from "../access/tasks.policy";
import {
  calendarOf,
  comingDates,
  dateAfterCompletedTask,
  dateAfterLastTask,
  firstDateAfter,
  holidaysOf,
  placeNextDate,
  storeNextDate,
} from "./series.planning";
import { comingDatesOfProjects } from "./series.dates";
import type { SeriesRow, SeriesTemplate } from "./series.sql";
import * as statements from "./series.sql";

export function presentSeries(row: SeriesRow): Series {
  return {
    id: row.id,
    project_id: row.project_id,
    title: row.template.title,
    task_status_id: row.task_status_id,
    owner: row.owner,
    unit: row.unit,
    every: row.every,
    first_day: row.first_day,
    weekdays: [...row.weekdays],
    month_day: row.month_day,
    month_week: row.month_week,
    month_weekday: row.month_weekday,
    month: row.month,
    days_off: row.days_off,
    until: row.until,
    max_count: row.max_count,
    basis: row.basis,
    only_when_done: row.only_when_done,
    create_missed: row.create_missed,
    lead_days: row.lead_days,
    at_hour: row.at_hour,
    state: row.state,
    refusal: row.refusal,
    last_task_id: row.last_task_id,
    last_task_key: row.last_task_id === null ? null : row.key,
    last_day: row.last_day,
    next_day: row.next_day,
    next_date: row.next_date,
    user_ids: row.template.users,
    created_count: row.created_count,
    missed_count: row.missed_count,
    skipped_days: row.skipped_days,
    version: row.version,
  };
}

/** @throws Problem 404 when the task isn't visible. */
export async function readTaskSeries(tx: Tx, actor: Actor, taskId: number): Promise<TaskSeries> {
  const task = await loadVisibleTask(tx, actor, taskId);
  const can = { edit: mayActOnTask(actor, "create", task) };
  const series = await tx.one<SeriesRow>(statements.selectSeriesOfTask, [taskId, task.projectId]);
  if (series) return { ...(await presentWithCalendar(tx, series)), can };
  const calendar = await tx.one<{ today: string; weekend: number[] }>(statements.selectCalendar, [actor.id]);
  const { today, weekend } = calendar as NonNullable<typeof calendar>;
  const holidays = await holidaysOf(tx, actor.id, task.dueDate ?? task.startDate ?? today, today);
  return { series: null, calendar: { today, weekend, holidays }, can };
}

async function presentWithCalendar(tx: Tx, series: SeriesRow): Promise<Pick<ReadSeries, "series" | "calendar">> {
  const { owner_id: ownerId, first_day: firstDay, today, weekend } = series;
  const holidays = await holidaysOf(tx, ownerId, firstDay, today);
  return { series: presentSeries(series), calendar: { today, weekend, holidays } };
}

type ReadSeries = ReplyOf<typeof contract.readSeries>["data"];

/** @throws Problem 404 when the project isn't visible. */
export async function readSeries(tx: Tx, actor: Actor, id: number): Promise<ReadSeries> {
  const series = await seriesById(tx, id);
  const access = await projectAccess(tx, actor, series.project_id);
  return { ...(await presentWithCalendar(tx, series)), can: { edit: mayInProject(actor, "task-create", access) } };
}

const defaultPageSize = 50;

/** @throws Problem 404 when the project isn't visible. */
export async function listSeries(
  tx: Tx,
  actor: Actor,
  projectId: number,
  query: QueryOf<typeof contract.listSeries>,
): Promise<ReplyOf<typeof contract.listSeries>> {
  await projectAccess(tx, actor, projectId);
  const page = pageOf(query, defaultPageSize);
  const total = (await tx.one<{ count: number }>(statements.countListedSeries, [projectId]))?.count ?? 0;
  const rows = await tx.rows<SeriesRow>(statements.selectListedSeries, [projectId, page.perPage, page.offset]);
  return { data: rows.map(presentSeries), meta: pageMetaOf(page, total) };
}

/** @throws Problem 404 when the project isn't visible. */
export async function readComingDates(
  tx: Tx,
  actor: Actor,
  projectId: number,
  period: { from: string; to: string },
): Promise<ReplyOf<typeof contract.readComingDates>> {
  await projectAccess(tx, actor, projectId);
  const occurrences = await comingDatesOfProjects(tx, [projectId], period);
  return {
    data: occurrences.map(({ series, values, ...date }) => date),
    values: [...new Map(occurrences.map(({ values }) => [values.series_id, values])).values()],
  };
}

function requireSettings(input: BodyOf<typeof contract.createSeries>): SeriesSettings {
  const { settings, errors } = readSeriesSettings(input);
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
  return settings;
}

/** The column for new tasks: the chosen one, or the first one in which work isn't completed. */
async function targetColumn(tx: Tx, projectId: number, chosenId: number | null | undefined): Promise<number | null> {
  const column = await tx.one<{ id: number }>(statements.selectTargetColumn, [projectId, chosenId ?? null]);
  if (chosenId != null && column?.id !== chosenId) throw invalidFieldProblem("task_status_id", "field.unknown");
  return column?.id ?? null;
}

/**
 * Makes a task the first one of a series.
 * @throws Problem 404 when the task isn't visible; 403 without permission; 409 when the task is archived or already repeats; 422 for an
 *   incomplete rule, a column of another project, or too many series.
 */
export async function createSeries(
  tx: Tx,
  actor: Actor,
  taskId: number,
  input: BodyOf<typeof contract.createSeries>,
): Promise<Series> {
  const task = await loadLockedTask(tx, actor, taskId);
  authorizeTask(actor, "create", task);
  if (task.archived) throw new Problem("task.archived");
  const settings = requireSettings(input);
  const present = await tx.one<SeriesRow>(statements.selectSeriesOfTask, [taskId, task.projectId]);
  if (present && present.state !== "ended") throw new Problem("series.exists");
  await requireSeriesLimit(tx, task.projectId, "unit");
  await tx.rows(statements.clearTaskOfOccurrence, [taskId]);
  const columnId = await targetColumn(
    tx,
    task.projectId,
    input.task_status_id ?? (task.columnKind === "done" ? null : task.columnId),
  );
  const { anchor, template } = await templateOf(tx, { id: taskId, projectId: task.projectId }, settings.first_day);
  const created = await tx.one<{ id: number }>(statements.insertSeries, [
    task.projectId,
    columnId,
    actor.id,
    JSON.stringify(template),
    taskId,
    anchor,
    ...statements.settingValues(settings),
  ]);
  const { id } = created as { id: number };
  await tx.rows(statements.insertOccurrence, [id, anchor, taskId, false]);
  await tx.rows(statements.setSeriesOfTask, [taskId, id, task.projectId]);
  await planFromToday(tx, id);
  return emitSeries(tx, id, "created");
}

async function requireSeriesLimit(tx: Tx, projectId: number, field: string): Promise<void> {
  const found = await tx.one<{ count: number }>(statements.countSeriesOfProject, [projectId]);
  if ((found?.count ?? 0) >= maxSeriesPerProject) throw invalidFieldProblem(field, "field.tooMany");
}

async function templateOf(tx: Tx, { id, projectId }: { id: number; projectId: number }, day: string) {
  const found = await tx.one<{ anchor: string; template: SeriesTemplate }>(statements.selectTemplate, [
    id,
    day,
    projectId,
  ]);
  if (!found) throw new Problem("notFound");
  return found;
}

export async function seriesById(tx: Tx, id: number): Promise<SeriesRow> {
  const series = await tx.one<SeriesRow>(statements.selectSeriesById, [id]);
  if (!series) throw new Problem("notFound");
  return series;
}

/**
 * Plans the first date after both the last occurrence and today. A series without one ends, except after completion while its last task is
 * open. A pending date, whose task the schedule would still have created, is planned again if the rule still has it.
 */
async function planFromToday(tx: Tx, id: number, pendingDate: string | null = null): Promise<void> {
  const series = await seriesById(tx, id);
  if (series.state === "ended") return;
  const calendar = await calendarOf(tx, series);
  if (series.basis === "completion") {
    if (series.last_open) await storeNextDate(tx, series, null);
    else await planDate(tx, series, await dateAfterCompletedTask(tx, series, calendar, pendingDate));
    return;
  }
  const isPending = pendingDate !== null && pendingDate <= series.today;
  await planDate(tx, series, firstDateAfter(series, calendar, isPending ? addDays(pendingDate, -1) : series.today));
}

/**
 * Stores the next date of a series, or ends a series without one. A paused one ends when it is resumed, so that it is still paused if a
 * skipped date is restored.
 */
export async function planDate(tx: Tx, series: SeriesRow, next: SeriesDate | null): Promise<void> {
  await storeNextDate(tx, series, next);
  if (!next && series.state !== "paused") await endSeries(tx, series);
}

/**
 * Plans the next date again according to the present calendar. If the rule has no more dates, a due series ends, and another one keeps its
 * date, because the holiday may be removed again.
 * @returns whether it has changed
 */
export async function replanDate(
  tx: Tx,
  series: SeriesRow,
  calendar: WorkCalendar,
  { isDue }: { isDue: boolean },
): Promise<boolean> {
  const { next_day: day, next_date: date } = series;
  if (day === null || date === null) return false;
  const placed = await placeNextDate(tx, series, calendar, { day, date });
  if (placed ? placed.day === day && placed.date === date : !isDue) return false;
  await planDate(tx, series, placed);
  await emitSeries(tx, series.id, placed || series.state === "paused" ? "planned" : "ended");
  return true;
}

/** Ends a series; its tasks no longer show that they repeat. */
export async function endSeries(tx: Tx, { id, project_id }: SeriesRow): Promise<void> {
  await tx.rows(statements.updateState, [id, "ended", null]);
  await tx.rows(statements.clearSeriesOfTasks, [id, project_id]);
}

/** Emits the series as it is now. */
export async function emitSeries(
  tx: Tx,
  id: number,
  change: SeriesChange,
  { date = null, taskIds }: { date?: string | null; taskIds?: readonly number[] | undefined } = {},
): Promise<Series> {
  const series = await seriesById(tx, id);
  tx.emit("task_series.updated", projectStream(series.project_id), {
    task_id: series.last_task_id,
    key: series.key,
    title: series.title,
    project_id: series.project_id,
    ...(taskIds && { task_ids: [...taskIds] }),
    series_id: id,
    change,
    state: series.state,
    next_date: series.next_date,
    date,
    missed_count: series.missed_count,
    version: series.version,
  });
  return presentSeries(series);
}

/** Locks a series, and its project before it. */
export async function lockSeries(tx: Tx, id: number): Promise<SeriesRow | undefined> {
  const found = await tx.one<SeriesRow>(statements.selectSeriesById, [id]);
  if (!found) return undefined;
  await tx.one(statements.lockProject, [found.project_id]);
  return tx.one<SeriesRow>(statements.lockSeries, [id]);
}

/**
 * Locks a series that the actor may change.
 * @throws Problem 404 when its project isn't visible; 403 without permission; 409 when the project is archived.
 */
async function lockEditableSeries(tx: Tx, actor: Actor, id: number): Promise<SeriesRow> {
  const series = await lockSeries(tx, id);
  if (!series) throw new Problem("notFound");
  authorizeInProject(actor, "task-create", await projectAccess(tx, actor, series.project_id));
  return series;
}

/**
 * Changes the rule for the coming dates. With `resume`, a series that has ended is resumed.
 * @throws Problem as in `lockEditableSeries`; 409 when another user changed the series since `version`, or when it has ended; 422 for an
 *   incomplete rule; for an ended series as in `reopenSeries` and `requireNextDate`.
 */
export async function updateSeries(
  tx: Tx,
  actor: Actor,
  id: number,
  input: BodyOf<typeof contract.updateSeries>,
): Promise<Series> {
  const series = await lockEditableSeries(tx, actor, id);
  const settings = requireSettings(input);
  const isEnded = series.state === "ended";
  if (series.version !== input.version || (isEnded && !input.resume))
    throw new Problem("series.stale", { record: presentSeries(series) });
  const columnId = await targetColumn(tx, series.project_id, input.task_status_id ?? series.task_status_id);
  await tx.rows(statements.updateSettings, [id, columnId, ...statements.settingValues(settings)]);
  const taskIds = isEnded ? await reopenSeries(tx, series, "active") : undefined;
  await planFromToday(tx, id, isEnded ? series.today : series.next_date);
  if (isEnded) await requireNextDate(tx, id);
  return emitSeries(tx, id, isEnded ? "resumed" : "rule", { taskIds });
}

/**
 * Copies the present values of a task of the series to its coming tasks.
 * @throws Problem as in `lockEditableSeries`; 422 for a task of another series, and for one that has moved to another project.
 */
export async function useTaskForLater(tx: Tx, actor: Actor, id: number, taskId: number): Promise<Series> {
  const series = await lockEditableSeries(tx, actor, id);
  const found = await tx.one<{ series_id: number }>(statements.selectOccurrence, [taskId, series.project_id]);
  if (found?.series_id !== id) throw invalidFieldProblem("task_id", "field.unknown");
  const { template } = await templateOf(tx, { id: taskId, projectId: series.project_id }, series.today);
  await tx.rows(statements.updateTemplate, [id, JSON.stringify(template), taskId]);
  return emitSeries(tx, id, "template");
}

/**
 * Exchanges the values of the coming tasks with those before they were last copied.
 * @throws Problem as in `lockEditableSeries`; 404 when they were never copied; 409 when the series was changed since `version`.
 */
export async function restoreTemplate(tx: Tx, actor: Actor, id: number, version: number): Promise<Series> {
  const series = await lockEditableSeries(tx, actor, id);
  if (!series.template.previous) throw new Problem("notFound");
  if (series.version !== version) throw new Problem("series.stale", { record: presentSeries(series) });
  await tx.rows(statements.exchangeTemplate, [id]);
  return emitSeries(tx, id, "template");
}

/**
 * Pauses, resumes or ends a series. Dates during a pause are counted as missed, except today's.
 * @throws Problem as in `lockEditableSeries`; 409 when the state isn't `previous_state`; for an ended series as in `reopenSeries` and
 *   `requireNextDate`.
 */
export async function setSeriesState(
  tx: Tx,
  actor: Actor,
  id: number,
  { state, previous_state }: BodyOf<typeof contract.setSeriesState>,
): Promise<Series> {
  const series = await lockEditableSeries(tx, actor, id);
  if (series.state === state) return presentSeries(series);
  if (previous_state !== undefined && series.state !== previous_state)
    throw new Problem("series.stale", { record: presentSeries(series) });
  if (state === "ended") {
    await endSeries(tx, series);
    return emitSeries(tx, id, "ended");
  }
  const taskIds = series.state === "ended" ? await reopenSeries(tx, series, state) : undefined;
  if (!taskIds) await tx.rows(statements.updateState, [id, state, null]);
  if (state === "active") {
    if (series.state === "paused") await countMissedDates(tx, series);
    // A date after completion that is still ahead isn't counted again.
    const isAhead = series.basis === "completion" && series.next_date !== null && series.next_date >= series.today;
    if (!isAhead || series.last_open) await planFromToday(tx, id, series.today);
    if (series.state === "ended") await requireNextDate(tx, id);
  }
  return emitSeries(tx, id, state === "paused" ? "paused" : "resumed", { taskIds });
}

/**
 * Resumes an ended series, to which its tasks belong again.
 * @returns the ids of the tasks
 * @throws Problem 409 when the last task has another series that hasn't ended; 422 for too many series.
 */
async function reopenSeries(
  tx: Tx,
  series: SeriesRow,
  state: Exclude<Series["state"], "ended">,
): Promise<readonly number[]> {
  const { id, project_id: projectId, last_task_id: taskId } = series;
  await requireSeriesLimit(tx, projectId, "state");
  await tx.rows(statements.updateState, [id, state, null]);
  // Locked before their occurrences are read, because another series may be set up for one of them.
  await tx.rows(statements.lockTasksOfSeries, [id, projectId, taskId]);
  if (taskId !== null) await takeLastTask(tx, series, taskId);
  const tasks = await tx.rows<{ id: number }>(statements.setSeriesOfTasks, [id, projectId]);
  return tasks.map((task) => task.id);
}

/** @throws Problem 409 when a series that was resumed has ended again, because its rule has no more dates. */
async function requireNextDate(tx: Tx, id: number): Promise<void> {
  if ((await seriesById(tx, id)).state === "ended") throw new Problem("series.over");
}

async function takeLastTask(tx: Tx, series: SeriesRow, taskId: number): Promise<void> {
  const { id, project_id: projectId } = series;
  await tx.rows(statements.setSeriesOfTask, [taskId, id, projectId]);
  const present = await tx.one<SeriesRow>(statements.selectSeriesOfTask, [taskId, projectId]);
  if (present?.id === id) return;
  if (present && present.state !== "ended") throw new Problem("series.exists");
  const day = series.last_day ?? series.first_day;
  await tx.rows(statements.clearTaskOfOccurrence, [taskId]);
  await tx.rows(statements.insertOccurrence, [id, day, null, false]);
  await tx.rows(statements.updateOccurrenceTask, [id, day, taskId]);
}

export interface ImportedSeriesValues
  extends Pick<
    SeriesRow,
    | "project_id"
    | "task_status_id"
    | "owner_id"
    | "template"
    | "source_task_id"
    | "last_task_id"
    | "last_day"
    | "last_date"
    | "created_count"
    | "missed_count"
    | "state"
  > {
  settings: SeriesSettings;
}

/** Inserts an exported series unchanged, without an event. `planImportedSeries` must follow. */
export async function insertImportedSeries(tx: Tx, series: ImportedSeriesValues): Promise<number> {
  const row = await tx.one<{ id: number }>(statements.insertImportedSeries, [
    series.project_id,
    series.task_status_id,
    series.owner_id,
    JSON.stringify(series.template),
    series.source_task_id,
    series.last_task_id,
    series.last_day,
    series.last_date,
    series.created_count,
    series.missed_count,
    series.state,
    ...statements.settingValues(series.settings),
  ]);
  return (row as { id: number }).id;
}

/**
 * Plans an imported series like one that is resumed: dates before today are missed, so that no tasks are created for them. Today's task is
 * created unless the export contains it.
 */
export async function planImportedSeries(tx: Tx, id: number): Promise<void> {
  const series = await seriesById(tx, id);
  if (series.state !== "active") return;
  await countMissedDates(tx, series);
  await planFromToday(tx, id, series.today);
}

/** Counts the dates before today as missed. */
async function countMissedDates(tx: Tx, series: SeriesRow): Promise<void> {
  if (series.basis === "completion") return;
  let count = 0;
  let last: { day: string; date: string } | null = null;
  for (const each of comingDates(series, await calendarOf(tx, series))) {
    if (each.date >= series.today) break;
    count++;
    last = each;
  }
  if (last) await tx.rows(statements.advanceSeries, [series.id, last.day, last.date, null, 0, count]);
}

/**
 * Skips a coming date, or no longer skips it.
 * @throws Problem as in `lockEditableSeries`; 409 when the date isn't skipped as in `previous_skipped`; 422 for a day that isn't a coming one
 *   of the series.
 */
export async function skipDate(
  tx: Tx,
  actor: Actor,
  id: number,
  { day, skipped, previous_skipped }: BodyOf<typeof contract.skipSeriesDate>,
): Promise<Series> {
  const series = await lockEditableSeries(tx, actor, id);
  if (previous_skipped !== undefined) {
    const stored = await tx.one<{ skipped: boolean }>(statements.selectOccurrenceDay, [id, day]);
    if ((stored?.skipped ?? false) !== previous_skipped)
      throw new Problem("series.stale", { record: presentSeries(series) });
  }
  if (!skipped) return restoreDate(tx, series, day);
  if (series.skipped_days.includes(day)) return presentSeries(series);
  if (series.skipped_days.length >= maxSkippedDays) throw invalidFieldProblem("day", "field.tooMany");
  if (!(await isComingDay(tx, series, day))) throw invalidFieldProblem("day", "field.unknown");
  await tx.rows(statements.insertOccurrence, [id, day, null, true]);
  if (series.basis === "completion")
    await planDate(tx, series, await dateAfterLastTask(tx, series, await calendarOf(tx, series), day));
  else await planFromToday(tx, id, series.next_date);
  return emitSeries(tx, id, "skipped", { date: day });
}

/**
 * Plans a skipped date again. A series that ended because it had no other date is resumed.
 * @throws Problem as in `reopenSeries`.
 */
async function restoreDate(tx: Tx, series: SeriesRow, day: string): Promise<Series> {
  const { id, state, next_day: nextDay, next_date: nextDate } = series;
  const isOnSchedule = series.basis === "schedule";
  const calendar = await calendarOf(tx, series);
  const otherDate = isOnSchedule
    ? firstDateAfter(series, calendar, series.today)
    : await dateAfterLastTask(tx, series, calendar, day);
  if (!(await tx.one(statements.deleteSkippedDay, [id, day]))) return presentSeries(series);
  const isComplete = series.max_count !== null && series.created_count >= series.max_count;
  const isReopened = state === "ended" && otherDate === null && day >= series.today && !isComplete;
  const taskIds = isReopened ? await reopenSeries(tx, series, "active") : undefined;
  if (isOnSchedule) await planFromToday(tx, id, nextDate !== null && nextDate < day ? nextDate : day);
  else if ((state !== "ended" || isReopened) && !series.last_open && day >= series.today && day < (nextDay ?? "9999"))
    await storeNextDate(tx, series, dateOfDay(series, day, calendar));
  return emitSeries(tx, id, "unskipped", { date: day, taskIds });
}

/** Coming days of a series after completion are only known once its last task is completed. */
async function isComingDay(tx: Tx, series: SeriesRow, day: string): Promise<boolean> {
  if (series.basis === "completion") return day === series.next_day;
  for (const each of comingDates(series, await calendarOf(tx, series))) {
    if (each.day === day) return each.date >= series.today;
    if (each.day > day) return false;
  }
  return false;
}
