import type { BoardTask } from "../tasks/tasks.contract";
import { type DayNumber, workingDays } from "./timeline.days.rules";
import { type Span, spanOf } from "./timeline.span.rules";

export type Planned = Pick<BoardTask, "id" | "start_date" | "due_date" | "progress" | "blocker_ids">;

/**
 * Whether the plan breaks a dependency: what waits starts before what it waits for ends. On the same day is fine: one
 * hands over to the other. What is done holds up nobody.
 */
export function breaks(blocker: Planned, waiting: Planned): boolean {
  if (blocker.progress === 100 || waiting.progress === 100) return false;
  const [first, then] = [spanOf(blocker), spanOf(waiting)];
  return first !== null && then !== null && then.from < first.to;
}

/** Who waits for whom: the tasks that name each task as a blocker. */
export function waitingFor<T extends Planned>(tasks: Iterable<T>): Map<number, T[]> {
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

/** Everything a task waits for and everything that waits for it, over however many steps; itself included. */
export function chainOf<T extends Planned>(task: T, find: (id: number) => T | undefined, waiting: Map<number, T[]>) {
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

/**
 * How many working days the end can still move before it holds up what waits for it; null when nothing does. Zero or
 * less has no room left.
 */
export function slackOf(span: Span, waiting: readonly Planned[], weekend: readonly number[]): number | null {
  const starts = waiting.filter((task) => task.progress < 100).flatMap((task) => spanOf(task)?.from ?? []);
  if (starts.length === 0) return null;
  return workingDays(span.to + 1, Math.min(...starts), weekend);
}

/**
 * The minutes of work that fall into a stretch of days: an estimate is spread evenly over the working days of its task
 * and over the people who share it. A task that lies on a week-end only is spread over its days.
 */
export function plannedMinutes(
  tasks: readonly Pick<BoardTask, "start_date" | "due_date" | "estimate_minutes" | "user_ids" | "progress">[],
  first: DayNumber,
  last: DayNumber,
  weekend: readonly number[],
): number {
  let minutes = 0;
  for (const task of tasks) {
    const span = spanOf(task);
    if (!span || task.estimate_minutes === null) continue;
    const from = Math.max(span.from, first);
    const to = Math.min(span.to, last);
    if (to < from) continue;
    const whole = workingDays(span.from, span.to, weekend);
    const share = whole > 0 ? workingDays(from, to, weekend) / whole : (to - from + 1) / (span.to - span.from + 1);
    minutes += (task.estimate_minutes * share) / Math.max(1, task.user_ids.length);
  }
  return minutes;
}

/** What a person can do on the working days of a stretch. */
export const minutesPerDay = 480;
