import type { BodyOf } from "../../../../shared/kernel/endpoint";
import type { Actor } from "../../../../shared/kernel/events";
import type { FieldKind } from "../../../../shared/work/fields/fields.schema";
import type { BoardTask, createTask } from "../../../../shared/work/tasks/tasks.contract";
import { type Board, placeTask, removeTask, taskById } from "../../../../shared/work/tasks/tasks.board";
import { newPendingState, type PendingState } from "../../../platform/pending/pending";
import { type EditChanges, isEditVisible, applyEdit } from "./task-edit";
import { type CardPosition, moveToPosition } from "./card-position";

/**
 * Changes of tasks by this user that aren't in the server's events yet. They are never written into the server's board: the drawn board is
 * computed from both whenever either changes, so dropping a pending change undoes it.
 */
export type PendingChange = PendingCardChange | PendingEdit | PendingSort;
/** Changes of a single card, which shows the reason if the change is refused. */
export type PendingCardChange = PendingMove | PendingCreate | PendingArchive;

interface PendingBase extends PendingState {
  /** Change of the same task by another user, which explains a refusal better than the server's message. */
  conflict: ConflictingChange | null;
  /** Localized description, if it doesn't depend on the board. */
  label?: string;
}

export interface PendingMove extends PendingBase {
  kind: "move";
  taskId: number;
  to: CardPosition;
  task: BoardTask;
  /** Version that the user saw, raised by their own earlier changes. */
  version: number;
  answer: { task_status_id: number; rank: string; version: number; progress: number } | null;
}

export interface PendingCreate extends PendingBase {
  kind: "create";
  /** Negative until the server has assigned an id. */
  taskId: number;
  to: CardPosition;
  task: BoardTask;
  /** Description as HTML, which cards don't contain. */
  description?: string | null;
  /** Kinds for which the values of the project's fields were entered. */
  fieldKinds?: Readonly<Record<string, FieldKind>> | undefined;
  /** The template that fills what was not entered, and the day from which its dates are counted. */
  template?: BodyOf<typeof createTask>["template"];
  /** Id of the task if its event arrived before the response, so that it isn't shown twice. */
  seenId: number | null;
  answer: BoardTask | null;
}

interface PendingArchive extends PendingBase {
  kind: "archive";
  taskId: number;
  task: BoardTask;
}

/** Fields, positions and archiving of several tasks, which succeed or fail as a whole. */
export interface PendingEdit extends PendingBase, EditChanges {
  kind: "change";
}

interface PendingSort extends PendingBase {
  kind: "sort";
  projectId: number;
  columnIds: readonly number[];
}

export function isPendingCardChange(pending: PendingChange): pending is PendingCardChange {
  return pending.kind !== "sort" && pending.kind !== "change";
}

export function createdTaskId(pendingChanges: readonly PendingChange[], pendingId: string | undefined): number | null {
  const change = pendingChanges.find(({ id }) => id === pendingId);
  return change?.kind === "create" ? (change.answer?.id ?? change.seenId) : null;
}

export function taskIdsOf(pending: PendingChange): readonly number[] {
  if (pending.kind === "change") return pending.changes.map(({ id }) => id);
  return isPendingCardChange(pending) ? [pending.taskId] : [];
}

export const changesTask = (pending: PendingChange, taskId: number): boolean => taskIdsOf(pending).includes(taskId);

/** Version of a task after an accepted change; null while there is no response. */
export function acceptedVersion(pending: PendingChange, taskId: number): number | null {
  if (pending.kind === "move") return pending.answer?.version ?? null;
  return pending.kind === "change" ? (pending.answer?.find(({ id }) => id === taskId)?.version ?? null) : null;
}

export interface ConflictingChange {
  actor: Actor | null;
  type: string;
  columnId: number | null;
}

export const newPendingChange = { ...newPendingState, conflict: null };

export function applyPendingChanges(server: Board, pendingChanges: readonly PendingChange[]): Board {
  return pendingChanges.reduce(applyPendingChange, server);
}

function applyPendingChange(board: Board, pending: PendingChange): Board {
  if (pending.state === "refused") return board; // the task is shown at the server's position
  switch (pending.kind) {
    case "move": {
      const task = taskById(board, pending.taskId);
      if (!task) return board;
      if (pending.answer) return placeTask(board, { ...task, ...pending.answer });
      return moveToPosition(board, task, pending.to);
    }
    case "create":
      if (pending.answer) return taskById(board, pending.answer.id) ? board : placeTask(board, pending.answer);
      if (pending.seenId !== null && taskById(board, pending.seenId)) return board;
      return taskById(board, pending.taskId) ? board : moveToPosition(board, pending.task, pending.to);
    case "archive":
      return removeTask(board, pending.taskId);
    case "change":
      return applyEdit(board, pending);
    case "sort":
      return { ...board, columnIds: sortColumns(board.columnIds, pending.columnIds) };
  }
}

/** Puts named columns in the given order; columns that aren't named stay after the column they followed. */
export function sortColumns(present: readonly number[], requestedIds: readonly number[]): number[] {
  const sorted = requestedIds.filter((id) => present.includes(id));
  present.forEach((id, at) => {
    if (sorted.includes(id)) return;
    const before = present[at - 1];
    sorted.splice(before === undefined ? 0 : sorted.indexOf(before) + 1, 0, id);
  });
  return sorted;
}

export function isSettled(pending: PendingChange, server: Board, deletedIds: readonly number[]): boolean {
  if (pending.state !== "done") return false;
  switch (pending.kind) {
    case "move": {
      const task = taskById(server, pending.taskId);
      return !task || (pending.answer !== null && task.version >= pending.answer.version);
    }
    case "create":
      return (
        pending.answer !== null &&
        (taskById(server, pending.answer.id) !== undefined || deletedIds.includes(pending.answer.id))
      );
    case "archive":
      return !taskById(server, pending.taskId);
    case "change":
      return pending.answer !== null && isEditVisible(pending.answer, server, deletedIds);
    case "sort": {
      const sortedIds = sortColumns(server.columnIds, pending.columnIds);
      return server.columnIds.every((id, at) => id === sortedIds[at]);
    }
  }
}
