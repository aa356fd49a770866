import { Problem } from "../../../shared/kernel/problems";
import { maxCreatedMissed } from "../../../shared/work/series/series.schema";
import type { SeriesDate, WorkCalendar } from "../../../shared/work/series/series.rules";
import { addDays } from "../../../shared/kernel/days";
import type { FieldValues } from "../../../shared/work/fields/field-values.rules";
import type { createTask } from "../../../shared/work/tasks/tasks.contract";
import type { BodyOf } from "../../../shared/kernel/endpoint";
import type { Tx, UnitOfWork } from "../../platform/database/unit-of-work";
import { resolveFieldValues, writeFieldValues } from "../tasks/tasks.field-values";
import { insertTask } from "../tasks/tasks.service";
import {
  calendarOf,
  comingDates,
  completionDay,
  dateAfterLastTask,
  firstDateAfter,
  storeNextDate,
} from "./series.planning";
import { emitSeries, endSeries, lockSeries, planDate, replanDate, seriesById } from "./series.service";
import type { SeriesRow, SeriesTemplate } from "./series.sql";
import * as statements from "./series.sql";

/**
 * Creates the tasks that are due, each in its own transaction. May run in several processes: a series is locked while one of its tasks is
 * created, and its occurrences are unique. An error in one series doesn't affect the others.
 */
export async function createDueTasks(unitOfWork: UnitOfWork, tenantId: number): Promise<void> {
  const due = await unitOfWork({ tenantId }, (tx) => tx.rows<{ id: number }>(statements.selectDueSeries));
  await eachSeries(due, async (id) => {
    while (await createDueTask(unitOfWork, tenantId, id));
  });
}

/** @returns whether the series may have another task to create. */
async function createDueTask(unitOfWork: UnitOfWork, tenantId: number, id: number): Promise<boolean> {
  try {
    return await unitOfWork({ tenantId }, (tx) => advance(tx, id));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === "project.archived") return false;
    await unitOfWork({ tenantId }, (tx) => pauseRefusedSeries(tx, id, error));
    return false;
  }
}

/** @returns undefined when another run has created the task */
async function lockDueSeries(tx: Tx, id: number): Promise<SeriesRow | undefined> {
  await lockSeries(tx, id);
  return tx.one<SeriesRow>(statements.selectDueSeriesById, [id]);
}

/** The owner sees the error at the series and resumes it after removing the cause. */
async function pauseRefusedSeries(tx: Tx, id: number, { code, detail }: Problem): Promise<void> {
  const [message = `problem.${code}`] = Object.values(detail.errors ?? {}).flat();
  if (!(await lockDueSeries(tx, id))) return;
  await tx.rows(statements.updateState, [id, "paused", message]);
  await emitSeries(tx, id, "refused");
}

async function advance(tx: Tx, id: number): Promise<boolean> {
  const series = await lockDueSeries(tx, id);
  if (!series?.next_day || !series.next_date) return false;
  const next = { day: series.next_day, date: series.next_date };
  const calendar = await calendarOf(tx, series);
  if (series.basis === "completion" && series.last_open) {
    await storeNextDate(tx, series, null); // the last task was reopened
    return false;
  }
  // A date that was moved by a holiday entered since may not be due yet.
  if (await replanDate(tx, series, calendar, { isDue: true })) return true;
  if (series.basis === "completion") {
    await createOccurrence(tx, series, calendar, next);
    return false;
  }
  const missed = missedDates(series, calendar, next);
  if (missed.length > 0) await countMissed(tx, series, calendar, missed);
  else await createOccurrence(tx, series, calendar, next);
  return true;
}

/** The due dates for which no task is created. */
function missedDates(series: SeriesRow, calendar: WorkCalendar, next: SeriesDate): SeriesDate[] {
  if (series.only_when_done && series.last_open) return [next];
  const past: SeriesDate[] = [];
  for (const each of comingDates(series, calendar)) {
    if (each.date >= series.today) break;
    past.push(each);
  }
  return series.create_missed ? past.slice(0, Math.max(0, past.length - maxCreatedMissed)) : past;
}

