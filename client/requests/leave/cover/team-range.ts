import type { Day } from "../../../../shared/requests/leave/calendar/days.rules";
import { dayNumber, dayOfNumber } from "../../../../shared/kernel/day-number";

export const teamViews = ["month", "quarter"] as const;
export type TeamView = (typeof teamViews)[number];

export interface TeamRange {
  from: Day;
  to: Day;
  days: Day[];
}

const two = (value: number) => String(value).padStart(2, "0");
const monthOf = (day: Day) => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) });
const dayIn = (year: number, month: number): Day => {
  const at = new Date(Date.UTC(year, month - 1, 1));
  return `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-01`;
};

export function rangeAround(day: Day, view: TeamView): TeamRange {
  const { year, month } = monthOf(day);
  const first = view === "month" ? month : month - ((month - 1) % 3);
  const from = dayIn(year, first);
  const to = dayOfNumber(dayNumber(dayIn(year, first + (view === "month" ? 1 : 3))) - 1);
  return rangeBetween(from, to);
}

function rangeBetween(from: Day, to: Day): TeamRange {
  const first = dayNumber(from);
  const days = Array.from({ length: dayNumber(to) - first + 1 }, (_, at) => dayOfNumber(first + at));
  return { from, to, days };
}

const minDaysOfLeave = 10;
const maxDaysInMonthView = 42;

/** All days of a leave, at least ten. Leave of more than six weeks has the narrow days of a quarter. */
export function rangeOfLeave(start: Day, end: Day): { range: TeamRange; view: TeamView } {
  const last = Math.max(dayNumber(end), dayNumber(start) + minDaysOfLeave - 1);
  const range = rangeBetween(start, dayOfNumber(last));
  return { range, view: range.days.length > maxDaysInMonthView ? "quarter" : "month" };
}

export function stepRange(day: Day, view: TeamView, by: 1 | -1): Day {
  const { from } = rangeAround(day, view);
  const { year, month } = monthOf(from);
  return dayIn(year, month + by * (view === "month" ? 1 : 3));
}

interface Span {
  start_date: Day;
  end_date: Day;
  start_half?: string | null;
  end_half?: string | null;
}

/** Grid lines of a leave, counted in half days from 1 and cut at the range's edges; null for leave outside of the range. */
export function gridLinesOf(
  span: Span,
  { from, to }: Pick<TeamRange, "from" | "to">,
): { start: number; end: number } | null {
  if (span.end_date < from || span.start_date > to) return null;
  const first = dayNumber(from) * 2;
  const most = (dayNumber(to) + 1) * 2 - first;
  const start = dayNumber(span.start_date) * 2 + (span.start_half ? 1 : 0) - first;
  const end = (dayNumber(span.end_date) + 1) * 2 - (span.end_half ? 1 : 0) - first;
  return { start: Math.max(0, start) + 1, end: Math.min(most, end) + 1 };
}
