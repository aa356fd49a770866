import type { ColumnKind } from "./tasks.schema";

export function kindOfProgress(progress: number): ColumnKind {
  return progress <= 0 ? "todo" : progress >= 100 ? "done" : "doing";
}

/** Percentage of finished subtasks as an integer: 100 only if all are finished, above 0 if at least one is. */
export function progressOfSubtasks(done: number, total: number): number {
  if (total <= 0 || done <= 0) return 0;
  if (done >= total) return 100;
  return Math.min(99, Math.max(1, Math.round((done / total) * 100)));
}

interface ProgressInColumn {
  progress: number;
  columnKind: ColumnKind;
}

/** Whether a task is finished: completed in any column, or in a done column. `server/work/access/open-task.ts` has the rule in SQL. */
const isFinished = ({ progress, columnKind }: ProgressInColumn): boolean => progress >= 100 || columnKind === "done";

/** Whether a change finishes an open task. */
export const finishesTask = (before: ProgressInColumn, after: ProgressInColumn): boolean =>
  !isFinished(before) && isFinished(after);

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
 * Progress in percent after a subtask changed. It follows the subtasks, unless the task is in a done column or its progress was set
 * manually.
 */
export function progressAfterSubtasks(
  task: { progress: number; progressByHand: boolean; columnKind: ColumnKind },
  done: number,
  total: number,
): number {
  return task.progressByHand || task.columnKind === "done" ? task.progress : progressOfSubtasks(done, total);
}
