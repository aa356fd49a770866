import type { DomainEvent } from "../../../../shared/kernel/events";
import type { ChangedTask } from "../../../../shared/work/tasks/bulk.contract";
import { type Board, taskById } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import type { TaskChangeInput } from "../../../../shared/work/tasks/tasks.schema";
import { acknowledgeChange as acknowledge, type Refusal } from "../../../platform/pending/pending";
import {
  isSettled,
  isPendingCardChange,
  type PendingMove,
  type ConflictingChange,
  type PendingCardChange,
  type PendingChange,
} from "./task-changes";

export type SendReply =
  | { kind: "move"; task_status_id: number; rank: string; version: number; progress: number }
  | { kind: "task"; task: BoardTask }
  | { kind: "changed"; tasks: readonly ChangedTask[] }
  | { kind: "yes" };

export function acknowledgeChange(
  pendingChanges: readonly PendingChange[],
  id: string,
  answer: SendReply,
): PendingChange[] {
  return acknowledge(
    pendingChanges,
    id,
    (done) => withAnswer(done, answer),
    (later, done) => rebaseOn(later, done, answer),
  );
}

function withAnswer(pending: PendingChange, answer: SendReply): PendingChange {
  if (pending.kind === "move" && answer.kind === "move") {
    const { task_status_id, rank, version, progress } = answer;
    return { ...pending, answer: { task_status_id, rank, version, progress } };
  }
  if (pending.kind === "create" && answer.kind === "task") return { ...pending, answer: answer.task };
  if (pending.kind === "change" && answer.kind === "changed") return { ...pending, answer: answer.tasks };
  return pending;
}

/** Updates a later change with the accepted one's version or new task id. */
function rebaseOn(pending: PendingChange, done: PendingChange, answer: SendReply): PendingChange {
  if (pending.kind === "sort" || done.kind === "sort") return pending;
  let next: PendingChange = pending;
  if (done.kind === "create" && answer.kind === "task") next = renamed(next, done.taskId, answer.task.id);
  const versions = versionsIn(done, answer);
  if (next.kind === "move") return { ...next, version: versions.get(next.taskId) ?? next.version };
  // An undo keeps the version it undoes, whatever the user has changed since.
  if (next.kind !== "change" || next.undoing) return next;
  const changes = next.changes.map((change) =>
    followsOn(change, done) ? { ...change, version: versions.get(change.id) ?? change.version } : change,
  );
  return { ...next, changes };
}

/** A change of other fields keeps its version, so that another user's change of those fields is still a conflict. */
function followsOn(change: TaskChangeInput, done: PendingChange): boolean {
  const before = done.kind === "change" ? done.changes.find(({ id }) => id === change.id) : undefined;
  if (!before) return true;
  const { id, version, extend_project, ...fields } = before;
  return Object.keys(fields).some((field) => field in change);
}

