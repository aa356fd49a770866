import type { Actor as Person } from "../../shared/kernel/events";
import { Problem } from "../../shared/kernel/problems";
import type { TaskChange } from "../../shared/tasks/tasks.events";
import type { Tx } from "../platform/database/unit-of-work";
import { changedSince } from "./tasks.change.sql";
import type { TaskRow } from "./tasks.policy";
import { presentCards } from "./tasks.present";

interface Touching {
  input: { version?: number; archived?: boolean };
  from: TaskRow;
  change: TaskChange;
  placing: unknown;
}

type Changer = { taskId: number } & (Person | { id: null });

/**
 * A version that is behind matters only where the same thing was touched: someone else's new title is no reason to
 * refuse a move. `except`: whose own changes since are no conflict.
 * @throws Problem 409 with the cards in conflict as they are now and who changed them.
 */
export async function refuseStale(tx: Tx, subjects: readonly Touching[], except: number | null): Promise<void> {
  const behind = subjects.filter(({ input, from }) => input.version !== undefined && input.version < from.version);
  if (behind.length === 0) return;
  const touched = behind.map(({ input, from, change, placing }) => ({
    id: from.id,
    version: input.version,
    fields: Object.keys(change),
    place: Boolean(placing),
    archive: input.archived !== undefined,
  }));
  const found = await tx.rows<Changer>(changedSince, [JSON.stringify(touched), except]);
  if (found.length === 0) return;
  const conflicting = new Set(found.map((row) => row.taskId));
  const cards = await presentCards(
    tx,
    behind.flatMap(({ from }) => (conflicting.has(from.id) ? from : [])),
  );
  throw new Problem("task.stale", { record: [...cards.values()], by: byWhom(found) });
}

/** Who it was; a person rather than nobody. */
function byWhom(found: readonly Changer[]): Person | null {
  for (const { taskId, ...person } of found) if (person.id !== null) return person;
  return null;
}
