import type { DomainEvent } from "../../shared/domain-events";
import type { ChangedTask } from "../../shared/tasks/bulk.contract";
import type { Board } from "../../shared/tasks/tasks.board";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import {
  isSettled,
  isTaskWish,
  type MoveWish,
  type Refusal,
  type Rival,
  type TaskWish,
  type Wish,
} from "./board.wishes";

/** What the server answers to a wish: a landed move, a made or restored task, or just yes. */
export type Answer =
  | { kind: "move"; task_status_id: number; rank: string; version: number; progress: number }
  | { kind: "task"; task: BoardTask }
  | { kind: "changed"; tasks: readonly ChangedTask[] }
  | { kind: "yes" };

/** Wishes are sent one after another, in the order they were made: a later one may lean on an earlier one. */
export function nextWish(wishes: readonly Wish[]): Wish | undefined {
  return wishes.find((wish) => wish.state === "waiting" || wish.state === "sent");
}

export function unsent(wishes: readonly Wish[]): Wish[] {
  return wishes.filter((wish) => wish.state === "waiting" || wish.state === "sent");
}

export function markSent(wishes: readonly Wish[], id: string): Wish[] {
  return wishes.map((wish) => (wish.id === id ? { ...wish, state: "sent", attempts: wish.attempts + 1 } : wish));
}

/** The network failed: it waits again. */
export function markUnsent(wishes: readonly Wish[], id: string): Wish[] {
  return wishes.map((wish) => (wish.id === id && wish.state === "sent" ? { ...wish, state: "waiting" } : wish));
}

export function acknowledge(wishes: readonly Wish[], id: string, answer: Answer): Wish[] {
  const done = wishes.find((wish) => wish.id === id);
  if (!done) return [...wishes];
  return wishes.map((wish) => (wish === done ? withAnswer(wish, answer) : after(wish, done, answer)));
}

function withAnswer(wish: Wish, answer: Answer): Wish {
  if (wish.kind === "move" && answer.kind === "move") {
    const { task_status_id, rank, version, progress } = answer;
    return { ...wish, state: "done", answer: { task_status_id, rank, version, progress } };
  }
  if (wish.kind === "create" && answer.kind === "task") {
    return { ...wish, state: "done", answer: answer.task };
  }
  if (wish.kind === "change" && answer.kind === "changed") return { ...wish, state: "done", answer: answer.tasks };
  return { ...wish, state: "done" };
}

/** Later wishes lean on the one that was accepted: on the version it made, on the id the new task was given. */
function after(wish: Wish, done: Wish, answer: Answer): Wish {
  if (wish.state !== "waiting" || wish.kind === "sort" || done.kind === "sort") return wish;
  let next: Wish = wish;
  if (done.kind === "create" && answer.kind === "task") next = renamed(next, done.taskId, answer.task.id);
  const versions = versionsIn(done, answer);
  if (next.kind === "move") return { ...next, version: versions.get(next.taskId) ?? next.version };
  // What takes something back names the version it takes back; one's own changes since don't count there.
  if (next.kind !== "change" || next.undoing) return next;
  const changes = next.changes.map((change) => ({ ...change, version: versions.get(change.id) ?? change.version }));
  return { ...next, changes };
}

function versionsIn(done: Wish, answer: Answer): Map<number, number> {
  if (answer.kind === "changed") return new Map(answer.tasks.map((task) => [task.id, task.version]));
  if (answer.kind === "task") return new Map([[answer.task.id, answer.task.version]]);
  return new Map(answer.kind === "move" && isTaskWish(done) ? [[done.taskId, answer.version]] : []);
}

