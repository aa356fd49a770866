import { addLocalTime, localTimeAt } from "../../../../shared/kernel/wall-clock";
import { type GridRange, snapStepByView, timeAtFraction, defaultBookingMs } from "./grid.time";

/** A time being selected, or a booking being moved or resized. */
export interface SlotDraft {
  resourceId: number;
  from: number;
  until: number;
  bookingId: number | null;
}

export type DragGrip = "new" | "move" | "start" | "end";

export interface DragStart {
  grip: DragGrip;
  /** Time at the point where the pointer went down. */
  at: number;
  before: SlotDraft;
}

/** Draft when the pointer is at a fraction (0 to 1) of a row's width. */
export function draftWhileDragging(
  { grip, at, before }: DragStart,
  range: GridRange,
  part: number,
  resourceId: number,
): SlotDraft {
  const now = timeAtFraction(range, part);
  const step = snapStepByView[range.view];
  const later = (moment: number, by: number) => addLocalTime(moment, by, range.timeZone);
  if (grip === "new") {
    const [from, until] = now < at ? [now, at] : [at, now];
    return { ...before, from, until: Math.max(until, later(from, step)) };
  }
  // Moves the edge by the pointer's distance, because the pointer may not have grabbed it exactly.
  const gone = localTimeAt(now, range.timeZone) - localTimeAt(at, range.timeZone);
  const by = Math.round(gone / step) * step;
  if (grip === "start") return { ...before, from: Math.min(later(before.from, by), later(before.until, -step)) };
  if (grip === "end") return { ...before, until: Math.max(later(before.until, by), later(before.from, step)) };
  return { ...before, resourceId, from: later(before.from, by), until: later(before.until, by) };
}

export const isSameDraft = (a: SlotDraft | null, b: SlotDraft | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.from === b.from &&
    a.until === b.until &&
    a.resourceId === b.resourceId &&
    a.bookingId === b.bookingId);

/** A press without a drag selects an hour, or one step of the view if that is longer. */
export const draftFromClick = (draft: SlotDraft, range: GridRange): SlotDraft =>
  draft.until - draft.from > snapStepByView[range.view]
    ? draft
    : {
        ...draft,
        until: addLocalTime(draft.from, Math.max(defaultBookingMs, snapStepByView[range.view]), range.timeZone),
      };

/** Applies a key: Shift with arrows moves, Alt with arrows changes the end. `inline` 1 is later. */
export function draftAfterKey(
  draft: SlotDraft,
  key: { inline: -1 | 0 | 1; block: -1 | 0 | 1; resizes: boolean },
  range: GridRange,
  resources: readonly number[],
): SlotDraft {
  const step = snapStepByView[range.view];
  const later = (moment: number, by: number) => addLocalTime(moment, by, range.timeZone);
  if (key.resizes) return { ...draft, until: Math.max(later(draft.until, key.inline * step), later(draft.from, step)) };
  const place = resources.indexOf(draft.resourceId) + key.block;
  return {
    ...draft,
    from: later(draft.from, key.inline * step),
    until: later(draft.until, key.inline * step),
    resourceId: resources[place] ?? draft.resourceId,
  };
}
