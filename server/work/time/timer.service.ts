import type { StreamPosition } from "../../../shared/kernel/streams";
import { userStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { localDayIn, mondayOf, splitByDay, wholeMinutesBetween } from "../../../shared/kernel/days";
import type { TimedTask } from "../../../shared/work/time/time.contract";
import type { RunningTimer, StoppedTimer } from "../../../shared/work/time/timer.contract";
import { isTimerForgottenAt } from "../../../shared/work/time/timer.rules";
import { isWeekLocked } from "../../../shared/work/time/week.workflow";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { canSeeAllProjects } from "../access/projects.policy";
import { authorizeTask, loadLockedTask, mayActOnTask, type TaskRow, loadVisibleTask } from "../access/tasks.policy";
import { lockWeeks, requireOpenWeeks, minutesLeftOn } from "./time.week-locks";
import type { EntryRow } from "./time.present";
import { addEntry, changeEntry, removeEntry } from "./time.service";
import { lockEntry, lockEntryWithoutNote } from "./time.sql";
import {
  deleteTimer,
  deleteStoppedTimer,
  lockTimers,
  insertPart,
  insertStopped,
  insertTimer,
  lockTimer,
  selectTimerTask,
  selectRunningTimer,
  type StoppedPart,
  selectStoppedParts,
  type StoppedRow,
  selectStoppedTimer,
  type TimerRow,
} from "./timer.sql";

interface SeenTask extends TimedTask {
  seen: boolean;
}

/** Hides the name of a task that the user can no longer see. */
const presentTimedTask = ({ id, project_id, key, title, seen }: SeenTask): TimedTask =>
  seen ? { id, project_id, key, title } : { id, project_id, key: "", title: "" };

export async function readTimerOf(tx: Tx, actor: Actor, now: Date): Promise<RunningTimer | null> {
  const row = await tx.one<SeenTask & StreamPosition & { started_at: Date; last_activity_at: Date | null }>(
    selectRunningTimer,
    [actor.id, canSeeAllProjects(actor)],
  );
  if (!row) return null;
  return {
    task: presentTimedTask(row),
    project: { id: row.project_id, revision: row.revision, epoch: row.epoch },
    started_at: row.started_at.toISOString(),
    last_activity_at: row.last_activity_at?.toISOString() ?? null,
    forgotten: isTimerForgottenAt(row.started_at, now, actor.timeZone),
  };
}

/**
 * Starts the actor's timer. A timer on another task is first stopped and logged in the same transaction; a timer on this task continues. Of
 * two concurrent starts, the second finds the timer of the first.
 * @throws Problem 404 when the task isn't visible; 403 without permission; 409 for an archived project; 409 `timer.forgotten` when the timer
 *   on another task may have been forgotten, because starting would log days that nobody worked.
 */
export async function startTimer(
  tx: Tx,
  actor: Actor,
  taskId: number,
  now: Date,
): Promise<{ timer: RunningTimer; stopped: StoppedTimer | null }> {
  authorizeTask(actor, "log", await loadVisibleTask(tx, actor, taskId));
  await tx.rows(lockTimers, [actor.id]);
  let stopped: StoppedTimer | null = null;
  for (;;) {
    const running = await tx.one<TimerRow>(lockTimer, [actor.id]);
    if (running?.taskId === taskId) break;
    if (running) {
      if (isTimerForgottenAt(running.startedAt, now, actor.timeZone))
        throw new Problem("timer.forgotten", { record: await readTimerOf(tx, actor, now) });
      stopped = await end(tx, actor, running, now);
    }
    if (await tx.one(insertTimer, [actor.id, taskId, now])) {
      await tx.rows(deleteStoppedTimer, [actor.id]);
      tx.emit("timer.started", userStream(actor.id), (await readTimerOf(tx, actor, now)) as RunningTimer);
      break;
    }
  }
  return { timer: (await readTimerOf(tx, actor, now)) as RunningTimer, stopped };
}

/**
 * Stops the actor's timer and logs its time. The timer always stops, even if time can't be logged. Such time is returned with the reason.
 * @param minutes fewer minutes than the timer ran, counted from its start; by default the whole time.
 * @throws Problem 409 when no timer is running; 422 when `minutes` exceeds the duration.
 */
export async function stopTimer(tx: Tx, actor: Actor, now: Date, minutes?: number): Promise<StoppedTimer> {
  const running = await lockRunningTimer(tx, actor);
  const ran = wholeMinutesBetween(running.startedAt, now);
  if (minutes !== undefined && minutes > ran) throw invalidFieldProblem("minutes", "timer.longerThanRun");
  const until = minutes === undefined ? now : new Date(running.startedAt.getTime() + minutes * 60_000);
  return end(tx, actor, running, until);
}

/**
 * Undoes stopping or discarding the last timer: its logged time is removed, and it continues from its original start.
 * @throws Problem 409 when a timer is running or has run since, when the task is deleted or its project archived, and when the logged time
 *   was changed since or its timesheet week is submitted.
 * @throws Problem 403 when time can no longer be logged on the task.
 */
export async function resumeTimer(tx: Tx, actor: Actor, id: number, now: Date): Promise<RunningTimer> {
  await tx.rows(lockTimers, [actor.id]);
  if (await tx.one<TimerRow>(lockTimer, [actor.id])) throw new Problem("timer.alreadyRuns");
  const stopped = await tx.one<StoppedRow>(selectStoppedTimer, [actor.id]);
  if (stopped?.id !== id) throw new Problem("timer.ranSince");
  const task = stopped.taskId === null ? null : await lockedTaskIfSeen(tx, actor, stopped.taskId);
  if (!task) throw new Problem("timer.taskGone");
  authorizeTask(actor, "log", task);
  await removeRecordedTime(tx, actor, task, stopped);
  await tx.rows(deleteStoppedTimer, [actor.id]);
  if (!(await tx.one(insertTimer, [actor.id, task.id, stopped.startedAt]))) throw new Problem("timer.alreadyRuns");
  const timer = (await readTimerOf(tx, actor, now)) as RunningTimer;
  tx.emit("timer.resumed", userStream(actor.id), timer);
  return timer;
}

/**
 * Discards the running timer without logging its time.
 * @returns the id of the timer's task, and the id by which the timer can be resumed.
 * @throws Problem 409 when no timer is running.
 */
export async function discardTimer(tx: Tx, actor: Actor, now: Date): Promise<{ id: number; stopped_id: number }> {
  const running = await lockRunningTimer(tx, actor);
  await tx.rows(deleteTimer, [actor.id]);
  const stoppedId = await storeStoppedTimer(tx, actor, running, []);
  tx.emit("timer.discarded", userStream(actor.id), {
    task: await taskNamed(tx, actor, running),
    started_at: running.startedAt.toISOString(),
    minutes: wholeMinutesBetween(running.startedAt, now),
  });
  return { id: running.taskId, stopped_id: stoppedId };
}

async function lockRunningTimer(tx: Tx, actor: Actor): Promise<TimerRow> {
  await tx.rows(lockTimers, [actor.id]);
  const running = await tx.one<TimerRow>(lockTimer, [actor.id]);
  if (!running) throw new Problem("timer.notRunning");
  return running;
}

async function taskNamed(tx: Tx, actor: Actor, { taskId }: TimerRow): Promise<TimedTask> {
  return presentTimedTask(
    (await tx.one<SeenTask>(selectTimerTask, [taskId, actor.id, canSeeAllProjects(actor)])) as SeenTask,
  );
}

async function end(tx: Tx, actor: Actor, running: TimerRow, until: Date): Promise<StoppedTimer> {
  await tx.rows(deleteTimer, [actor.id]);
  const { recordedTimes, left_out } = await recordTime(tx, actor, running, until);
  const stopped = {
    id: await storeStoppedTimer(tx, actor, running, recordedTimes),
    task: await taskNamed(tx, actor, running),
    started_at: running.startedAt.toISOString(),
    booked: recordedTimes.map(({ date, minutes }) => ({ date, minutes })),
    left_out,
  };
  tx.emit("timer.stopped", userStream(actor.id), stopped);
  return stopped;
}

interface Outcome extends Pick<StoppedTimer, "left_out"> {
  recordedTimes: RecordedTime[];
}

/** Logs the timer's time, split by day. If an entry without a note exists for the task and day, it is extended. */
async function recordTime(tx: Tx, actor: Actor, { taskId, startedAt }: TimerRow, until: Date): Promise<Outcome> {
  const parts = splitByDay(actor.timeZone, startedAt, until);
  if (parts.length === 0) {
    const date = localDayIn(actor.timeZone, startedAt);
    return { recordedTimes: [], left_out: [{ date, minutes: 0, reason: "tooShort" }] };
  }
  const task = await loggableTask(tx, actor, taskId);
  if (!task) return { recordedTimes: [], left_out: parts.map((part) => ({ ...part, reason: "noAccess" })) };
  const states = await lockWeeks(
    tx,
    actor.id,
    parts.map((part) => part.date),
  );
  const outcome: Outcome = { recordedTimes: [], left_out: [] };
  for (const { date, minutes } of parts) {
    if (isWeekLocked(states.get(mondayOf(date)) ?? "open")) {
      outcome.left_out.push({ date, minutes, reason: "locked" });
      continue;
    }
    const fits = Math.min(minutes, await minutesLeftOn(tx, actor.id, date));
    const entry = fits > 0 ? await addToDay(tx, actor, task, date, fits) : null;
    if (entry) outcome.recordedTimes.push({ date, minutes: fits, entry });
    else if (fits > 0) outcome.left_out.push({ date, minutes: fits, reason: "tooManyEntries" });
    if (fits < minutes) outcome.left_out.push({ date, minutes: minutes - fits, reason: "full" });
  }
  return outcome;
}

/** The locked task; null when it is no longer visible or time can't be logged on it. */
async function loggableTask(tx: Tx, actor: Actor, taskId: number): Promise<TaskRow | null> {
  const task = await lockedTaskIfSeen(tx, actor, taskId);
  return task && mayActOnTask(actor, "log", task) ? task : null;
}

async function lockedTaskIfSeen(tx: Tx, actor: Actor, taskId: number): Promise<TaskRow | null> {
  try {
    return await loadLockedTask(tx, actor, taskId);
  } catch (error) {
    if (error instanceof Problem && error.code === "notFound") return null;
    throw error;
  }
}

/** @returns null when the task or the day has too many entries for another one. */
async function addToDay(tx: Tx, actor: Actor, task: TaskRow, date: string, minutes: number): Promise<EntryRow | null> {
  const entry = await tx.one<EntryRow>(lockEntryWithoutNote, [task.id, actor.id, date]);
  if (entry) return changeEntry(tx, task, entry, { date, minutes: entry.minutes + minutes, note: null });
  return addEntry(tx, actor, task, { date, minutes, note: null });
}

interface RecordedTime {
  date: string;
  minutes: number;
  entry: Pick<EntryRow, "id" | "version">;
}

async function storeStoppedTimer(
  tx: Tx,
  actor: Actor,
  timer: TimerRow,
  recordedTimes: readonly RecordedTime[],
): Promise<number> {
  await tx.rows(deleteStoppedTimer, [actor.id]);
  const { id } = (await tx.one(insertStopped, [actor.id, timer.taskId, timer.startedAt])) as { id: number };
  for (const { date, minutes, entry } of recordedTimes) {
    await tx.rows(insertPart, [id, date, entry.id, entry.version, minutes]);
  }
  return id;
}

/**
 * Removes the logged time of a stopped timer: deletes the entries that the timer created, and subtracts its minutes from entries that it
 * extended.
 * @throws Problem 409 when a timesheet week is submitted, or an entry was changed since.
 */
async function removeRecordedTime(tx: Tx, actor: Actor, task: TaskRow, stopped: StoppedRow): Promise<void> {
  const parts = await tx.rows<StoppedPart>(selectStoppedParts, [stopped.id]);
  const days = parts.map(({ date }) => date);
  await requireOpenWeeks(tx, actor.id, days);
  for (const { entryId, entryVersion, minutes } of parts) {
    const entry = entryId === null ? undefined : await tx.one<EntryRow>(lockEntry, [entryId]);
    if (entry?.version !== entryVersion) throw new Problem("timer.timeChanged");
    const before = entry.minutes - minutes;
    if (before > 0) await changeEntry(tx, task, entry, { date: entry.date, minutes: before, note: entry.note });
    else await removeEntry(tx, task, entry);
  }
}
