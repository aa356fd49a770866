import type { ChangedTask } from "../../../../shared/tasks/bulk.contract";
import { type Board, changeTask, inOrder, removeTask, taskOf, placeTask } from "../../../../shared/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import { cardFields, recordOf } from "../../../../shared/tasks/tasks.field-lists";
import type { TaskChangeInput } from "../../../../shared/tasks/tasks.schema";
import type { TaskChanges } from "../../../undo/change-tasks";
import { placeAt } from "./board.place";

/** What a pending change about several tasks says and is answered. */
export interface Changes extends Omit<TaskChanges, "id"> {
  answer: readonly ChangedTask[] | null;
}

/** What it shows before the server has answered, and until its events have come. */
export function layChanges(
  board: Board,
  { changes, cards, answer }: Pick<Changes, "changes" | "cards" | "answer">,
): Board {
  if (answer) return answer.reduce(layAnswer, board);
  return changes.reduce((laid, change) => layChange(laid, change, cards), board);
}

function layAnswer(board: Board, { id, version, task }: ChangedTask): Board {
  if (!task) return removeTask(board, id);
  const shown = taskOf(board, id);
  return shown && shown.version >= version ? board : placeTask(board, task);
}

function layChange(board: Board, change: TaskChangeInput, cards: readonly BoardTask[]): Board {
  if (change.archived === true) return removeTask(board, change.id);
  const shown = taskOf(board, change.id);
  const task = shown ?? (change.archived === false ? cards.find((card) => card.id === change.id) : undefined);
  if (!task) return board;
  const changed = withFields(task, change);
  const columnId = change.task_status_id ?? task.task_status_id;
  const named = change.before_id !== undefined || change.after_id !== undefined;
  if (shown && columnId === shown.task_status_id && !named) return changeTask(board, task.id, () => changed);
  const place = { columnId, beforeId: change.before_id ?? null, afterId: change.after_id ?? null };
  const placed = placeAt(board, changed, place);
  if (change.progress === undefined || board.columns[columnId]?.kind === "done") return placed;
  return changeTask(placed, task.id, (one) => ({ ...one, progress: change.progress as number }));
}

/** A card with the fields of a change, as the server would show it. */
export function withFields(task: BoardTask, change: TaskChangeInput): BoardTask {
  const fields = cardFields.flatMap((name) => {
    const value = change[name];
    if (value === undefined) return [];
    return [[recordOf(name), Array.isArray(value) ? inOrder([...value]) : value] as const];
  });
  return { ...task, ...Object.fromEntries(fields) };
}

/** Whether the server's board shows all of it by now. */
export function changesShown(answer: readonly ChangedTask[], server: Board, gone: readonly number[]): boolean {
  return answer.every(({ id, version, task }) => {
    const shown = taskOf(server, id);
    if (!task) return !shown;
    return shown ? shown.version >= version : gone.includes(id);
  });
}