async function countMissed(
  tx: Tx,
  series: SeriesRow,
  calendar: WorkCalendar,
  missed: readonly SeriesDate[],
): Promise<void> {
  const last = missed.at(-1) as SeriesDate;
  await tx.rows(statements.advanceSeries, [series.id, last.day, last.date, null, 0, missed.length]);
  await planNext(tx, series.id, calendar);
  await emitSeries(tx, series.id, "missed");
}

/** Plans the first date after the last occurrence. Without one, the series ends. */
async function planNext(tx: Tx, id: number, calendar: WorkCalendar): Promise<void> {
  const series = await seriesById(tx, id);
  await planDate(tx, series, firstDateAfter(series, calendar, null));
}

async function createOccurrence(
  tx: Tx,
  series: SeriesRow,
  calendar: WorkCalendar,
  { day, date }: SeriesDate,
): Promise<void> {
  const inserted = await tx.one(statements.insertOccurrence, [series.id, day, null, false]);
  const taskId = inserted ? await createTaskOfSeries(tx, series, date) : null;
  if (taskId) await tx.rows(statements.updateOccurrenceTask, [series.id, day, taskId]);
  await tx.rows(statements.advanceSeries, [series.id, day, date, taskId, taskId ? 1 : 0, 0]);
  if (series.basis === "schedule") await planNext(tx, series.id, calendar);
  else if (taskId === null) await planDate(tx, series, await dateAfterLastTask(tx, series, calendar, day));
  else {
    await storeNextDate(tx, series, null);
    if (series.max_count !== null && series.created_count + 1 >= series.max_count) await endSeries(tx, series);
  }
  await emitSeries(tx, series.id, "planned", { date });
}

const dayAfter = (date: string, offset: number | null) => (offset === null ? null : addDays(date, offset));

/** Creates a task with the values of the series. People, groups, tags and values that the project no longer has are left out. */
async function createTaskOfSeries(tx: Tx, series: SeriesRow, date: string): Promise<number> {
  const { project_id: projectId, template } = series;
  const column = await tx.one<{ id: number }>(statements.selectColumnOfNewTask, [projectId, series.task_status_id]);
  const links = await tx.one<{ users: number[]; groups: number[]; tags: number[] }>(statements.selectTemplateLinks, [
    projectId,
    JSON.stringify(template),
  ]);
  const input = {
    task_status_id: column?.id ?? 0,
    title: template.title,
    description: template.description,
    priority: template.priority,
    complexity: template.complexity,
    estimate_minutes: template.estimate_minutes,
    start_date: dayAfter(date, template.start_offset),
    due_date: dayAfter(date, template.due_offset),
    ...links,
  } as BodyOf<typeof createTask>;
  const card = await insertTask(tx, input, {
    projectId,
    reporterId: series.owner_id,
    seriesId: series.id,
    fill: async (taskId) => {
      await tx.rows(statements.insertTemplateSubtasks, [taskId, date, JSON.stringify(template.subtasks)]);
      if (series.source_task_id) await tx.rows(statements.shareFiles, [series.source_task_id, taskId]);
      await writeValidValues(tx, { id: taskId, projectId }, template);
    },
  });
  return card.id;
}

async function writeValidValues(
  tx: Tx,
  task: { id: number; projectId: number },
  { field_values: sent, field_kinds: kinds }: SeriesTemplate,
): Promise<void> {
  if (Object.keys(sent).length === 0) return;
  const before: FieldValues = {};
  const [result] = await resolveFieldValues(tx, task.projectId, [{ sent, kinds, before }]);
  if (!result) return;
  const change = Object.fromEntries(
    Object.entries(result.change).filter(([id]) => result.errors[`field_values.${id}`] === undefined),
  );
  await writeFieldValues(tx, [{ ...task, change }]);
}

