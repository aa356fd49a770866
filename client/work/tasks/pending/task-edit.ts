import { changedFieldValues, changeOfPresentKinds } from "../../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import type { ChangedTask } from "../../../../shared/work/tasks/bulk.contract";
import {
  type Board,
  changeTask,
  sortIds,
  removeTask,
  taskById,
  placeTask,
} from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { cardFields, recordNameOf } from "../../../../shared/work/tasks/tasks.field-lists";
import type { TaskChangeInput } from "../../../../shared/work/tasks/tasks.schema";
import { moveToPosition } from "./card-position";

export interface EditChanges {
  changes: readonly TaskChangeInput[];
  /** True if this reverts an earlier change of the user. */
  undoing: boolean;
  /** Last state of tasks that left the board, so that they can be rendered immediately when they return. */
  cards: readonly BoardTask[];
  answer: readonly ChangedTask[] | null;
}

export function applyEdit(
  board: Board,
  { changes, cards, answer }: Pick<EditChanges, "changes" | "cards" | "answer">,
): Board {
  if (answer) return answer.reduce(applyEditReply, board);
  return changes.reduce((changedBoard, change) => applyFieldChange(changedBoard, change, cards), board);
}

function applyEditReply(board: Board, { id, version, task }: ChangedTask): Board {
  if (!task) return removeTask(board, id);
  const currentTask = taskById(board, id);
  return currentTask && currentTask.version >= version ? board : placeTask(board, task);
}

function applyFieldChange(board: Board, change: TaskChangeInput, cards: readonly BoardTask[]): Board {
  if (change.archived === true) return removeTask(board, change.id);
  const currentTask = taskById(board, change.id);
  const task = currentTask ?? (change.archived === false ? cards.find((card) => card.id === change.id) : undefined);
  if (!task) return board;
  const changed = applyCardFields(task, change, board.fields);
  const columnId = change.task_status_id ?? task.task_status_id;
  const hasNeighbor = change.before_id !== undefined || change.after_id !== undefined;
  if (currentTask && columnId === currentTask.task_status_id && !hasNeighbor)
    return changeTask(board, task.id, () => changed);
  const place = { columnId, beforeId: change.before_id ?? null, afterId: change.after_id ?? null };
  const placed = moveToPosition(board, changed, place);
  if (change.progress === undefined || board.columns[columnId]?.kind === "done") return placed;
  return changeTask(placed, task.id, (one) => ({ ...one, progress: change.progress as number }));
}

export function applyCardFields(
  task: BoardTask,
  change: TaskChangeInput,
  projectFields: readonly ProjectField[],
): BoardTask {
  const fields = cardFields.flatMap((name) => {
    const value = change[name];
    if (value === undefined) return [];
    return [[recordNameOf(name), Array.isArray(value) ? sortIds([...value]) : value] as const];
  });
  return {
    ...task,
    ...Object.fromEntries(fields),
    ...(change.field_values && {
      field_values: changedFieldValues(task.field_values, changeOfPresentKinds(change, projectFields)),
    }),
  };
}

export function isEditVisible(answer: readonly ChangedTask[], server: Board, deletedIds: readonly number[]): boolean {
  return answer.every(({ id, version, task }) => {
    const currentTask = taskById(server, id);
    if (!task) return !currentTask;
    return currentTask ? currentTask.version >= version : deletedIds.includes(id);
  });
}
