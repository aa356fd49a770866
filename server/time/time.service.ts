import type { BodyOf } from "../../shared/kernel/endpoint";
import { projectStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type * as contract from "../../shared/time/time.contract";
import { type Actor, personOf } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { authorizeTask, lockedTask, type TaskRow, visibleTask } from "../tasks/tasks.policy";
import { requireOpenWeeks, requireRoom } from "./time.holds";
import { type EntryRow, entryFacts, lengthOf, presentEntry } from "./time.present";
import { deleteEntry, findEntry, insertEntry, lockEntry, spentOnTask, updateEntry } from "./time.sql";

/** An entry with the task it hangs on. */
export interface EntryOnTask {
  entry: EntryRow;
  task: TaskRow;
}

type EntryInput = BodyOf<typeof contract.createTimeEntry>;

const minutesOf = ({ hours, minutes }: { hours: number; minutes: number }) => hours * 60 + minutes;

/**
 * Writes down one's own time. Locks: task, week, day.
 * @throws Problem 404, 403, 409 (archived project, week handed in), 422 when the day would have more than 24 hours.
 */
export async function createTimeEntry(tx: Tx, actor: Actor, input: EntryInput): Promise<EntryOnTask> {
  const task = await lockedTask(tx, actor, input.task_id);
  authorizeTask(actor, "log", task);
  await requireOpenWeeks(tx, actor.id, [input.date]);
  return book(tx, actor, task, input);
}

/** Several at once, all or none. @throws as for one. */
export async function createTimeEntries(tx: Tx, actor: Actor, inputs: readonly EntryInput[]): Promise<EntryOnTask[]> {
  const tasks = new Map<number, TaskRow>();
  for (const id of [...new Set(inputs.map((input) => input.task_id))].sort((a, b) => a - b)) {
    const task = await lockedTask(tx, actor, id);
    authorizeTask(actor, "log", task);
    tasks.set(id, task);
  }
  await requireOpenWeeks(
    tx,
    actor.id,
    inputs.map((input) => input.date),
  );
  const made: EntryOnTask[] = [];
  for (const input of inputs) made.push(await book(tx, actor, tasks.get(input.task_id) as TaskRow, input));
  return made;
}

async function book(tx: Tx, actor: Actor, task: TaskRow, input: Omit<EntryInput, "task_id">): Promise<EntryOnTask> {
  const minutes = minutesOf(input);
  await requireRoom(tx, actor.id, input.date, minutes);
  return { task, entry: await addEntry(tx, actor, task, { date: input.date, minutes, note: input.note ?? null }) };
}

/** The row and its event; the week is held, and there is room. */
export async function addEntry(
  tx: Tx,
  actor: Actor,
  task: TaskRow,
  { date, minutes, note }: { date: string; minutes: number; note: string | null },
): Promise<EntryRow> {
  const row = await tx.one<{ id: number; version: number }>(insertEntry, [task.id, actor.id, date, minutes, note]);
  if (!row) throw invalid("date", "field.tooMany");
  const entry = {
    ...row,
    taskId: task.id,
    date,
    minutes,
    note,
    user: personOf(actor),
  };
  tx.emit("time_entry.created", projectStream(task.projectId), {
    ...entryFacts(entry, task.projectId),
    ...(await aboutTask(tx, task)),
  });
  return entry;
}

async function aboutTask(tx: Tx, task: TaskRow) {
  const row = await tx.one<{ spent_minutes: number }>(spentOnTask, [task.id]);
  return { key: task.key, title: task.title, spent_minutes: row?.spent_minutes ?? 0 };
}

/** The row and its event; the week is held, and there is room. */
export async function changeEntry(
  tx: Tx,
  task: TaskRow,
  entry: EntryRow,
  change: { date: string; minutes: number; note: string | null },
): Promise<EntryRow> {
  const row = await tx.one<{ version: number }>(updateEntry, [entry.id, change.date, change.minutes, change.note]);
  const changed = { ...entry, ...change, version: (row as { version: number }).version };
  tx.emit("time_entry.updated", projectStream(task.projectId), {
    ...entryFacts(changed, task.projectId),
    ...(await aboutTask(tx, task)),
    // Words that were taken back aren't told again (decision 61).
    before: { date: entry.date, ...lengthOf(entry.minutes) },
  });
  return changed;
}

/**
 * One's own entry, held. The task comes first in the order of locks, so it is looked up before.
 * @throws Problem 404, 403 when it is somebody else's, 409 when its week, or that of another day, is handed in.
 */
async function heldEntry(tx: Tx, actor: Actor, id: number, otherDate?: string): Promise<EntryOnTask> {
  const found = await tx.one<EntryRow>(findEntry, [id]);
  if (!found) throw new Problem("notFound");
  await visibleTask(tx, actor, found.taskId);
  if (found.user.id !== actor.id) throw new Problem("permission.denied");
  const task = await lockedTask(tx, actor, found.taskId);
  authorizeTask(actor, "log", task);
  await requireOpenWeeks(tx, actor.id, otherDate ? [found.date, otherDate] : [found.date]);
  const entry = await tx.one<EntryRow>(lockEntry, [id]);
  if (!entry) throw new Problem("notFound");
  if (entry.date !== found.date) throw new Problem("time.stale", { record: presentEntry(entry, task.projectId, true) });
  return { entry, task };
}

/** @throws Problem 404, 403, 409 (handed in, `time.stale`), 422. */
export async function updateTimeEntry(
  tx: Tx,
  actor: Actor,
  id: number,
  input: BodyOf<typeof contract.updateTimeEntry>,
): Promise<EntryOnTask> {
  const { entry, task } = await heldEntry(tx, actor, id, input.date);
  if (input.version !== undefined && input.version !== entry.version) {
    throw new Problem("time.stale", { record: presentEntry(entry, task.projectId, true) });
  }
  const change = {
    date: input.date,
    minutes: minutesOf(input),
    note: input.note === undefined ? entry.note : input.note,
  };
  if (change.date === entry.date && change.minutes === entry.minutes && change.note === entry.note) {
    return { entry, task };
  }
  const more = change.date === entry.date ? change.minutes - entry.minutes : change.minutes;
  if (more > 0) await requireRoom(tx, actor.id, change.date, more);
  return { entry: await changeEntry(tx, task, entry, change), task };
}

/** @throws Problem 404, 403, 409 (handed in). */
export async function deleteTimeEntry(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { entry, task } = await heldEntry(tx, actor, id);
  await removeEntry(tx, task, entry);
}

/** The row and its event; the week is held. */
export async function removeEntry(tx: Tx, task: TaskRow, entry: EntryRow): Promise<void> {
  await tx.rows(deleteEntry, [entry.id]);
  const { note, version, ...facts } = entryFacts(entry, task.projectId);
  tx.emit("time_entry.deleted", projectStream(task.projectId), { ...facts, ...(await aboutTask(tx, task)) });
}
