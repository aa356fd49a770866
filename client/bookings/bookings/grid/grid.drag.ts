import { dayNumber } from "../../../../shared/kernel/day-number";
import { addDaysAtLocalTime, moveSpanByDays } from "../../../../shared/kernel/local-span";
import { localDayAt, localDayStartAt } from "../../../../shared/kernel/wall-clock";
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

/** A distance in the grid: calendar days, and elapsed time within a day. */
interface Distance {
  days: number;
  ms: number;
}

/** Days keep the local time of the resource. Shorter steps are elapsed time, so that both occurrences of a repeated hour can be reached. */
const moved = (at: number, { days, ms }: Distance, timeZone: string): number =>
  addDaysAtLocalTime(at, days, timeZone) + ms;

function movedDraft(draft: SlotDraft, { days, ms }: Distance, timeZone: string): SlotDraft {
  const { from, until } = moveSpanByDays(draft, days, timeZone);
  return { ...draft, from: from + ms, until: until + ms };
}

const stepsOf = (range: GridRange, count: number): Distance =>
  range.view === "month" ? { days: count, ms: 0 } : { days: 0, ms: count * snapStepByView[range.view] };

/** Distance between two positions of the pointer, rounded to the view's step. */
function distanceBetween(from: number, to: number, range: GridRange): Distance {
  const days = dayNumber(localDayAt(to, range.timeZone)) - dayNumber(localDayAt(from, range.timeZone));
  if (range.view === "month") return { days, ms: 0 };
  const step = snapStepByView[range.view];
  return { days, ms: Math.round((to - addDaysAtLocalTime(from, days, range.timeZone)) / step) * step };
}

/** In the month view a column is a calendar day, which begins at the resource's own midnight. */
const startInColumn = (at: number, range: GridRange, timeZone: string): number =>
  range.view === "month" ? localDayStartAt(localDayAt(at, range.timeZone), timeZone) : at;

/**
 * Draft when the pointer is at a fraction (0 to 1) of a row's width.
 * @param timeZone of the draft's resource, which keeps its local times
 */
export function draftWhileDragging(
  { grip, at, before }: DragStart,
  range: GridRange,
  part: number,
  resourceId: number,
  timeZone = range.timeZone,
): SlotDraft {
  const now = timeAtFraction(range, part);
  const later = (moment: number, by: Distance) => moved(moment, by, timeZone);
  const one = stepsOf(range, 1);
  const oneBack = stepsOf(range, -1);
  if (grip === "new") {
    const [from, until] = [Math.min(now, at), Math.max(now, at)].map((each) =>
      startInColumn(each, range, timeZone),
    ) as [number, number];
    return { ...before, from, until: Math.max(until, later(from, one)) };
  }
  // Moves the edge by the pointer's distance, because the pointer may not have grabbed it exactly.
  const by = distanceBetween(at, now, range);
  if (grip === "start") return { ...before, from: Math.min(later(before.from, by), later(before.until, oneBack)) };
  if (grip === "end") return { ...before, until: Math.max(later(before.until, by), later(before.from, one)) };
  return { ...movedDraft(before, by, timeZone), resourceId };
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
export function draftFromClick(draft: SlotDraft, range: GridRange, timeZone = range.timeZone): SlotDraft {
  const from = startInColumn(draft.from, range, timeZone);
  const step = stepsOf(range, 1);
  if (draft.until > moved(from, step, timeZone)) return { ...draft, from };
  const least = range.view === "month" ? step : { days: 0, ms: Math.max(defaultBookingMs, step.ms) };
  return { ...draft, from, until: moved(from, least, timeZone) };
}

/** Applies an arrow key. Shift moves the booking, Alt changes its end. An `inline` of 1 means later. */
export function draftAfterKey(
  draft: SlotDraft,
  key: { inline: -1 | 0 | 1; block: -1 | 0 | 1; resizes: boolean },
  range: GridRange,
  resources: readonly number[],
  timeZone = range.timeZone,
): SlotDraft {
  const by = stepsOf(range, key.inline);
  if (key.resizes) {
    const least = moved(draft.from, stepsOf(range, 1), timeZone);
    return { ...draft, until: Math.max(moved(draft.until, by, timeZone), least) };
  }
  const place = resources.indexOf(draft.resourceId) + key.block;
  return { ...movedDraft(draft, by, timeZone), resourceId: resources[place] ?? draft.resourceId };
}
