import { type Board, taskOf, tasksIn } from "../../../../shared/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import { type BoardSort, sorterOf } from "../../../../shared/tasks/tasks.sort.rules";
import { withFields } from "./board.pending-edit";
import type { Hand } from "./board.context";
import { laneEdit } from "./board.lanes";
import { type Place, placeAt, placeOf } from "./board.place";
import { sortWorld } from "./board.visible";

/** How a sorted board takes a card: into a column, where the order has a place for it, and not between two cards. */
export interface SortedPlaces {
  /** In its own column it keeps its place, in another one it goes to the end: that is the order once it isn't sorted. */
  place(hand: Hand, columnId: number, board: Board): Place;
  /** How many of the cards that a column shows stand above it. */
  index(task: BoardTask, columnId: number, cards: readonly number[], board: Board): number;
}

/** Null where the board has the order that people have given it. */
export function sortedPlaces(sort: BoardSort, collator: Intl.Collator): SortedPlaces | null {
  if (sort === "rank") return null;
  return {
    place: ({ from, taskIds }, columnId, board) => {
      if (columnId === from.columnId) return from;
      const ids = tasksIn(board, columnId).filter((id) => !taskIds.includes(id));
      return placeOf(columnId, ids, ids.length);
    },
    index: (task, columnId, cards, board) => {
      const stays = task.task_status_id === columnId;
      const landed = stays ? task : placedIn(board, task, columnId);
      const compare = sorterOf(sort, sortWorld(board, collator));
      const isAbove = (other: BoardTask) => {
        const by = compare?.(other, landed) ?? 0;
        return by < 0 || (by === 0 && other.id !== task.id && (!stays || other.rank < task.rank));
      };
      return cards.filter((id) => isAbove(taskOf(board, id) as BoardTask)).length;
    },
  };
}

/** At the end of a column; what is done is all done. */
function placedIn(board: Board, task: BoardTask, columnId: number): BoardTask {
  const placed = placeAt(board, task, { columnId, beforeId: null, afterId: null });
  return taskOf(placed, task.id) ?? task;
}

/** The card in the hand as it will be when it is let go. */
export function droppedTask({ taskId, task: lifted, lane }: Hand, board: Board): BoardTask {
  const task = taskOf(board, taskId) ?? lifted;
  return lane ? withFields(task, { id: task.id, ...laneEdit(task, lane) }) : task;
}
