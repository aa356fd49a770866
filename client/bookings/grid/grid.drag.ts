import { type GridRange, stepOf, timeAt, usualLengthMs } from "./grid.time";

/** What is in the hand: a time that is being chosen, or a booking that is moved or changed at one of its edges. */
export interface Draft {
  resourceId: number;
  from: number;
  until: number;
  /** Null: a new one. */
  bookingId: number | null;
}

export type Grip = "new" | "move" | "start" | "end";

export interface Held {
  grip: Grip;
  /** Where the press was, as a time. */
  at: number;
  /** What it was before. */
  before: Draft;
}

/** What is in the hand when the pointer is at a part (0 to 1) of a row. */
export function dragged({ grip, at, before }: Held, range: GridRange, part: number, resourceId: number): Draft {
  const now = timeAt(range, part);
  const step = stepOf[range.view];
  if (grip === "new") {
    const [from, until] = now < at ? [now, at] : [at, now];
    return { ...before, from, until: Math.max(until, from + step) };
  }
  // By as much as the pointer has gone: it may have taken the edge beside it.
  const by = Math.round((now - at) / step) * step;
  if (grip === "start") return { ...before, from: Math.min(before.from + by, before.until - step) };
  if (grip === "end") return { ...before, until: Math.max(before.until + by, before.from + step) };
  return { ...before, resourceId, from: before.from + by, until: before.until + by };
}

/** Whether two hands hold the same at the same place. */
export const sameDraft = (a: Draft | null, b: Draft | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.from === b.from &&
    a.until === b.until &&
    a.resourceId === b.resourceId &&
    a.bookingId === b.bookingId);

/** A press that went nowhere chooses an hour. */
export const pressed = (draft: Draft, range: GridRange): Draft =>
  draft.until - draft.from > stepOf[range.view]
    ? draft
    : { ...draft, until: draft.from + Math.max(usualLengthMs, stepOf[range.view]) };

/** What a key does to a booking: Shift with arrows moves it, Alt with arrows changes its end. `inline` is 1 towards later. */
export function keyed(
  draft: Draft,
  key: { inline: -1 | 0 | 1; block: -1 | 0 | 1; resizes: boolean },
  range: GridRange,
  resources: readonly number[],
): Draft {
  const step = stepOf[range.view];
  if (key.resizes) return { ...draft, until: Math.max(draft.until + key.inline * step, draft.from + step) };
  const place = resources.indexOf(draft.resourceId) + key.block;
  return {
    ...draft,
    from: draft.from + key.inline * step,
    until: draft.until + key.inline * step,
    resourceId: resources[place] ?? draft.resourceId,
  };
}
