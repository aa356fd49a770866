import type { Actor } from "../../shared/kernel/events";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { type Board, placeTask, removeTask, taskOf } from "../../shared/tasks/tasks.board";
import { type Changes, changesShown, layChanges } from "./board.change-wish";
import { type Place, placeAt } from "./board.place";

/**
 * What this person has done and the server's events don't show yet. Nothing of it is ever written into the board that
 * the server told: what is drawn is that board with the wishes laid over it, computed anew whenever either changes.
 * A wish that is dropped is thereby undone, with nothing to restore.
 */
export type Wish = TaskWish | ChangeWish | SortWish;
/** About one task. */
export type TaskWish = MoveWish | CreateWish | ArchiveWish;

export interface WishBase {
  /** Made once per wish and sent as its idempotency key, over all attempts. */
  id: string;
  /**
   * `waiting` to be sent · `sent` and not answered · `done`: accepted, its event is still on the way · `refused`: kept
   * with the reason until the person has read it.
   */
  state: "waiting" | "sent" | "done" | "refused";
  attempts: number;
  refusal: Refusal | null;
  /** Who touched the same task since; says why a wish was refused better than the server can. */
  rival: Rival | null;
}

export interface MoveWish extends WishBase {
  kind: "move";
  taskId: number;
  to: Place;
  /** As it was when it was picked up. */
  task: BoardTask;
  /** What the person saw; an own earlier wish brings it forward. */
  version: number;
  answer: { task_status_id: number; rank: string; version: number; progress: number } | null;
}

export interface CreateWish extends WishBase {
  kind: "create";
  /** Below zero until the server has given it one. */
  taskId: number;
  to: Place;
  task: BoardTask;
  answer: BoardTask | null;
}

export interface ArchiveWish extends WishBase {
  kind: "archive";
  taskId: number;
  task: BoardTask;
}

/** Fields, places and archive of several tasks at once: drawn, sent, accepted and refused as a whole. */
export interface ChangeWish extends WishBase, Changes {
  kind: "change";
}

export interface SortWish extends WishBase {
  kind: "sort";
  columnIds: readonly number[];
}

export function isTaskWish(wish: Wish): wish is TaskWish {
  return wish.kind !== "sort" && wish.kind !== "change";
}

/** Whether it changes this task. */
export function isAbout(wish: Wish, taskId: number): boolean {
  if (wish.kind === "change") return wish.changes.some((change) => change.id === taskId);
  return isTaskWish(wish) && wish.taskId === taskId;
}

export interface Refusal {
  code: string;
  /** The server's words, in the reader's language. */
  message: string;
}

export interface Rival {
  actor: Actor | null;
  type: string;
  columnId: number | null;
}

export const fresh = { state: "waiting", attempts: 0, refusal: null, rival: null } as const;

/** What is drawn. */
export function draw(server: Board, wishes: readonly Wish[]): Board {
  return wishes.reduce(layOver, server);
}

function layOver(board: Board, wish: Wish): Board {
  if (wish.state === "refused") return board; // the task stands where the server says
  switch (wish.kind) {
    case "move": {
      const task = taskOf(board, wish.taskId);
      if (!task) return board;
      if (wish.answer) return placeTask(board, { ...task, ...wish.answer });
      return placeAt(board, task, wish.to);
    }
    case "create":
      if (wish.answer) return taskOf(board, wish.answer.id) ? board : placeTask(board, wish.answer);
      return taskOf(board, wish.taskId) ? board : placeAt(board, wish.task, wish.to);
    case "archive":
      return removeTask(board, wish.taskId);
    case "change":
      return layChanges(board, wish);
    case "sort":
      return { ...board, columnIds: sortedBy(board.columnIds, wish.columnIds) };
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

/** Whether the server's board shows the wish by now, so that it can go. */
export function isSettled(wish: Wish, server: Board, gone: readonly number[]): boolean {
  if (wish.state !== "done") return false;
  switch (wish.kind) {
    case "move": {
      const task = taskOf(server, wish.taskId);
      return !task || (wish.answer !== null && task.version >= wish.answer.version);
    }
    case "create":
      return wish.answer !== null && (taskOf(server, wish.answer.id) !== undefined || gone.includes(wish.answer.id));
    case "archive":
      return !taskOf(server, wish.taskId);
    case "change":
      return wish.answer !== null && changesShown(wish.answer, server, gone);
    case "sort": {
      const wanted = sortedBy(server.columnIds, wish.columnIds);
      return server.columnIds.every((id, at) => id === wanted[at]);
    }
  }
}
