import { type Board, placeTask, taskOf, tasksIn } from "../../../../shared/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import { progressAfterMove } from "../../../../shared/tasks/tasks.progress.rules";
import { rankBetween } from "../../../../shared/tasks/tasks.rank.rules";

/** Between these cards; null is the end of the column on that side. */
export interface Place {
  columnId: number;
  /** The card above. */
  beforeId: number | null;
  /** The card below. */
  afterId: number | null;
}

/** Puts a card between its neighbours, by a rank that the server would give as well; it is replaced by the true one. */
export function placeAt(board: Board, task: BoardTask, place: Place): Board {
  const column = board.columns[place.columnId];
  if (!column) return board;
  const ids = tasksIn(board, place.columnId).filter((id) => id !== task.id);
  const at = indexOf(ids, place);
  const from = board.columns[task.task_status_id]?.kind ?? column.kind;
  return placeTask(board, {
    ...task,
    task_status_id: place.columnId,
    rank: rankAt(board, ids, at),
    progress: progressAfterMove(task, from, column.kind),
  });
}

/** Where a place is among cards that may have changed since: by the card above, else by the one below, else an end. */
export function indexOf(ids: readonly number[], place: Place): number {
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

/** The place at an index of a column, without the card that is to go there. */
export function placeOf(columnId: number, ids: readonly number[], at: number): Place {
  return { columnId, beforeId: ids[at - 1] ?? null, afterId: ids[at] ?? null };
}

function rankAt(board: Board, ids: readonly number[], at: number): string {
  const above = taskOf(board, ids[at - 1] ?? 0)?.rank ?? null;
  const below = taskOf(board, ids[at] ?? 0)?.rank ?? null;
  return above !== null && below !== null && above >= below ? above : rankBetween(above, below);
}
