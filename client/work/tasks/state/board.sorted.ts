import { type Board, taskById, taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { type BoardSort, createTaskComparator } from "../../../../shared/work/tasks/tasks.sort.rules";
import { applyCardFields } from "../pending/task-edit";
import type { DragState } from "./board.context";
import { taskChangeForLane } from "./board.lanes";
import { type CardPosition, moveToPosition, positionOf } from "../pending/card-position";
import { sortContextOf } from "./board.visible";
import { type NameOrder } from "../../../../shared/kernel/text/order";

/** Drop rules of a sorted board: cards are dropped into a column, at the position given by the sort order. */
export interface SortedDrop {
  /** Position in manual order: unchanged in the same column, at the end of another one. */
  place(drag: DragState, columnId: number, board: Board): CardPosition;
  index(task: BoardTask, columnId: number, cards: readonly number[], board: Board): number;
}

export function createSortedDrop(sort: BoardSort, collator: NameOrder): SortedDrop | null {
  if (sort === "rank") return null;
  return {
    place: ({ from, taskIds }, columnId, board) => {
      if (columnId === from.columnId) return from;
      const ids = taskIdsInColumn(board, columnId).filter((id) => !taskIds.includes(id));
      return positionOf(columnId, ids, ids.length);
    },
    index: (task, columnId, cards, board) => {
      const stays = task.task_status_id === columnId;
      const landed = stays ? task : atEndOfColumn(board, task, columnId);
      const compare = createTaskComparator(sort, sortContextOf(board, collator));
      const isAbove = (other: BoardTask) => {
        const by = compare?.(other, landed) ?? 0;
        return by < 0 || (by === 0 && other.id !== task.id && (!stays || other.rank < task.rank));
      };
      return cards.filter((id) => isAbove(taskById(board, id) as BoardTask)).length;
    },
  };
}

function atEndOfColumn(board: Board, task: BoardTask, columnId: number): BoardTask {
  const placed = moveToPosition(board, task, { columnId, beforeId: null, afterId: null });
  return taskById(placed, task.id) ?? task;
}

/** The dragged card with the changes that the drop will make. */
export function droppedTask({ taskId, task: lifted, lane }: DragState, board: Board): BoardTask {
  const task = taskById(board, taskId) ?? lifted;
  return lane ? applyCardFields(task, { id: task.id, ...taskChangeForLane(task, lane) }, board.fields) : task;
}
