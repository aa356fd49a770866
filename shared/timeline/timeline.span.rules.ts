import type { BoardTask } from "../tasks/tasks.contract";
import { type DayNumber, dayNumber, dayText, weekdayOf, workingDays } from "./timeline.days.rules";

/** Where a task stands on the axis, both ends included. */
export interface Span {
  from: DayNumber;
  to: DayNumber;
  /** Only a due date: one day that counts, drawn as a diamond. */
  milestone: boolean;
}

export type Dates = Pick<BoardTask, "start_date" | "due_date">;

/**
 * A bar from start to due date. Only a start: a bar of that one day, since nobody has said how long it takes. Only a
 * due date: a milestone. Neither: no place on the axis.
 */
export function spanOf({ start_date, due_date }: Dates): Span | null {
  if (start_date === null && due_date === null) return null;
  const from = dayNumber((start_date ?? due_date) as string);
  const to = dayNumber((due_date ?? start_date) as string);
  // Two people who each change one date can't cross them, the server sees to that; a screen draws whatever comes.
  return { from: Math.min(from, to), to: Math.max(from, to), milestone: start_date === null };
}

/** By what a bar is held: as a whole, or at one of its ends. */
export type Grip = "move" | "start" | "end";

/** The span after it was dragged by so many days. An end stops at the other one: a bar is never shorter than a day. */
export function dragged(span: Span, grip: Grip, days: number): Span {
  const { from, to } = span;
  if (grip === "move") return { ...span, from: from + days, to: to + days };
  const next = grip === "start" ? { from: Math.min(from + days, to), to } : { from, to: Math.max(to + days, from) };
  return { ...next, milestone: span.milestone && next.from === next.to };
}

/**
 * A span that was carried elsewhere, as long in working days as before: its end goes on over what isn't work, and comes
 * back with it. A single day stays one, and so does what lies in a week-end altogether.
 */
export function asLongInWork(carried: Span, before: Span, weekend: readonly number[]): Span {
  let left = workingDays(before.from, before.to, weekend);
  if (carried.from === before.from || before.from === before.to || left === 0) return carried;
  for (let day = carried.from; ; day++) {
    if (!weekend.includes(weekdayOf(day))) left--;
    if (left === 0) return { ...carried, to: day };
  }
}

export interface DateChange {
  start_date?: string;
  due_date?: string;
}

/**
 * Which dates make a task stand there; only those that differ. A date that wasn't set stays unset as long as the span
 * is a single day: moving a milestone doesn't give it a start.
 */
export function datesFor(task: Dates, span: Span): DateChange {
  const long = span.from !== span.to;
  const undated = task.start_date === null && task.due_date === null;
  const change: DateChange = {};
  const [start, due] = [dayText(span.from), dayText(span.to)];
  if ((task.start_date !== null || long || undated) && start !== task.start_date) change.start_date = start;
  if ((task.due_date !== null || long || undated) && due !== task.due_date) change.due_date = due;
  return change;
}

/** The dates of a project; null has no end on that side. */
export interface Bounds {
  start_date: string | null;
  end_date: string | null;
}

/** Whether the dates that change would lie outside of the project's: the server's rule, asked before it is. */
export function isOutside(change: DateChange, { start_date, end_date }: Bounds): boolean {
  return [change.start_date, change.due_date].some(
    (day) => day !== undefined && ((start_date !== null && day < start_date) || (end_date !== null && day > end_date)),
  );
}
