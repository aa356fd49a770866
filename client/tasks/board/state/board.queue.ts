import type { DomainEvent } from "../../../../shared/domain-events";
import type { ChangedTask } from "../../../../shared/tasks/bulk.contract";
import type { Board } from "../../../../shared/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import {
  isSettled,
  isPendingTaskChange,
  type PendingMove,
  type Refusal,
  type Conflict,
  type PendingTaskChange,
  type PendingChange,
} from "./board.pending";

/** What the server answers to a pending change: a landed move, a made or restored task, or just yes. */
export type Answer =
  | { kind: "move"; task_status_id: number; rank: string; version: number; progress: number }
  | { kind: "task"; task: BoardTask }
  | { kind: "changed"; tasks: readonly ChangedTask[] }
  | { kind: "yes" };

/** Pending changes are sent one after another, in the order they were made: a later one may lean on an earlier one. */
export function nextPending(pendingChanges: readonly PendingChange[]): PendingChange | undefined {
  return pendingChanges.find((pending) => pending.state === "waiting" || pending.state === "sent");
}

export function unsent(pendingChanges: readonly PendingChange[]): PendingChange[] {
  return pendingChanges.filter((pending) => pending.state === "waiting" || pending.state === "sent");
}

/** Which of these are taken back by not sending them. */
export function withdrawn(pendingChanges: readonly PendingChange[], ids: readonly string[]): PendingChange[] {
  return pendingChanges.filter((pending) => pending.state === "waiting" && ids.includes(pending.id));
}

export function markSent(pendingChanges: readonly PendingChange[], id: string): PendingChange[] {
  return pendingChanges.map((pending) =>
    pending.id === id ? { ...pending, state: "sent", attempts: pending.attempts + 1 } : pending,
  );
}

/** The network failed: it waits again. */
export function markUnsent(pendingChanges: readonly PendingChange[], id: string): PendingChange[] {
  return pendingChanges.map((pending) =>
    pending.id === id && pending.state === "sent" ? { ...pending, state: "waiting" } : pending,
  );
}

export function acknowledge(pendingChanges: readonly PendingChange[], id: string, answer: Answer): PendingChange[] {
  const done = pendingChanges.find((pending) => pending.id === id);
  if (!done) return [...pendingChanges];
  return pendingChanges.map((pending) =>
    pending === done ? withAnswer(pending, answer) : after(pending, done, answer),
  );
}

function withAnswer(pending: PendingChange, answer: Answer): PendingChange {
  if (pending.kind === "move" && answer.kind === "move") {
    const { task_status_id, rank, version, progress } = answer;
    return { ...pending, state: "done", answer: { task_status_id, rank, version, progress } };
  }
  if (pending.kind === "create" && answer.kind === "task") {
    return { ...pending, state: "done", answer: answer.task };
  }
  if (pending.kind === "change" && answer.kind === "changed")
    return { ...pending, state: "done", answer: answer.tasks };
  return { ...pending, state: "done" };
}

/** Later pending changes lean on the one that was accepted: on the version it made, on the id the new task was given. */
function after(pending: PendingChange, done: PendingChange, answer: Answer): PendingChange {
  if (pending.state !== "waiting" || pending.kind === "sort" || done.kind === "sort") return pending;
  let next: PendingChange = pending;
  if (done.kind === "create" && answer.kind === "task") next = renamed(next, done.taskId, answer.task.id);
  const versions = versionsIn(done, answer);
  if (next.kind === "move") return { ...next, version: versions.get(next.taskId) ?? next.version };
  // What takes something back names the version it takes back; one's own changes since don't count there.
  if (next.kind !== "change" || next.undoing) return next;
  const changes = next.changes.map((change) => ({ ...change, version: versions.get(change.id) ?? change.version }));
  return { ...next, changes };
}

function versionsIn(done: PendingChange, answer: Answer): Map<number, number> {
  if (answer.kind === "changed") return new Map(answer.tasks.map((task) => [task.id, task.version]));
  if (answer.kind === "task") return new Map([[answer.task.id, answer.task.version]]);
  return new Map(answer.kind === "move" && isPendingTaskChange(done) ? [[done.taskId, answer.version]] : []);
}

function renamed(pending: PendingChange, from: number, to: number): PendingChange {
  if (pending.kind === "sort") return pending;
  const swap = <Id extends number | null | undefined>(id: Id) => (id === from ? (to as Id) : id);
  if (pending.kind === "change") {
    const changes = pending.changes.map((change) => ({
      ...change,
      id: swap(change.id),
      before_id: swap(change.before_id),
      after_id: swap(change.after_id),
    }));
    return { ...pending, changes };
  }
  const taskId = swap(pending.taskId);
  const task = pending.task.id === from ? { ...pending.task, id: to } : pending.task;
  if (pending.kind === "archive") return { ...pending, taskId, task };
  return {
    ...pending,
    taskId,
    task,
    to: { ...pending.to, beforeId: swap(pending.to.beforeId), afterId: swap(pending.to.afterId) },
  };
}

