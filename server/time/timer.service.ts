import { userStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import { dayIn, mondayOf, splitByDay, wholeMinutes } from "../../shared/time/days.rules";
import type { TimedTask } from "../../shared/time/time.contract";
import { longTimerMinutes, type RunningTimer, type StoppedTimer } from "../../shared/time/timer.contract";
import { isLocked } from "../../shared/time/week.workflow";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { seesAllProjects } from "../projects/projects.policy";
import { authorizeTask, lockedTask, mayOnTask, type TaskRow, visibleTask } from "../tasks/tasks.policy";
import { heldWeeks, roomOn } from "./time.holds";
import type { EntryRow } from "./time.present";
import { addEntry, changeEntry } from "./time.service";
import { plainEntry } from "./time.sql";
import {
  deleteTimer,
  forgetStopped,
  holdTimers,
  insertTimer,
  lockTimer,
  namedTask,
  runningTimer,
  type StoppedRow,
  stoppedTimer,
  type TimerRow,
} from "./timer.sql";
import { keepStopped, takeBackTime, type Written } from "./timer.stopped";

interface Seen extends TimedTask {
  seen: boolean;
}

/** Whoever has lost sight of a task may know that it is there, and no more. */
const named = ({ id, project_id, key, title, seen }: Seen): TimedTask =>
  seen ? { id, project_id, key, title } : { id, project_id, key: "", title: "" };

/** One's own timer, as it runs; null when none does. */
export async function timerOf(tx: Tx, actor: Actor, now: Date): Promise<RunningTimer | null> {
  const row = await tx.one<Seen & { started_at: Date; revision: number; last_activity_at: Date | null }>(runningTimer, [
    actor.id,
    seesAllProjects(actor),
  ]);
  if (!row) return null;
  return {
    task: named(row),
    project: { id: row.project_id, revision: row.revision },
    started_at: row.started_at.toISOString(),
    last_activity_at: row.last_activity_at?.toISOString() ?? null,
    forgotten:
      wholeMinutes(row.started_at, now) > longTimerMinutes ||
      dayIn(actor.timeZone, row.started_at) !== dayIn(actor.timeZone, now),
  };
}

/**
 * Starts one's timer. What runs on another task is stopped and written down first, in the same transaction; on this
 * task it goes on. Of two starts at once the second finds what the first has begun.
 * @throws Problem 404, 403, 409 archived project.
 */
export async function startTimer(
  tx: Tx,
  actor: Actor,
  taskId: number,
  now: Date,
): Promise<{ timer: RunningTimer; stopped: StoppedTimer | null }> {
  authorizeTask(actor, "log", await visibleTask(tx, actor, taskId));
  await tx.rows(holdTimers, [actor.id]);
  let stopped: StoppedTimer | null = null;
  for (;;) {
    const running = await tx.one<TimerRow>(lockTimer, [actor.id]);
    if (running?.taskId === taskId) break;
    if (running) stopped = await end(tx, actor, running, now);
    if (await tx.one(insertTimer, [actor.id, taskId, now])) {
      await tx.rows(forgetStopped, [actor.id]);
      tx.emit("timer.started", userStream(actor.id), (await timerOf(tx, actor, now)) as RunningTimer);
      break;
    }
  }
  return { timer: (await timerOf(tx, actor, now)) as RunningTimer, stopped };
}

/**
 * Stops one's timer and writes its time down. It always stops: what can't be written down is named, with the reason.
 * @param minutes fewer than it ran, from its start.
 * @throws Problem 409 when none runs, 422 when it hasn't run that long.
 */
export async function stopTimer(tx: Tx, actor: Actor, now: Date, minutes?: number): Promise<StoppedTimer> {
  const running = await held(tx, actor);
  const ran = wholeMinutes(running.startedAt, now);
  if (minutes !== undefined && minutes > ran) throw invalid("minutes", "timer.longerThanRun");
  const until = minutes === undefined ? now : new Date(running.startedAt.getTime() + minutes * 60_000);
  return end(tx, actor, running, until);
}

/**
 * Takes back that one's last timer was stopped or discarded: what it wrote down goes, and it runs on since its start.
 * @throws Problem 409 when one runs, or has run since; when the task is gone, its project archived, what it wrote down
 * changed since, or the week of it handed in; 403 when time may no longer be logged on the task.
 */
export async function resumeTimer(tx: Tx, actor: Actor, id: number, now: Date): Promise<RunningTimer> {
  await tx.rows(holdTimers, [actor.id]);
  if (await tx.one<TimerRow>(lockTimer, [actor.id])) throw new Problem("timer.alreadyRuns");
  const stopped = await tx.one<StoppedRow>(stoppedTimer, [actor.id]);
  if (stopped?.id !== id) throw new Problem("timer.ranSince");
  const task = stopped.taskId === null ? null : await lockedTaskIfSeen(tx, actor, stopped.taskId);
  if (!task) throw new Problem("timer.taskGone");
  authorizeTask(actor, "log", task);
  await takeBackTime(tx, actor, task, stopped);
  await tx.rows(forgetStopped, [actor.id]);
  if (!(await tx.one(insertTimer, [actor.id, task.id, stopped.startedAt]))) throw new Problem("timer.alreadyRuns");
  const timer = (await timerOf(tx, actor, now)) as RunningTimer;
  tx.emit("timer.resumed", userStream(actor.id), timer);
  return timer;
}

/** @throws Problem 409 when none runs. @returns its task, and by which id it can run on. */
export async function discardTimer(tx: Tx, actor: Actor, now: Date): Promise<{ id: number; stopped_id: number }> {
  const running = await held(tx, actor);
  await tx.rows(deleteTimer, [actor.id]);
  const stoppedId = await keepStopped(tx, actor, running, []);
  tx.emit("timer.discarded", userStream(actor.id), {
    task: await taskNamed(tx, actor, running),
    started_at: running.startedAt.toISOString(),
    minutes: wholeMinutes(running.startedAt, now),
  });
  return { id: running.taskId, stopped_id: stoppedId };
}

async function held(tx: Tx, actor: Actor): Promise<TimerRow> {
  await tx.rows(holdTimers, [actor.id]);
  const running = await tx.one<TimerRow>(lockTimer, [actor.id]);
  if (!running) throw new Problem("timer.notRunning");
  return running;
}

async function taskNamed(tx: Tx, actor: Actor, { taskId }: TimerRow): Promise<TimedTask> {
  return named((await tx.one<Seen>(namedTask, [taskId, actor.id, seesAllProjects(actor)])) as Seen);
}

async function end(tx: Tx, actor: Actor, running: TimerRow, until: Date): Promise<StoppedTimer> {
  await tx.rows(deleteTimer, [actor.id]);
  const { written, left_out } = await writeDown(tx, actor, running, until);
  const stopped = {
    id: await keepStopped(tx, actor, running, written),
    task: await taskNamed(tx, actor, running),
    started_at: running.startedAt.toISOString(),
    booked: written.map(({ date, minutes }) => ({ date, minutes })),
    left_out,
  };
  tx.emit("timer.stopped", userStream(actor.id), stopped);
  return stopped;
}

interface Outcome extends Pick<StoppedTimer, "left_out"> {
  written: Written[];
}

/** Day by day; adds to an entry of that day and task that has no note. */
async function writeDown(tx: Tx, actor: Actor, { taskId, startedAt }: TimerRow, until: Date): Promise<Outcome> {
  const parts = splitByDay(actor.timeZone, startedAt, until);
  if (parts.length === 0) {
    const date = dayIn(actor.timeZone, startedAt);
    return { written: [], left_out: [{ date, minutes: 0, reason: "tooShort" }] };
  }
  const task = await loggableTask(tx, actor, taskId);
  if (!task) return { written: [], left_out: parts.map((part) => ({ ...part, reason: "noAccess" })) };
  const states = await heldWeeks(
    tx,
    actor.id,
    parts.map((part) => part.date),
  );
  const outcome: Outcome = { written: [], left_out: [] };
  for (const { date, minutes } of parts) {
    if (isLocked(states.get(mondayOf(date)) ?? "open")) {
      outcome.left_out.push({ date, minutes, reason: "locked" });
      continue;
    }
    const fits = Math.min(minutes, await roomOn(tx, actor.id, date));
    if (fits > 0) {
      outcome.written.push({ date, minutes: fits, entry: await addToDay(tx, actor, task, date, fits) });
    }
    if (fits < minutes) outcome.left_out.push({ date, minutes: minutes - fits, reason: "full" });
  }
  return outcome;
}

/** Null when it is out of the person's sight by now, or nothing may be written on it. */
async function loggableTask(tx: Tx, actor: Actor, taskId: number): Promise<TaskRow | null> {
  const task = await lockedTaskIfSeen(tx, actor, taskId);
  return task && mayOnTask(actor, "log", task) ? task : null;
}

async function lockedTaskIfSeen(tx: Tx, actor: Actor, taskId: number): Promise<TaskRow | null> {
  try {
    return await lockedTask(tx, actor, taskId);
  } catch (error) {
    if (error instanceof Problem && error.code === "notFound") return null;
    throw error;
  }
}

async function addToDay(tx: Tx, actor: Actor, task: TaskRow, date: string, minutes: number): Promise<EntryRow> {
  const entry = await tx.one<EntryRow>(plainEntry, [task.id, actor.id, date]);
  if (entry) return changeEntry(tx, task, entry, { date, minutes: entry.minutes + minutes, note: null });
  return addEntry(tx, actor, task, { date, minutes, note: null });
}
