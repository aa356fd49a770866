import { type Board, placeTask, taskById, taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { progressAfterMove } from "../../../../shared/work/tasks/tasks.progress.rules";
import { rankBetween } from "../../../../shared/work/tasks/tasks.rank.rules";

/** A position between two cards; null is the end of the column on that side. */
export interface CardPosition {
  columnId: number;
  beforeId: number | null;
  afterId: number | null;
}

/** Puts a card between its neighbors with a rank computed like the server's, which later replaces it. */
export function moveToPosition(board: Board, task: BoardTask, place: CardPosition): Board {
  const column = board.columns[place.columnId];
  if (!column) return board;
  const ids = taskIdsInColumn(board, place.columnId).filter((id) => id !== task.id);
  const at = indexOf(ids, place);
  const from = board.columns[task.task_status_id]?.kind ?? column.kind;
  return placeTask(board, {
    ...task,
    task_status_id: place.columnId,
    rank: rankAt(board, ids, at),
    progress: progressAfterMove(task, from, column.kind),
  });
}

/** Index of a position among cards that may have changed: after the card above, else before the one below, else at an end. */
export function indexOf(ids: readonly number[], place: CardPosition): number {
  if (place.beforeId !== null) {
    const above = ids.indexOf(place.beforeId);
    if (above >= 0) return above + 1;
  }
  if (place.afterId !== null) {
    const below = ids.indexOf(place.afterId);
    if (below >= 0) return below;
  }
  return place.beforeId === null && place.afterId !== null ? 0 : ids.length;
}

/** Position at an index; `ids` must not include the moved card. */
export function positionOf(columnId: number, ids: readonly number[], at: number): CardPosition {
  return { columnId, beforeId: ids[at - 1] ?? null, afterId: ids[at] ?? null };
}

function rankAt(board: Board, ids: readonly number[], at: number): string {
  const above = taskById(board, ids[at - 1] ?? 0)?.rank ?? null;
  const below = taskById(board, ids[at] ?? 0)?.rank ?? null;
  return above !== null && below !== null && above >= below ? above : rankBetween(above, below);
}
