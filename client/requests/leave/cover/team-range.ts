import {
  type Day,
  dayPartOf,
  halfDayRangeOf,
  type LeaveSpan,
} from "../../../../shared/requests/leave/calendar/days.rules";
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

/** Grid columns `[start, end)` of a leave. */
export interface GridLines {
  start: number;
  end: number;
}

/** Grid lines of a leave, counted in half days from 1 and cut at the range's edges; null for leave outside of the range. */
export function gridLinesOf(span: LeaveSpan, { from, to }: Pick<TeamRange, "from" | "to">): GridLines | null {
  if (span.end_date < from || span.start_date > to) return null;
  const first = dayNumber(from) * 2;
  const most = (dayNumber(to) + 1) * 2 - first;
  const halves = halfDayRangeOf(span);
  return { start: Math.max(0, halves.from - first) + 1, end: Math.min(most, halves.to - first) + 1 };
}

/** Grid rows of leave, counted from 1. Hours in the same half of a day overlap, so each takes the first row that is free there. */
export function gridRowsOf(leaves: readonly GridLines[]): number[] {
  const rows: GridLines[][] = [];
  return leaves.map((leave) => {
    const isFree = (row: readonly GridLines[]) =>
      row.every(({ start, end }) => end <= leave.start || start >= leave.end);
    const at = rows.findIndex(isFree);
    if (at < 0) return rows.push([leave]);
    rows[at]?.push(leave);
    return at + 1;
  });
}

/** Dates of the leave that is entered. */
export interface RequestedValues {
  start_date: string | null;
  end_date: string | null;
  start_half: "afternoon" | null;
  end_half: "morning" | null;
  start_time: string | null;
  end_time: string | null;
  hours: string;
}

/** The requested leave; null until the dates and times are complete. */
export function requestedSpanOf(values: RequestedValues): LeaveSpan | null {
  const { start_date, end_date, start_half, end_half, start_time, end_time, hours } = values;
  if (!start_date || !end_date || start_date > end_date) return null;
  if (!start_time) return { start_date, end_date, start_half, end_half };
  // The time zone matters only in nights in which the clock changes, not for the halves of the day.
  const part = dayPartOf(start_date, { start_time, end_time, hours: Number(hours) }, "UTC");
  return part && { start_date, end_date, part };
}
