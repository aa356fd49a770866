import type { BodyOf } from "../../../shared/kernel/endpoint";
import { projectStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type * as contract from "../../../shared/work/time/time.contract";
import { type Actor, personOfActor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { authorizeTask, loadLockedTask, type TaskRow, loadVisibleTask } from "../access/tasks.policy";
import { requireOpenWeeks, enforceDayLimit } from "./time.week-locks";
import { type EntryRow, timeEntryEventData, durationOf, presentEntry } from "./time.present";
import { deleteEntry, selectEntry, insertEntry, lockEntry, selectSpentMinutesOfTask, updateEntry } from "./time.sql";

export interface EntryOnTask {
  entry: EntryRow;
  task: TaskRow;
}

type EntryInput = BodyOf<typeof contract.createTimeEntry>;

const minutesOf = ({ hours, minutes }: { hours: number; minutes: number }) => hours * 60 + minutes;

/**
 * Logs the actor's own time. Locks the task, then the timesheet week.
 * @throws Problem 404 when the task isn't visible; 403 without permission; 409 for an archived project or a submitted week; 422 when the
 *   day would exceed 24 hours.
 */
export async function createTimeEntry(tx: Tx, actor: Actor, input: EntryInput): Promise<EntryOnTask> {
  const task = await loadLockedTask(tx, actor, input.task_id);
  authorizeTask(actor, "log", task);
  await requireOpenWeeks(tx, actor.id, [input.date]);
  return bookTime(tx, actor, task, input);
}

/**
 * Creates all entries or none.
 * @throws Problem as in `createTimeEntry`.
 */
export async function createTimeEntries(tx: Tx, actor: Actor, inputs: readonly EntryInput[]): Promise<EntryOnTask[]> {
  const tasks = new Map<number, TaskRow>();
  for (const id of [...new Set(inputs.map((input) => input.task_id))].sort((a, b) => a - b)) {
    const task = await loadLockedTask(tx, actor, id);
    authorizeTask(actor, "log", task);
    tasks.set(id, task);
  }
  await requireOpenWeeks(
    tx,
    actor.id,
    inputs.map((input) => input.date),
  );
  const createdEntries: EntryOnTask[] = [];
  for (const input of inputs)
    createdEntries.push(await bookTime(tx, actor, tasks.get(input.task_id) as TaskRow, input));
  return createdEntries;
}

async function bookTime(tx: Tx, actor: Actor, task: TaskRow, input: Omit<EntryInput, "task_id">): Promise<EntryOnTask> {
  const minutes = minutesOf(input);
  await enforceDayLimit(tx, actor.id, input.date, minutes);
  const entry = await addEntry(tx, actor, task, { date: input.date, minutes, note: input.note ?? null });
  if (!entry) throw invalidFieldProblem("date", "field.tooMany");
  return { task, entry };
}

/**
 * Inserts the row and emits its event. The timesheet week must be locked, and the minutes must fit in the day.
 * @returns null when the task or the user's day has as many entries as it may have.
 */
export async function addEntry(
  tx: Tx,
  actor: Actor,
  task: TaskRow,
  { date, minutes, note }: { date: string; minutes: number; note: string | null },
): Promise<EntryRow | null> {
  const row = await tx.one<{ id: number; version: number }>(insertEntry, [task.id, actor.id, date, minutes, note]);
  if (!row) return null;
  const entry = {
    ...row,
    taskId: task.id,
    date,
    minutes,
    note,
    user: personOfActor(actor),
  };
  tx.emit("time_entry.created", projectStream(task.projectId), {
    ...timeEntryEventData(entry, task.projectId),
    ...(await aboutTask(tx, task)),
  });
  return entry;
}

async function aboutTask(tx: Tx, task: TaskRow) {
  const row = await tx.one<{ spent_minutes: number }>(selectSpentMinutesOfTask, [task.id]);
  return { key: task.key, title: task.title, spent_minutes: row?.spent_minutes ?? 0 };
}

/** Updates the row and emits its event. The timesheet week must be locked, and the minutes must fit in the day. */
export async function changeEntry(
  tx: Tx,
  task: TaskRow,
  entry: EntryRow,
  change: { date: string; minutes: number; note: string | null },
): Promise<EntryRow> {
  const row = await tx.one<{ version: number }>(updateEntry, [entry.id, change.date, change.minutes, change.note]);
  const changed = { ...entry, ...change, version: (row as { version: number }).version };
  tx.emit("time_entry.updated", projectStream(task.projectId), {
    ...timeEntryEventData(changed, task.projectId),
    ...(await aboutTask(tx, task)),
    // The event contains the previous date and duration, but not a removed note.
    before: { date: entry.date, ...durationOf(entry.minutes) },
  });
  return changed;
}

/**
 * Locks the actor's own entry. The task comes first in the lock order, so the entry is first read without a lock to find its task.
 * @throws Problem 404 for an unknown or invisible entry; 403 for another user's entry; 409 when its timesheet week, or that of `otherDate`,
 *   is submitted.
 */
async function lockOwnEntry(tx: Tx, actor: Actor, id: number, otherDate?: string): Promise<EntryOnTask> {
  const found = await tx.one<EntryRow>(selectEntry, [id]);
  if (!found) throw new Problem("notFound");
  await loadVisibleTask(tx, actor, found.taskId);
  if (found.user.id !== actor.id) throw new Problem("permission.denied");
  const task = await loadLockedTask(tx, actor, found.taskId);
  authorizeTask(actor, "log", task);
  await requireOpenWeeks(tx, actor.id, otherDate ? [found.date, otherDate] : [found.date]);
  const entry = await tx.one<EntryRow>(lockEntry, [id]);
  if (!entry) throw new Problem("notFound");
  if (entry.date !== found.date) throw new Problem("time.stale", { record: presentEntry(entry, task.projectId, true) });
  return { entry, task };
}

/**
 * Updates the actor's own entry.
 * @throws Problem 404 for an unknown or invisible entry; 403 for another user's entry; 409 for a submitted timesheet week, or `time.stale`;
 *   422 when the day would exceed 24 hours.
 */
export async function updateTimeEntry(
  tx: Tx,
  actor: Actor,
  id: number,
  input: BodyOf<typeof contract.updateTimeEntry>,
): Promise<EntryOnTask> {
  const { entry, task } = await lockOwnEntry(tx, actor, id, input.date);
  const change = {
    date: input.date,
    minutes: minutesOf(input),
    note: input.note === undefined ? entry.note : input.note,
  };
  // Before the version is checked, because a retry after a lost response has the earlier version.
  if (change.date === entry.date && change.minutes === entry.minutes && change.note === entry.note) {
    return { entry, task };
  }
  if (input.version !== undefined && input.version !== entry.version) {
    throw new Problem("time.stale", { record: presentEntry(entry, task.projectId, true) });
  }
  const addedMinutes = change.date === entry.date ? change.minutes - entry.minutes : change.minutes;
  if (addedMinutes > 0) await enforceDayLimit(tx, actor.id, change.date, addedMinutes);
  return { entry: await changeEntry(tx, task, entry, change), task };
}

export async function deleteTimeEntry(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { entry, task } = await lockOwnEntry(tx, actor, id);
  await removeEntry(tx, task, entry);
}

/** Deletes the row and emits its event. The timesheet week must be locked. */
export async function removeEntry(tx: Tx, task: TaskRow, entry: EntryRow): Promise<void> {
  await tx.rows(deleteEntry, [entry.id]);
  const { note, version, ...facts } = timeEntryEventData(entry, task.projectId);
  tx.emit("time_entry.deleted", projectStream(task.projectId), { ...facts, ...(await aboutTask(tx, task)) });
}