/**
 * Refused: it stays with its reason. Later moves of the same task were made on top of it, so they fall with it; what
 * the person wanted in the end is what the note is about.
 */
export function refuse(pendingChanges: readonly PendingChange[], id: string, refusal: Refusal): PendingChange[] {
  const refused = pendingChanges.find((pending) => pending.id === id);
  if (!refused) return [...pendingChanges];
  // Told at once, in words: there is no one card to keep it on.
  if (!isPendingTaskChange(refused)) return pendingChanges.filter((pending) => pending !== refused);
  const fallen = pendingChanges.filter((pending): pending is PendingTaskChange => {
    return (
      pending !== refused &&
      isPendingTaskChange(pending) &&
      pending.taskId === refused.taskId &&
      pending.state === "waiting"
    );
  });
  const wanted = fallen.findLast((pending): pending is PendingMove => pending.kind === "move");
  const kept: PendingChange = { ...refused, state: "refused", refusal };
  if (wanted && kept.kind === "move") kept.to = wanted.to;
  // One note per card: an older refusal of the same task has been overtaken.
  const overtaken = (pending: PendingChange) =>
    isPendingTaskChange(pending) && pending.taskId === refused.taskId && pending.state === "refused";
  return pendingChanges
    .filter((pending) => !fallen.includes(pending as never) && !overtaken(pending))
    .map((pending) => (pending === refused ? kept : pending));
}

/**
 * A second attempt that is refused as stale, with nobody else about: the first had got through and only its answer was
 * lost. Then the record that came with the refusal is the answer.
 */
export function wasDoneBefore(pending: PendingChange, code: string, record: unknown): Answer | null {
  if (pending.attempts < 2 || pending.conflict) return null;
  if (pending.kind === "archive") return code === "task.archived" ? { kind: "yes" } : null;
  if (pending.kind !== "move" || code !== "task.stale") return null;
  const task = record as Partial<BoardTask> | null;
  if (!task || task.task_status_id !== pending.to.columnId || task.rank === undefined) return null;
  const { task_status_id, rank, version = 0, progress = 0 } = task;
  return { kind: "move", task_status_id, rank, version, progress };
}

/** After each event: what it settles goes, and what someone else did to a task with an open pending change is remembered. */
export function afterEvent(
  pendingChanges: readonly PendingChange[],
  event: DomainEvent,
  server: Board,
  gone: readonly number[],
  me: number,
): PendingChange[] {
  if (pendingChanges.length === 0) return pendingChanges as PendingChange[];
  const taskId = taskIdOf(event);
  const conflict = conflictOf(event, me);
  const own = pendingChanges.find((pending) => isMadeBy(event, pending, me));
  return pendingChanges
    .filter((pending) => !isSettled(pending, server, gone))
    .map((pending) => {
      if (pending === own && pending.kind === "create") return { ...pending, seen: taskId };
      if (conflict === null || !isPendingTaskChange(pending) || pending.taskId !== taskId || pending.state === "done")
        return pending;
      return { ...pending, conflict };
    });
}

/**
 * Whether the event tells of the task that this change asks for. The event doesn't say which call it comes from, so that
 * title and column have to do; the answer, which follows at once, names the task for certain.
 */
function isMadeBy(event: DomainEvent, pending: PendingChange, me: number): boolean {
  if (event.type !== "task.created" || event.actor?.id !== me) return false;
  if (pending.kind !== "create" || pending.state !== "sent" || pending.seen !== null) return false;
  return event.data.title === pending.task.title && event.data.task_status_id === pending.task.task_status_id;
}

/** What someone else did to a task; null for one's own doing. */
export function conflictOf(event: DomainEvent, me: number): Conflict | null {
  if (event.actor?.id === me) return null;
  const columnId = event.type === "task.moved" ? event.data.task_status_id : null;
  return { actor: event.actor, type: event.type, columnId };
}

/** The board was read again: accepted pending changes are in it. */
export function afterReading(pendingChanges: readonly PendingChange[]): PendingChange[] {
  return pendingChanges.filter((pending) => pending.state !== "done");
}

/** The task an event is about; comments aren't about its place or fields. */
export function taskIdOf(event: DomainEvent): number | null {
  return event.type.startsWith("task.") ? (event.data as { id: number }).id : null;
}