/**
 * Stores the completion of a last task, and plans the next date of its series after completion, also if an earlier completion has planned
 * one. Runs again without effect.
 */
export async function planAfterCompletion(tx: Tx, taskId: number, completedAt: Date): Promise<void> {
  for (const { id } of await tx.rows<{ id: number }>(statements.selectSeriesOfLastTask, [taskId]))
    await planWaitingSeries(tx, id, completedAt);
}

/** Plans series of a project whose last task is no longer open: it was completed, deleted, archived or moved. */
export async function planWithoutOpenTask(tx: Tx, projectId: number, at: Date): Promise<void> {
  for (const { id } of await tx.rows<{ id: number }>(statements.selectSeriesWithoutOpenTask, [projectId]))
    await planWaitingSeries(tx, id, at);
}

/** Withdraws the next date of series whose last task is open again, so that its next completion plans another one. */
export async function withdrawDatesOfOpenTasks(
  tx: Tx,
  { taskId = null, projectId = null }: { taskId?: number | null; projectId?: number | null },
): Promise<void> {
  const reopened = await tx.rows<Pick<SeriesRow, "id" | "basis" | "state">>(statements.clearCompletionOfOpenTasks, [
    taskId,
    projectId,
  ]);
  for (const { id, basis, state } of reopened)
    if (basis === "completion" && state !== "ended") await emitSeries(tx, id, "planned");
}

async function planWaitingSeries(tx: Tx, id: number, completedAt: Date): Promise<void> {
  const series = await lockSeries(tx, id);
  if (!series || series.last_open) return;
  const completedOn = completionDay(series, completedAt);
  if (series.completed_on !== null && series.completed_on >= completedOn) return;
  await tx.rows(statements.updateCompletionDay, [id, completedOn]);
  if (series.basis === "schedule" || series.state === "ended") return;
  const next = await dateAfterLastTask(tx, series, await calendarOf(tx, series), completedOn);
  if (next) await planDate(tx, series, next);
  else await endSeries(tx, series);
  await emitSeries(tx, id, next ? "planned" : "ended");
}

/** Requests that the dates of a tenant are planned again after its holidays or weekend have changed. */
export const requestPlanning = (tx: Tx): Promise<unknown> => tx.rows(statements.requestPlanning);

/**
 * Plans the requested series again, each in its own transaction. May run in several processes. An error in one series leaves its request and
 * doesn't affect the others.
 */
export async function planRequestedSeries(
  unitOfWork: UnitOfWork,
  tenantId: number,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const requested = await unitOfWork({ tenantId }, (tx) => tx.rows<{ id: number }>(statements.selectRequestedSeries));
  await eachSeries(requested, async (id) => {
    if (!isStopped()) await unitOfWork({ tenantId }, (tx) => planRequested(tx, id));
  });
}

export async function planRequested(tx: Tx, id: number): Promise<void> {
  await lockSeries(tx, id);
  if (!(await tx.one(statements.clearPlanningRequest, [id]))) return;
  const series = await seriesById(tx, id);
  await replanDate(tx, series, await calendarOf(tx, series), { isDue: false });
}

async function eachSeries(series: readonly { id: number }[], work: (id: number) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  for (const { id } of series) {
    try {
      await work(id);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} series failed`);
}

/** Plans the dates of a user's series, or of all with null, at the hour of a changed time zone. Runs again without effect. */
export async function planAfterTimeZoneChange(tx: Tx, ownerId: number | null): Promise<void> {
  for (const { id } of await tx.rows<{ id: number }>(statements.selectSeriesInOtherZone, [ownerId])) {
    // Without the project: only dates are written, and the series of all projects may be locked here.
    const series = await tx.one<SeriesRow>(statements.lockSeries, [id]);
    if (series?.next_day && series.next_date)
      await storeNextDate(tx, series, { day: series.next_day, date: series.next_date });
  }
}
