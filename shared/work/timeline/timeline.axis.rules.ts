import { type DayNumber, dayNumber, dayOfNumber, weekStart } from "../../kernel/day-number";

export const timelineZooms = ["day", "week", "month", "quarter"] as const;
export type Zoom = (typeof timelineZooms)[number];

/** Pixels per day. */
export const dayWidths: Record<Zoom, number> = { day: 44, week: 20, month: 8, quarter: 3 };

export const zoomStepDays: Record<Zoom, number> = { day: 7, week: 28, month: 91, quarter: 365 };

export interface DayWindow {
  first: DayNumber;
  last: DayNumber;
}

/** Limit in days from today, so that a mistyped year like 2206 does not create a page of a million pixels. */
const furthest = 1_100;
const margin = 35;

/** The displayed range: all `days` and today with a margin, extended to whole weeks. */
export function dayWindowOf(days: Iterable<DayNumber>, today: DayNumber, firstDay: number): DayWindow {
  let [first, last] = [today - margin, today + 3 * margin];
  for (const day of days) {
    if (day - margin < first) first = day - margin;
    if (day + margin > last) last = day + margin;
  }
  first = Math.max(first, today - furthest);
  last = Math.min(last, today + furthest);
  return { first: weekStart(first, firstDay), last: weekStart(last, firstDay) + 6 };
}

export interface AxisCell {
  from: DayNumber;
  days: number;
}

export interface AxisHeader {
  above: AxisCell[];
  below: AxisCell[];
}

/** The two header rows of a range: weeks above days, months above weeks, or quarters above months. */
export function axisHeaderOf(zoom: Zoom, window: DayWindow, firstDay: number): AxisHeader {
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

function cells(
  window: DayWindow,
  start: (day: DayNumber) => DayNumber,
  next: (from: DayNumber) => DayNumber,
): AxisCell[] {
  const list: AxisCell[] = [];
  for (let from = start(window.first); from <= window.last; from = next(from)) {
    list.push({ from, days: next(from) - from });
  }
  return list;
}

/** First day of the period of `length` months (1 or 3) that contains the day, or of the period `later` periods after it. */
function month(day: DayNumber, length: number, later = 0): DayNumber {
  const [year, name] = dayOfNumber(day).split("-").map(Number) as [number, number];
  const at = Math.floor((name - 1) / length) * length + later * length;
  const first = new Date(Date.UTC(year, at, 1)).toISOString().slice(0, 10);
  return dayNumber(first);
}
