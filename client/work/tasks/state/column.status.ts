import type { Board } from "../../../../shared/work/tasks/tasks.board";
import type { ColumnKind } from "../../../../shared/work/tasks/tasks.schema";
import type { GlyphStatus } from "../../../ui/signs/StatusGlyph";

/**
 * Icon of a column. The last todo column is "todo" and earlier ones are "backlog"; the first column in progress is "doing" and later ones
 * are "review".
 */
export function statusOfColumn(board: Pick<Board, "columns" | "columnIds">, columnId: number): GlyphStatus {
  const kind = board.columns[columnId]?.kind ?? "todo";
  const alike = board.columnIds.filter((id) => board.columns[id]?.kind === kind);
  return statusByPosition({ kind, first: alike[0] === columnId, last: alike.at(-1) === columnId });
}

/** Like `statusOfColumn`, for callers that know only the column's position among those of its kind. */
export function statusByPosition({
  kind,
  first,
  last,
}: {
  kind: ColumnKind;
  first: boolean;
  last: boolean;
}): GlyphStatus {
  if (kind === "done") return "done";
  if (kind === "todo") return last ? "todo" : "backlog";
  return first ? "doing" : "review";
}
