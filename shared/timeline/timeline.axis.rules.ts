import { type DayNumber, dayNumber, dayText, weekStart } from "./timeline.days.rules";

export const zooms = ["day", "week", "month", "quarter"] as const;
export type Zoom = (typeof zooms)[number];

/** Pixels of a day. */
export const dayWidths: Record<Zoom, number> = { day: 44, week: 20, month: 8, quarter: 3 };

/** How far "earlier" and "later" go, in days. */
export const strides: Record<Zoom, number> = { day: 7, week: 28, month: 91, quarter: 365 };

export interface Range {
  first: DayNumber;
  last: DayNumber;
}

/** Nobody plans further; a year 2206 that was typed by mistake must not make a page of a million pixels. */
const furthest = 1_100;
const around = 35;

/** What the axis shows: all the days that are given and today, with room around them, in whole weeks. */
export function rangeOf(days: Iterable<DayNumber>, today: DayNumber, firstDay: number): Range {
  let [first, last] = [today - around, today + 3 * around];
  for (const day of days) {
    if (day - around < first) first = day - around;
    if (day + around > last) last = day + around;
  }
  first = Math.max(first, today - furthest);
  last = Math.min(last, today + furthest);
  return { first: weekStart(first, firstDay), last: weekStart(last, firstDay) + 6 };
}

/** A stretch of the axis' head. */
export interface Cell {
  from: DayNumber;
  days: number;
}

export interface Head {
  above: Cell[];
  below: Cell[];
}

/** The cells of the head that a window of days touches: weeks over days, months over weeks, quarters over months. */
export function headOf(zoom: Zoom, window: Range, firstDay: number): Head {
  const week = (day: DayNumber) => weekStart(day, firstDay);
  if (zoom === "day" || zoom === "week") {
    return { above: cells(window, week, (day) => day + 7), below: cells(window, same, (day) => day + 1) };
  }
  if (zoom === "month") {
    return {
      above: cells(
        window,
        (day) => month(day, 1),
        (day) => month(day, 1, 1),
      ),
      below: cells(window, week, (day) => day + 7),
    };
  }
  return {
    above: cells(
      window,
      (day) => month(day, 3),
      (day) => month(day, 3, 1),
    ),
    below: cells(
      window,
      (day) => month(day, 1),
      (day) => month(day, 1, 1),
    ),
  };
}

const same = (day: DayNumber) => day;

function cells(window: Range, start: (day: DayNumber) => DayNumber, next: (from: DayNumber) => DayNumber): Cell[] {
  const list: Cell[] = [];
  for (let from = start(window.first); from <= window.last; from = next(from)) {
    list.push({ from, days: next(from) - from });
  }
  return list;
}

/** The first day of the stretch of `length` months (1 or 3) that a day is in, or of one `later`. */
function month(day: DayNumber, length: number, later = 0): DayNumber {
  const [year, name] = dayText(day).split("-").map(Number) as [number, number];
  const at = Math.floor((name - 1) / length) * length + later * length;
  const first = new Date(Date.UTC(year, at, 1)).toISOString().slice(0, 10);
  return dayNumber(first);
}
