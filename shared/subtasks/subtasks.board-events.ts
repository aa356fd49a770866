import { type Board, changeTask } from "../tasks/tasks.board";
import type { SubtaskEvents, TaskTally } from "./subtasks.events";

type Effects = { [Type in keyof SubtaskEvents]: (board: Board, data: SubtaskEvents[Type]) => Board };

/** A board shows how many there are and how many are done. */
function counted(board: Board, { task_id, task }: { task_id: number; task: TaskTally }): Board {
  return changeTask(board, task_id, (card) => ({ ...card, ...tallyOf(task) }));
}

export function tallyOf({ progress, version, subtask_count, subtask_done_count }: TaskTally): TaskTally {
  return { progress, version, subtask_count, subtask_done_count };
}

export const subtaskEffects: Effects = {
  "subtask.created": counted,
  "subtask.updated": counted,
  "subtask.deleted": counted,
  "subtask.sorted": (board) => board,
};
