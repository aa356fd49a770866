import type { Board } from "../../../../shared/tasks/tasks.board";
import type { ColumnKind } from "../../../../shared/tasks/tasks.schema";
import type { Status } from "../../../ui/signs/StatusGlyph";

/**
 * The glyph of a column. There are three kinds and five shapes: of several to-do columns the last is "to do" and those
 * before it are backlog; of several columns in progress all but the first are review.
 */
export function statusOfColumn(board: Pick<Board, "columns" | "columnIds">, columnId: number): Status {
  const kind = board.columns[columnId]?.kind ?? "todo";
  const alike = board.columnIds.filter((id) => board.columns[id]?.kind === kind);
  return statusAmong({ kind, first: alike[0] === columnId, last: alike.at(-1) === columnId });
}

/** The same for who knows the place of a column among those of its kind only. */
export function statusAmong({ kind, first, last }: { kind: ColumnKind; first: boolean; last: boolean }): Status {
  if (kind === "done") return "done";
  if (kind === "todo") return last ? "todo" : "backlog";
  return first ? "doing" : "review";
}
