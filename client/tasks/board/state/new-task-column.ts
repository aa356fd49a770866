import type { Board } from "../../../../shared/tasks/tasks.board";

/** Where a new task goes when nothing else is said, in every view alike: the end of the last to-do column, or of the first. */
export function newTaskColumn({ columnIds, columns }: Pick<Board, "columnIds" | "columns">): number | undefined {
  return columnIds.findLast((id) => columns[id]?.kind === "todo") ?? columnIds[0];
}