function versionsIn(done: PendingChange, answer: SendReply): Map<number, number> {
  if (answer.kind === "changed") return new Map(answer.tasks.map((task) => [task.id, task.version]));
  if (answer.kind === "task") return new Map([[answer.task.id, answer.task.version]]);
  return new Map(answer.kind === "move" && isPendingCardChange(done) ? [[done.taskId, answer.version]] : []);
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
 * Keeps a refused change with its reason. Later moves of the same task were based on it and are dropped; the note shows the final target.
 */
export function refuseChange(pendingChanges: readonly PendingChange[], id: string, refusal: Refusal): PendingChange[] {
  const refused = pendingChanges.find((pending) => pending.id === id);
  if (!refused) return [...pendingChanges];
  // A refused bulk change is shown as a message immediately, because no single card could keep its note.
  if (!isPendingCardChange(refused)) return pendingChanges.filter((pending) => pending !== refused);
  const fallen = pendingChanges.filter((pending): pending is PendingCardChange => {
    return (
      pending !== refused &&
      isPendingCardChange(pending) &&
      pending.taskId === refused.taskId &&
      pending.state === "waiting"
    );
  });
  const lastMove = fallen.findLast((pending): pending is PendingMove => pending.kind === "move");
  const refusedChange: PendingChange = { ...refused, state: "refused", refusal };
  if (lastMove && refusedChange.kind === "move") refusedChange.to = lastMove.to;
  // Replaces an older refusal, because a card shows only one note.
  const overtaken = (pending: PendingChange) =>
    isPendingCardChange(pending) && pending.taskId === refused.taskId && pending.state === "refused";
  return pendingChanges
    .filter((pending) => !fallen.includes(pending as never) && !overtaken(pending))
    .map((pending) => (pending === refused ? refusedChange : pending));
}

/**
 * A retry that is refused as stale without another user's change means that the first attempt succeeded and only its response was lost. The
 * record in the refusal then replaces that response.
 */
export function findAppliedBefore(pending: PendingChange, code: string, record: unknown): SendReply | null {
  if (pending.attempts < 2 || pending.conflict) return null;
  if (pending.kind === "archive") return code === "task.archived" ? { kind: "yes" } : null;
  if (pending.kind !== "move" || code !== "task.stale") return null;
  const task = record as Partial<BoardTask> | null;
  if (!task || task.task_status_id !== pending.to.columnId || task.rank === undefined) return null;
  const { task_status_id, rank, version = 0, progress = 0 } = task;
  return { kind: "move", task_status_id, rank, version, progress };
}

/** Removes changes settled by the event, and records another user's change of a task with open pending changes. */
export function reconcileWithEvent(
  pendingChanges: readonly PendingChange[],
  event: DomainEvent,
  server: Board,
  deletedIds: readonly number[],
  me: number,
): PendingChange[] {
  if (pendingChanges.length === 0) return pendingChanges as PendingChange[];
  const taskId = taskIdOfEvent(event);
  const conflict = conflictOf(event, me);
  const own = pendingChanges.find((pending) => isCreatedBy(event, pending, me));
  return pendingChanges
    .filter((pending) => !isSettled(pending, server, deletedIds))
    .map((pending) => {
      if (pending === own && pending.kind === "create") return { ...pending, seenId: taskId };
      if (conflict === null || !isPendingCardChange(pending) || pending.taskId !== taskId || pending.state === "done")
        return pending;
      return { ...pending, conflict };
    });
}

/**
 * Whether the event is about the task that this change creates. Events don't name the request that caused them, so title and column are
 * compared; the response then confirms the id.
 */
function isCreatedBy(event: DomainEvent, pending: PendingChange, me: number): boolean {
  if (event.type !== "task.created" || event.actor?.id !== me) return false;
  if (pending.kind !== "create" || pending.state !== "sent" || pending.seenId !== null) return false;
  return event.data.title === pending.task.title && event.data.task_status_id === pending.task.task_status_id;
}

export function conflictOf(event: DomainEvent, me: number): ConflictingChange | null {
  if (event.actor?.id === me) return null;
  const columnId = event.type === "task.moved" ? event.data.task_status_id : null;
  return { actor: event.actor, type: event.type, columnId };
}

export function taskIdOfEvent(event: DomainEvent): number | null {
  return event.type.startsWith("task.") ? (event.data as { id: number }).id : null;
}

/** Whether a pending change concerns tasks or columns of this board. */
export function belongsToBoard(
  pending: PendingChange,
  projectId: number,
  server: Board,
  deletedIds: readonly number[],
): boolean {
  if (pending.kind === "sort") return pending.projectId === projectId;
  if (pending.kind !== "change") return pending.task.project_id === projectId;
  const { changes, cards, answer } = pending;
  return (
    changes.some(({ id }) => taskById(server, id) !== undefined || deletedIds.includes(id)) ||
    cards.some((card) => card.project_id === projectId) ||
    (answer ?? []).some(({ task }) => task?.project_id === projectId)
  );
}
