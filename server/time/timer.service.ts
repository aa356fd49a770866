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
import { deleteTimer, insertTimer, lockTimer, namedTask, runningTimer, type TimerRow } from "./timer.sql";

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
  let stopped: StoppedTimer | null = null;
  for (;;) {
    const running = await tx.one<TimerRow>(lockTimer, [actor.id]);
    if (running?.taskId === taskId) break;
    if (running) stopped = await end(tx, actor, running, now);
    if (await tx.one(insertTimer, [actor.id, taskId, now])) {
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

/** @throws Problem 409 when none runs. @returns its task. */
export async function discardTimer(tx: Tx, actor: Actor, now: Date): Promise<number> {
  const running = await held(tx, actor);
  await tx.rows(deleteTimer, [actor.id]);
  tx.emit("timer.discarded", userStream(actor.id), {
    task: await taskNamed(tx, actor, running),
    started_at: running.startedAt.toISOString(),
    minutes: wholeMinutes(running.startedAt, now),
  });
  return running.taskId;
}

async function held(tx: Tx, actor: Actor): Promise<TimerRow> {
  const running = await tx.one<TimerRow>(lockTimer, [actor.id]);
  if (!running) throw new Problem("timer.notRunning");
  return running;
}

async function taskNamed(tx: Tx, actor: Actor, { taskId }: TimerRow): Promise<TimedTask> {
  return named((await tx.one<Seen>(namedTask, [taskId, actor.id, seesAllProjects(actor)])) as Seen);
}

async function end(tx: Tx, actor: Actor, running: TimerRow, until: Date): Promise<StoppedTimer> {
  await tx.rows(deleteTimer, [actor.id]);
  const stopped = {
    task: await taskNamed(tx, actor, running),
    started_at: running.startedAt.toISOString(),
    ...(await writeDown(tx, actor, running, until)),
  };
  tx.emit("timer.stopped", userStream(actor.id), stopped);
  return stopped;
}

type Outcome = Pick<StoppedTimer, "booked" | "left_out">;

/** Day by day; adds to an entry of that day and task that has no note. */
async function writeDown(tx: Tx, actor: Actor, { taskId, startedAt }: TimerRow, until: Date): Promise<Outcome> {
  const parts = splitByDay(actor.timeZone, startedAt, until);
  if (parts.length === 0) {
    const date = dayIn(actor.timeZone, startedAt);
    return { booked: [], left_out: [{ date, minutes: 0, reason: "tooShort" }] };
  }
  const task = await loggableTask(tx, actor, taskId);
  if (!task) return { booked: [], left_out: parts.map((part) => ({ ...part, reason: "noAccess" })) };
  const states = await heldWeeks(
    tx,
    actor.id,
    parts.map((part) => part.date),
  );
  const outcome: Outcome = { booked: [], left_out: [] };
  for (const { date, minutes } of parts) {
    if (isLocked(states.get(mondayOf(date)) ?? "open")) {
      outcome.left_out.push({ date, minutes, reason: "locked" });
      continue;
    }
    const fits = Math.min(minutes, await roomOn(tx, actor.id, date));
    if (fits > 0) {
      await addToDay(tx, actor, task, date, fits);
      outcome.booked.push({ date, minutes: fits });
    }
    if (fits < minutes) outcome.left_out.push({ date, minutes: minutes - fits, reason: "full" });
  }
  return outcome;
}

/** Null when it is out of the person's sight by now, or nothing may be written on it. */
async function loggableTask(tx: Tx, actor: Actor, taskId: number): Promise<TaskRow | null> {
  try {
    const task = await lockedTask(tx, actor, taskId);
    return mayOnTask(actor, "log", task) ? task : null;
  } catch (error) {
    if (error instanceof Problem && error.code === "notFound") return null;
    throw error;
  }
}

async function addToDay(tx: Tx, actor: Actor, task: TaskRow, date: string, minutes: number): Promise<void> {
  const entry = await tx.one<EntryRow>(plainEntry, [task.id, actor.id, date]);
  if (entry) await changeEntry(tx, task, entry, { date, minutes: entry.minutes + minutes, note: null });
  else await addEntry(tx, actor, task, { date, minutes, note: null });
}
