import type { HistoryLine } from "./task.history";

/** Somebody who tries three titles in a row has changed it once. */
const nearMs = 30 * 60_000;

/**
 * Lines, newest first, in which changes of one field by one person that follow each other closely are one, from what it
 * was before the first to what it was after the last. What ends as it began is left out. Moves stay: each of them was
 * seen by others.
 */
export function foldHistory(lines: readonly HistoryLine[]): HistoryLine[] {
  const folded: HistoryLine[] = [];
  for (const line of lines) {
    const at = newerOf(folded, line);
    const newer = folded[at];
    if (newer) folded[at] = together(newer, line);
    else folded.push(line);
  }
  return folded.filter((line) => line.folded === undefined || line.events?.shortened || !isSame(line.from, line.to));
}

function together(newer: HistoryLine, older: HistoryLine): HistoryLine {
  const events = newer.events &&
    older.events && {
      ...newer.events,
      from: older.events.from,
      shortened: newer.events.shortened || older.events.shortened,
    };
  return { ...newer, from: older.from, folded: (newer.folded ?? 1) + 1, ...(events && { events }) };
}

/** Where the change stands that follows on this one: other fields that the same person changed meanwhile are no obstacle. */
function newerOf(folded: readonly HistoryLine[], line: HistoryLine): number {
  for (let at = folded.length - 1; at >= 0; at--) {
    const newer = folded[at] as HistoryLine;
    if (isSameChange(newer, line)) return at;
    if (newer.icon !== "change" || newer.actor?.id !== line.actor?.id) break;
  }
  return -1;
}

function isSameChange(newer: HistoryLine, older: HistoryLine): boolean {
  return (
    newer.field !== undefined &&
    newer.field === older.field &&
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

const isSame = (a: HistoryLine["from"], b: HistoryLine["to"]) => JSON.stringify(a) === JSON.stringify(b);
