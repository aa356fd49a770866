import type { Board } from "../../shared/tasks/tasks.board";
import type { Status } from "../ui/StatusGlyph";

/**
 * The glyph of a column. There are three kinds and five shapes: of several to-do columns the last is "to do" and those
 * before it are backlog; of several columns in progress all but the first are review.
 */
export function statusOfColumn(board: Pick<Board, "columns" | "columnIds">, columnId: number): Status {
  const kind = board.columns[columnId]?.kind ?? "todo";
  if (kind === "done") return "done";
  const alike = board.columnIds.filter((id) => board.columns[id]?.kind === kind);
  if (kind === "todo") return alike.at(-1) === columnId ? "todo" : "backlog";
  return alike[0] === columnId ? "doing" : "review";
}
