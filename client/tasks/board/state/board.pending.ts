import type { Actor } from "../../../../shared/kernel/events";
import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import { type Board, placeTask, removeTask, taskOf } from "../../../../shared/tasks/tasks.board";
import { type Changes, changesShown, layChanges } from "./board.pending-edit";
import { type Place, placeAt } from "./board.place";

/**
 * What this person has done and the server's events don't show yet. Nothing of it is ever written into the board that
 * the server told: what is drawn is that board with the pending changes laid over it, computed anew whenever either changes.
 * A pending change that is dropped is thereby undone, with nothing to restore.
 */
export type PendingChange = PendingTaskChange | PendingEdit | PendingSort;
/** About one task. */
export type PendingTaskChange = PendingMove | PendingCreate | PendingArchive;

export interface PendingBase {
  /** Made once per pending change and sent as its idempotency key, over all attempts. */
  id: string;
  /**
   * `waiting` to be sent · `sent` and not answered · `done`: accepted, its event is still on the way · `refused`: kept
   * with the reason until the person has read it.
   */
  state: "waiting" | "sent" | "done" | "refused";
  attempts: number;
  refusal: Refusal | null;
  /** Who touched the same task since; says why a pending change was refused better than the server can. */
  conflict: Conflict | null;
}

export interface PendingMove extends PendingBase {
  kind: "move";
  taskId: number;
  to: Place;
  /** As it was when it was picked up. */
  task: BoardTask;
  /** What the person saw; an own earlier pending change brings it forward. */
  version: number;
  answer: { task_status_id: number; rank: string; version: number; progress: number } | null;
}

export interface PendingCreate extends PendingBase {
  kind: "create";
  /** Below zero until the server has given it one. */
  taskId: number;
  to: Place;
  task: BoardTask;
  /** The event was faster than the answer and has brought the task under this id: it isn't drawn twice. */
  seen: number | null;
  answer: BoardTask | null;
}

export interface PendingArchive extends PendingBase {
  kind: "archive";
  taskId: number;
  task: BoardTask;
}

/** Fields, places and archive of several tasks at once: drawn, sent, accepted and refused as a whole. */
export interface PendingEdit extends PendingBase, Changes {
  kind: "change";
}

export interface PendingSort extends PendingBase {
  kind: "sort";
  columnIds: readonly number[];
}

export function isPendingTaskChange(pending: PendingChange): pending is PendingTaskChange {
  return pending.kind !== "sort" && pending.kind !== "change";
}

/** Whether it changes this task. */
export function isAbout(pending: PendingChange, taskId: number): boolean {
  if (pending.kind === "change") return pending.changes.some((change) => change.id === taskId);
  return isPendingTaskChange(pending) && pending.taskId === taskId;
}

export interface Refusal {
  code: string;
  /** The server's words, in the reader's language. */
  message: string;
}

export interface Conflict {
  actor: Actor | null;
  type: string;
  columnId: number | null;
}

export const fresh = { state: "waiting", attempts: 0, refusal: null, conflict: null } as const;

/** What is drawn. */
export function draw(server: Board, pendingChanges: readonly PendingChange[]): Board {
  return pendingChanges.reduce(layOver, server);
}

function layOver(board: Board, pending: PendingChange): Board {
  if (pending.state === "refused") return board; // the task stands where the server says
  switch (pending.kind) {
    case "move": {
      const task = taskOf(board, pending.taskId);
      if (!task) return board;
      if (pending.answer) return placeTask(board, { ...task, ...pending.answer });
      return placeAt(board, task, pending.to);
    }
    case "create":
      if (pending.answer) return taskOf(board, pending.answer.id) ? board : placeTask(board, pending.answer);
      if (pending.seen !== null && taskOf(board, pending.seen)) return board;
      return taskOf(board, pending.taskId) ? board : placeAt(board, pending.task, pending.to);
    case "archive":
      return removeTask(board, pending.taskId);
    case "change":
      return layChanges(board, pending);
    case "sort":
      return { ...board, columnIds: sortedBy(board.columnIds, pending.columnIds) };
  }
}

/** The named ones in their order; the others keep their place behind the one they stood behind. */
export function sortedBy(present: readonly number[], wanted: readonly number[]): number[] {
  const sorted = wanted.filter((id) => present.includes(id));
  present.forEach((id, at) => {
    if (sorted.includes(id)) return;
    const before = present[at - 1];
    sorted.splice(before === undefined ? 0 : sorted.indexOf(before) + 1, 0, id);
  });
  return sorted;
}

/** Whether the server's board shows the pending change by now, so that it can go. */
export function isSettled(pending: PendingChange, server: Board, gone: readonly number[]): boolean {
  if (pending.state !== "done") return false;
  switch (pending.kind) {
    case "move": {
      const task = taskOf(server, pending.taskId);
      return !task || (pending.answer !== null && task.version >= pending.answer.version);
    }
    case "create":
      return (
        pending.answer !== null && (taskOf(server, pending.answer.id) !== undefined || gone.includes(pending.answer.id))
      );
    case "archive":
      return !taskOf(server, pending.taskId);
    case "change":
      return pending.answer !== null && changesShown(pending.answer, server, gone);
    case "sort": {
      const wanted = sortedBy(server.columnIds, pending.columnIds);
      return server.columnIds.every((id, at) => id === wanted[at]);
    }
  }
}
