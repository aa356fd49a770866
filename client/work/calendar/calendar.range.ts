import { type DayNumber, dayNumber, dayOfNumber, weekStart } from "../../../shared/kernel/day-number";

export const calendarLayouts = ["month", "week", "agenda"] as const;
export type CalendarLayout = (typeof calendarLayouts)[number];

/** Shown range of the calendar. The URL parameter's name is the layout, and its value is the month or the first day of the week. */
export interface CalendarView {
  layout: CalendarLayout;
  /** A day of the shown month or week. */
  day: string;
}

/** Whole weeks from `first`. For a month, they include days of the adjacent months. */
export interface CalendarRange {
  first: DayNumber;
  weeks: number;
  /** Bounds of the month, or of the week itself. */
  from: DayNumber;
  to: DayNumber;
}

const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

const isDay = (text: string) =>
  dayPattern.test(text) && !Number.isNaN(dayNumber(text)) && dayOfNumber(dayNumber(text)) === text;

/** Reads `month=2026-11`, `week=2026-11-16` or `agenda=2026-11`; without one of them, today in the default layout. */
export function readCalendarView(search: URLSearchParams, today: string, fallback: CalendarLayout): CalendarView {
  for (const layout of calendarLayouts) {
    const value = search.get(layout);
    if (value === null) continue;
    if (monthPattern.test(value)) return { layout, day: `${value}-01` };
    return { layout, day: isDay(value) ? value : today };
  }
  return { layout: fallback, day: today };
}

export function writeCalendarView(search: URLSearchParams, { layout, day }: CalendarView): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const one of calendarLayouts) next.delete(one);
  next.set(layout, layout === "week" ? day : day.slice(0, 7));
  return next;
}

export function calendarRangeOf({ layout, day }: CalendarView, firstWeekday: number): CalendarRange {
  if (layout === "week") {
    const first = weekStart(dayNumber(day), firstWeekday);
    return { first, weeks: 1, from: first, to: first + 6 };
  }
  const from = dayNumber(`${day.slice(0, 7)}-01`);
  const to = dayNumber(monthAfter(day, 1)) - 1;
  const first = weekStart(from, firstWeekday);
  return { first, weeks: Math.ceil((to - first + 1) / 7), from, to };
}

/** The view one period earlier or later. */
export function stepView({ layout, day }: CalendarView, by: 1 | -1): CalendarView {
  return { layout, day: layout === "week" ? dayOfNumber(dayNumber(day) + by * 7) : monthAfter(day, by) };
}

/** First day of the month that is `by` months after the day's. */
function monthAfter(day: string, by: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + by;
  return `${String(Math.floor(months / 12)).padStart(4, "0")}-${String((months % 12) + 1).padStart(2, "0")}-01`;
}

/** The view in another layout. A month that contains today turns into today's week instead of the week of its first day. */
export function withLayout({ day }: CalendarView, layout: CalendarLayout, today: string): CalendarView {
  return { layout, day: layout === "week" && day.slice(0, 7) === today.slice(0, 7) ? today : day };
}
