import type { BoardTask } from "../tasks/tasks.contract";
import { type DayNumber, weekdayOf, workingDays } from "../../kernel/day-number";
import {
  keepWorkingDays,
  type DateChange,
  dateChangesFor,
  type TimelineSpan,
  timelineSpanOf,
} from "./timeline.span.rules";

type Dependent = Pick<BoardTask, "id" | "start_date" | "due_date" | "blocker_ids" | "progress">;

function plusWorkingDays(day: DayNumber, days: number, weekend: readonly number[]): DayNumber {
  const step = days < 0 ? -1 : 1;
  let at = day;
  for (let left = Math.abs(days); left > 0; ) {
    at += step;
    if (!weekend.includes(weekdayOf(at))) left--;
  }
  return at;
}

const shiftOf = (before: DayNumber, after: DayNumber, weekend: readonly number[]): number =>
  after >= before ? workingDays(before + 1, after, weekend) : -workingDays(after + 1, before, weekend);

/**
 * Open tasks that depend on a moved task, directly or transitively, with new dates that keep gaps and lengths in working days. Empty
 * without dependents, or if the end of the moved task is unchanged.
 */
export function followersOf<Task extends Dependent>(
  tasks: readonly Task[],
  movedId: number,
  { before, after }: { before: TimelineSpan; after: TimelineSpan },
  weekend: readonly number[],
): { task: Task; change: DateChange }[] {
  const shift = weekend.length >= 7 ? after.to - before.to : shiftOf(before.to, after.to, weekend);
  if (shift === 0) return [];
  const free = weekend.length >= 7 ? [] : weekend;
  const waiting = new Set([movedId]);
  // Repeats until no task is added, because a task may depend on one that comes later in the list.
  for (let size = 0; size !== waiting.size; ) {
    size = waiting.size;
    for (const { id, blocker_ids } of tasks) if (blocker_ids.some((blocker) => waiting.has(blocker))) waiting.add(id);
  }
  waiting.delete(movedId);
  return tasks.flatMap((task) => {
    const span = waiting.has(task.id) && task.progress < 100 ? timelineSpanOf(task) : null;
    if (!span) return [];
    const from = plusWorkingDays(span.from, shift, free);
    const carried = keepWorkingDays({ ...span, from, to: from + span.to - span.from }, span, free);
    const change = dateChangesFor(task, carried);
    return Object.keys(change).length > 0 ? [{ task, change }] : [];
  });
}