function renamed(wish: Wish, from: number, to: number): Wish {
  if (wish.kind === "sort") return wish;
  const swap = <Id extends number | null | undefined>(id: Id) => (id === from ? (to as Id) : id);
  if (wish.kind === "change") {
    const changes = wish.changes.map((change) => ({
      ...change,
      id: swap(change.id),
      before_id: swap(change.before_id),
      after_id: swap(change.after_id),
    }));
    return { ...wish, changes };
  }
  const taskId = swap(wish.taskId);
  const task = wish.task.id === from ? { ...wish.task, id: to } : wish.task;
  if (wish.kind === "archive") return { ...wish, taskId, task };
  return {
    ...wish,
    taskId,
    task,
    to: { ...wish.to, beforeId: swap(wish.to.beforeId), afterId: swap(wish.to.afterId) },
  };
}

/**
 * Refused: it stays with its reason. Later moves of the same task were made on top of it, so they fall with it; what
 * the person wanted in the end is what the note is about.
 */
export function refuse(wishes: readonly Wish[], id: string, refusal: Refusal): Wish[] {
  const refused = wishes.find((wish) => wish.id === id);
  if (!refused) return [...wishes];
  // Told at once, in words: there is no one card to keep it on.
  if (!isTaskWish(refused)) return wishes.filter((wish) => wish !== refused);
  const fallen = wishes.filter((wish): wish is TaskWish => {
    return wish !== refused && isTaskWish(wish) && wish.taskId === refused.taskId && wish.state === "waiting";
  });
  const wanted = fallen.findLast((wish): wish is MoveWish => wish.kind === "move");
  const kept: Wish = { ...refused, state: "refused", refusal };
  if (wanted && kept.kind === "move") kept.to = wanted.to;
  // One note per card: an older refusal of the same task has been overtaken.
  const overtaken = (wish: Wish) => isTaskWish(wish) && wish.taskId === refused.taskId && wish.state === "refused";
  return wishes
    .filter((wish) => !fallen.includes(wish as never) && !overtaken(wish))
    .map((wish) => (wish === refused ? kept : wish));
}

/**
 * A second attempt that is refused as stale, with nobody else about: the first had got through and only its answer was
 * lost. Then the record that came with the refusal is the answer.
 */
export function wasDoneBefore(wish: Wish, code: string, record: unknown): Answer | null {
  if (wish.attempts < 2 || wish.rival) return null;
  if (wish.kind === "archive") return code === "task.archived" ? { kind: "yes" } : null;
  if (wish.kind !== "move" || code !== "task.stale") return null;
  const task = record as Partial<BoardTask> | null;
  if (!task || task.task_status_id !== wish.to.columnId || task.rank === undefined) return null;
  const { task_status_id, rank, version = 0, progress = 0 } = task;
  return { kind: "move", task_status_id, rank, version, progress };
}

/** After each event: what it settles goes, and what someone else did to a task with an open wish is remembered. */
export function afterEvent(
  wishes: readonly Wish[],
  event: DomainEvent,
  server: Board,
  gone: readonly number[],
  me: number,
): Wish[] {
  if (wishes.length === 0) return wishes as Wish[];
  const taskId = taskIdOf(event);
  const rival = rivalOf(event, me);
  return wishes
    .filter((wish) => !isSettled(wish, server, gone))
    .map((wish) => {
      if (rival === null || !isTaskWish(wish) || wish.taskId !== taskId || wish.state === "done") return wish;
      return { ...wish, rival };
    });
}

/** What someone else did to a task; null for one's own doing. */
export function rivalOf(event: DomainEvent, me: number): Rival | null {
  if (event.actor?.id === me) return null;
  const columnId = event.type === "task.moved" ? event.data.task_status_id : null;
  return { actor: event.actor, type: event.type, columnId };
}

/** The board was read again: accepted wishes are in it. */
export function afterReading(wishes: readonly Wish[]): Wish[] {
  return wishes.filter((wish) => wish.state !== "done");
}

/** The task an event is about; comments aren't about its place or fields. */
export function taskIdOf(event: DomainEvent): number | null {
  return event.type.startsWith("task.") ? (event.data as { id: number }).id : null;
}
