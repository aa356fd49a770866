import type { BoardTask } from "../tasks/tasks.contract";
import { type DayNumber, dayNumber, dayOfNumber, weekdayOf, workingDays } from "../../kernel/day-number";

export interface TimelineSpan {
  from: DayNumber;
  to: DayNumber;
  /** Whether only a due date is set; the task is then drawn as a mark on that day. */
  dueOnly: boolean;
}

export type TaskDates = Pick<BoardTask, "start_date" | "due_date">;

/**
 * Returns the span from the start date to the due date. With only one date, the span is that day, because the duration is unknown. Null
 * without dates.
 */
export function timelineSpanOf({ start_date, due_date }: TaskDates): TimelineSpan | null {
  if (start_date === null && due_date === null) return null;
  const from = dayNumber((start_date ?? due_date) as string);
  const to = dayNumber((due_date ?? start_date) as string);
  // The server rejects reversed dates, but they can occur here after concurrent changes.
  return { from: Math.min(from, to), to: Math.max(from, to), dueOnly: start_date === null };
}

export type DragGrip = "move" | "start" | "end";

/** The span after dragging by `days`. A dragged end stops at the opposite end, so that a bar has at least one day. */
export function dragSpan(span: TimelineSpan, grip: DragGrip, days: number): TimelineSpan {
  const { from, to } = span;
  if (grip === "move") return { ...span, from: from + days, to: to + days };
  const next = grip === "start" ? { from: Math.min(from + days, to), to } : { from, to: Math.max(to + days, from) };
  return { ...next, dueOnly: span.dueOnly && next.from === next.to };
}

/**
 * Extends the end of a moved span over non-working days until it has its previous number of working days. Single days and spans entirely on
 * a weekend keep their length.
 */
export function keepWorkingDays(carried: TimelineSpan, before: TimelineSpan, weekend: readonly number[]): TimelineSpan {
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
 * Returns the changes that give the task this span, with only the dates that differ. A missing date stays missing while the span is a
 * single day: moving a task that has only a due date does not set a start date. An undated task gets both dates, unless the span is only a
 * due date.
 */
export function dateChangesFor(task: TaskDates, span: TimelineSpan): DateChange {
  const long = span.from !== span.to;
  const undated = task.start_date === null && task.due_date === null;
  const change: DateChange = {};
  const [start, due] = [dayOfNumber(span.from), dayOfNumber(span.to)];
  if ((task.start_date !== null || long || (undated && !span.dueOnly)) && start !== task.start_date)
    change.start_date = start;
  if ((task.due_date !== null || long || undated) && due !== task.due_date) change.due_date = due;
  return change;
}

export interface TimelineBounds {
  start_date: string | null;
  end_date: string | null;
}

/** Whether changed dates are outside the project's dates. The client checks this rule before the server does. */
export function isOutsideBounds(change: DateChange, { start_date, end_date }: TimelineBounds): boolean {
  return [change.start_date, change.due_date].some(
    (day) => day !== undefined && ((start_date !== null && day < start_date) || (end_date !== null && day > end_date)),
  );
}
