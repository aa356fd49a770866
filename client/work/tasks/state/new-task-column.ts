import type { Board } from "../../../../shared/work/tasks/tasks.board";

interface OrderedColumns extends Pick<Board, "columnIds"> {
  readonly columns: Readonly<Record<number, Pick<Board["columns"][number], "kind">>>;
}

/** Default column of a new task in every view: the last todo column, otherwise the first column. */
export function newTaskColumn({ columnIds, columns }: OrderedColumns): number | undefined {
  return columnIds.findLast((id) => columns[id]?.kind === "todo") ?? columnIds[0];
}
