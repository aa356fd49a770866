import type { HistoryEntry } from "./task.history";

/** Changes of a field within 30 minutes count as one. */
const nearMs = 30 * 60_000;

/**
 * Combines successive changes of a field by the same user, newest first, and omits those that cancel each other out. Moves are kept because
 * other users saw each of them.
 */
export function foldHistory(lines: readonly HistoryEntry[]): HistoryEntry[] {
  const folded: HistoryEntry[] = [];
  for (const line of lines) {
    const at = newerOf(folded, line);
    const newer = folded[at];
    if (newer) folded[at] = mergeEntries(newer, line);
    else folded.push(line);
  }
  return folded.filter((line) => line.folded === undefined || line.events?.shortened || !isSame(line.from, line.to));
}

function mergeEntries(newer: HistoryEntry, older: HistoryEntry): HistoryEntry {
  const events = newer.events &&
    older.events && {
      ...newer.events,
      from: older.events.from,
      shortened: newer.events.shortened || older.events.shortened,
    };
  return { ...newer, from: older.from, folded: (newer.folded ?? 1) + 1, ...(events && { events }) };
}

/** Index of the change that follows this one; other changes by the same user in between are skipped. */
function newerOf(folded: readonly HistoryEntry[], line: HistoryEntry): number {
  for (let at = folded.length - 1; at >= 0; at--) {
    const newer = folded[at] as HistoryEntry;
    if (isSameChange(newer, line)) return at;
    if (newer.icon !== "change" || newer.actor?.id !== line.actor?.id) break;
  }
  return -1;
}

function isSameChange(newer: HistoryEntry, older: HistoryEntry): boolean {
  return (
    newer.field !== undefined &&
    newer.field === older.field &&
    newer.fieldKind === older.fieldKind &&
    newer.from !== undefined &&
    older.from !== undefined &&
    newer.message === older.message &&
    newer.message !== "task.history.moved" &&
    newer.message !== "task.history.timeChanged" &&
    newer.actor !== null &&
    newer.actor.id === older.actor?.id &&
    Date.parse(newer.at) - Date.parse(older.at) <= nearMs
  );
}

const isSame = (a: HistoryEntry["from"], b: HistoryEntry["to"]) => JSON.stringify(a) === JSON.stringify(b);
