import { Problem } from "../../shared/kernel/problems";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import type { TaskRow } from "../tasks/tasks.policy";
import { requireOpenWeeks } from "./time.holds";
import type { EntryRow } from "./time.present";
import { changeEntry, removeEntry } from "./time.service";
import { lockEntry } from "./time.sql";
import {
  forgetStopped,
  insertPart,
  insertStopped,
  type StoppedPart,
  stoppedParts,
  type StoppedRow,
  type TimerRow,
} from "./timer.sql";

/** Minutes of a timer that were written down, and the entry as that left it. */
export interface Written {
  date: string;
  minutes: number;
  entry: Pick<EntryRow, "id" | "version">;
}

/** Keeps what a timer was, so that it can run on. @returns by which id. */
export async function keepStopped(tx: Tx, actor: Actor, timer: TimerRow, written: readonly Written[]): Promise<number> {
  await tx.rows(forgetStopped, [actor.id]);
  const { id } = (await tx.one(insertStopped, [actor.id, timer.taskId, timer.startedAt])) as { id: number };
  for (const { date, minutes, entry } of written) {
    await tx.rows(insertPart, [id, date, entry.id, entry.version, minutes]);
  }
  return id;
}

/**
 * What a stopped timer wrote down goes: an entry that was its own as a whole, of others its minutes.
 * @throws Problem 409 when the week of it is handed in, or an entry isn't as the timer left it.
 */
export async function takeBackTime(tx: Tx, actor: Actor, task: TaskRow, stopped: StoppedRow): Promise<void> {
  const parts = await tx.rows<StoppedPart>(stoppedParts, [stopped.id]);
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
