import type { ColumnKind } from "./tasks.schema";

/** 0% is to-do, 1-99% in progress, 100% done. */
export function kindOfProgress(progress: number): ColumnKind {
  return progress <= 0 ? "todo" : progress >= 100 ? "done" : "doing";
}

/** Whole per cent of subtasks that are done; not a hundred before the last one is, and not zero once one is. */
export function progressOfSubtasks(done: number, total: number): number {
  if (total <= 0 || done <= 0) return 0;
  if (done >= total) return 100;
  return Math.min(99, Math.max(1, Math.round((done / total) * 100)));
}

/**
 * The progress of a task that enters a column: reaching a done column sets a hundred, and leaving one for a column that
 * isn't done takes that back to what the subtasks say (or zero). Between other columns nothing changes.
 */
export function progressAfterMove(
  task: { progress: number; subtask_count: number; subtask_done_count: number },
  from: ColumnKind,
  to: ColumnKind,
): number {
  if (to === "done") return 100;
  if (from !== "done") return task.progress;
  const ofSubtasks = progressOfSubtasks(task.subtask_done_count, task.subtask_count);
  return ofSubtasks === 100 ? 99 : ofSubtasks;
}

/**
 * The progress of a task whose subtasks have changed: what they say, unless somebody has set it by hand. In a done column
 * it is done, whatever is left open.
 */
export function progressAfterSubtasks(
  task: { progress: number; progressByHand: boolean; columnKind: ColumnKind },
  done: number,
  total: number,
): number {
  return task.progressByHand || task.columnKind === "done" ? task.progress : progressOfSubtasks(done, total);
}
