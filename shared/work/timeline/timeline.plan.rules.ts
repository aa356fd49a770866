import type { BoardTask } from "../tasks/tasks.contract";
import { type DayNumber, workingDays } from "../../kernel/day-number";
import { type TimelineSpan, timelineSpanOf } from "./timeline.span.rules";

export type PlannableTask = Pick<BoardTask, "id" | "start_date" | "due_date" | "progress" | "blocker_ids">;

/** Whether a task starts before the end of its blocker. Starting on the same day is allowed, and finished tasks never conflict. */
export function violatesDependency(blocker: PlannableTask, waiting: PlannableTask): boolean {
  if (blocker.progress === 100 || waiting.progress === 100) return false;
  const [first, then] = [timelineSpanOf(blocker), timelineSpanOf(waiting)];
  return first !== null && then !== null && then.from < first.to;
}

export function dependentsByBlocker<T extends PlannableTask>(tasks: Iterable<T>): Map<number, T[]> {
  const waiting = new Map<number, T[]>();
  for (const task of tasks) {
    for (const id of task.blocker_ids) {
      const list = waiting.get(id);
      if (list) list.push(task);
      else waiting.set(id, [task]);
    }
  }
  return waiting;
}

export function dependencyChainOf<T extends PlannableTask>(
  task: T,
  find: (id: number) => T | undefined,
  waiting: Map<number, T[]>,
) {
  const chain = new Set<number>([task.id]);
  const follow = (from: T, next: (of: T) => readonly (T | undefined)[]) => {
    for (const other of next(from)) {
      if (!other || chain.has(other.id)) continue;
      chain.add(other.id);
      follow(other, next);
    }
  };
  follow(task, (of) => of.blocker_ids.map(find));
  follow(task, (of) => waiting.get(of.id) ?? []);
  return chain;
}

/** Number of working days by which the end can move without delaying a dependent task; null without dependent tasks. 0 means no slack. */
export function workingDaysOfSlack(
  span: TimelineSpan,
  waiting: readonly PlannableTask[],
  weekend: readonly number[],
): number | null {
  const starts = waiting.filter((task) => task.progress < 100).flatMap((task) => timelineSpanOf(task)?.from ?? []);
  if (starts.length === 0) return null;
  return workingDays(span.to + 1, Math.min(...starts), weekend);
}

/**
 * Estimated minutes within a range of days. An estimate is distributed evenly over the task's working days and assignees, or over all of
 * its days if it is entirely on a weekend. `daysWorked` counts the working days of a user with their own schedule.
 */
export function plannedMinutes(
  tasks: readonly Pick<BoardTask, "start_date" | "due_date" | "estimate_minutes" | "user_ids" | "progress">[],
  first: DayNumber,
  last: DayNumber,
  weekend: readonly number[],
  daysWorked: (from: DayNumber, to: DayNumber) => number = (from, to) => workingDays(from, to, weekend),
): number {
  let minutes = 0;
  for (const task of tasks) {
    const span = timelineSpanOf(task);
    if (!span || task.estimate_minutes === null) continue;
    const from = Math.max(span.from, first);
    const to = Math.min(span.to, last);
    if (to < from) continue;
    const whole = daysWorked(span.from, span.to);
    const share = whole > 0 ? daysWorked(from, to) / whole : (to - from + 1) / (span.to - span.from + 1);
    minutes += (task.estimate_minutes * share) / Math.max(1, task.user_ids.length);
  }
  return minutes;
}

export const minutesPerDay = 480;
