import type { Actor, DomainEvent } from "../../../../shared/kernel/events";
import type { ConnectionState } from "../../../platform/live/live.types";
import type { PresentUser } from "../../../../shared/kernel/streams";
import { type Board, emptyBoard, taskById, taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import { applyEvent, requiresReading } from "../../../../shared/work/tasks/tasks.board-events";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { type LaneMove, withFieldKindOfLane } from "./board.lanes";
import { type CardPosition, positionOf } from "../pending/card-position";
import {
  applyPendingChanges,
  type ConflictingChange,
  isPendingCardChange,
  isSettled,
  type PendingChange,
} from "../pending/task-changes";
import { belongsToBoard, conflictOf, reconcileWithEvent, taskIdOfEvent } from "../pending/task-queue.rules";

export interface BoardContext {
  projectId: number;
  me: number;
  /** State of the server, changed only by reads and events. */
  server: Board;
  /** Changes of this board in `taskQueue`. */
  pendingChanges: readonly PendingChange[];
  /** True while changes have been unsent for longer than expected. */
  waiting: boolean;
  /** `server` with `pendingChanges` applied. */
  drawn: Board;
  drag: DragState | null;
  selected: readonly number[];
  /** First card of a range selection. */
  anchor: number | null;
  present: readonly PresentUser[];
  unnamed: number;
  /** Recent changes by other users, by task id. */
  changes: Readonly<Record<number, RecentChange>>;
  /** Tasks that recently left the board; settles pending changes of tasks that are deleted before the response arrives. */
  deletedIds: readonly number[];
  open: number | null;
  connection: ConnectionState;
  problem: { status: number; message: string; requestId: string | null } | null;
}

/** The dragged card with the selected ones. Events for it are applied, but it stays dragged until it is dropped. */
export interface DragState {
  taskId: number;
  /** Ids of all dragged cards in board order. */
  taskIds: readonly number[];
  /** Set while the card is dragged over another swimlane. */
  lane: LaneMove | null;
  by: "pointer" | "keyboard";
  task: BoardTask;
  version: number;
  from: CardPosition;
  over: CardPosition;
  conflict: ConflictingChange | null;
}

export interface RecentChange {
  /** Distinguishes successive changes of a card. */
  revision: number;
  actor: Actor | null;
  type: DomainEvent["type"];
  /** True if the card was moved here from another column. */
  arrived: boolean;
}

export function emptyContext(projectId: number, me: number): BoardContext {
  return {
    projectId,
    me,
    server: emptyBoard,
    pendingChanges: [],
    waiting: false,
    drawn: emptyBoard,
    drag: null,
    selected: [],
    anchor: null,
    present: [],
    unnamed: 0,
    changes: {},
    deletedIds: [],
    open: null,
    connection: "reconnecting",
    problem: null,
  };
}

export function recomputeDrawn(
  context: BoardContext,
  change: Partial<Pick<BoardContext, "server" | "pendingChanges">>,
): Partial<BoardContext> {
  const { server, pendingChanges, selected } = { ...context, ...change };
  const drawn = applyPendingChanges(server, pendingChanges);
  // Tasks that left the board are deselected.
  const left = selected.some((id) => !taskById(drawn, id));
  return { ...change, drawn, ...(left ? { selected: selected.filter((id) => taskById(drawn, id)) } : {}) };
}

/** Applies events from the sequencer. Events that aren't next are dropped; `hasRevisionGap` detects gaps. */
export function withEvents(context: BoardContext, events: readonly DomainEvent[]): Partial<BoardContext> {
  let { server, pendingChanges, changes, deletedIds, drag } = context;
  const telling = context.connection === "live"; // replayed events aren't shown as recent changes
  for (const event of events) {
    if (event.revision !== server.revision + 1) continue;
    const before = server;
    server = applyEvent(server, event);
    const taskId = taskIdOfEvent(event);
    if (taskId !== null && !taskById(server, taskId)) deletedIds = [...deletedIds.slice(-49), taskId];
    pendingChanges = reconcileWithEvent(pendingChanges, event, server, deletedIds, context.me);
    if (drag && drag.taskId === taskId) drag = { ...drag, conflict: conflictOf(event, context.me) ?? drag.conflict };
    const change = telling ? changeOf(event, before, server, context.me) : null;
    if (change && taskId !== null) changes = { ...changes, [taskId]: change };
  }
  return { ...recomputeDrawn(context, { server, pendingChanges }), changes, deletedIds, drag };
}

export function hasRevisionGap(context: BoardContext, events: readonly DomainEvent[]): boolean {
  let next = context.server.revision + 1;
  for (const { revision } of events) {
    if (revision > next) return true;
    if (revision === next) next += 1;
  }
  return false;
}

export function needsReread(context: BoardContext, events: readonly DomainEvent[]): boolean {
  return events.some((event) => event.revision > context.server.revision && requiresReading(event));
}

const notedEventTypes = new Set(["task.created", "task.updated", "task.moved", "task.restored"]);

function changeOf(event: DomainEvent, before: Board, after: Board, me: number): RecentChange | null {
  if (!notedEventTypes.has(event.type) || event.actor?.id === me) return null;
  const id = taskIdOfEvent(event) as number;
  const arrived = taskById(before, id)?.task_status_id !== taskById(after, id)?.task_status_id;
  return { revision: event.revision, actor: event.actor, type: event.type, arrived };
}

/** Removes a card's change note unless a newer one has replaced it. */
export function withoutChangeNote(context: BoardContext, taskId: number, revision: number): Partial<BoardContext> {
  const { [taskId]: change, ...changes } = context.changes;
  return change?.revision === revision ? { changes } : {};
}

export function isDraggedByOther(context: BoardContext, taskId: number): boolean {
  return context.present.some((user) => user.dragging && user.focus === taskId);
}

export function startDrag(context: BoardContext, taskId: number, by: DragState["by"]): Partial<BoardContext> {
  const task = taskById(context.drawn, taskId);
  if (!task) return {};
  const ids = taskIdsInColumn(context.drawn, task.task_status_id);
  const at = ids.indexOf(taskId);
  const from = positionOf(task.task_status_id, ids.toSpliced(at, 1), at);
  const taskIds = draggedIds(context, taskId);
  return { drag: { taskId, taskIds, lane: null, by, task, version: task.version, from, over: from, conflict: null } };
}

/** Returns the ids dragged with a card: all selected cards if it is selected, except cards held by other users. */
function draggedIds(context: BoardContext, taskId: number): readonly number[] {
  const { selected, drawn } = context;
  if (!selected.includes(taskId)) return [taskId];
  const chosen = new Set(selected.filter((id) => id > 0 && (id === taskId || !isDraggedByOther(context, id))));
  return drawn.columnIds.flatMap((columnId) => taskIdsInColumn(drawn, columnId).filter((id) => chosen.has(id)));
}

export function isSamePosition(a: CardPosition, b: CardPosition): boolean {
  return a.columnId === b.columnId && a.beforeId === b.beforeId && a.afterId === b.afterId;
}

type Hover = { place: CardPosition; lane?: LaneMove | null };

export function hasDragTargetMoved({ drag }: BoardContext, { place, lane = null }: Hover): boolean {
  return drag !== null && !(isSamePosition(drag.over, place) && drag.lane?.to === lane?.to);
}

export function updateDragTarget({ drag, drawn }: BoardContext, { place, lane }: Hover): Partial<BoardContext> {
  return { drag: drag && { ...drag, over: place, lane: lane ? withFieldKindOfLane(lane, drawn) : null } };
}

/** Copies the queue's state into the context. */
export function withPending(
  context: BoardContext,
  changes: readonly PendingChange[],
  waiting: boolean,
): Partial<BoardContext> {
  const { server, deletedIds, projectId } = context;
  const pendingChanges = changes.filter(
    (pending) => belongsToBoard(pending, projectId, server, deletedIds) && !isSettled(pending, server, deletedIds),
  );
  const before = new Map(context.pendingChanges.map((pending) => [pending.id, pending.state]));
  const accepted = changes.filter(({ id, state }) => state === "done" && before.has(id) && before.get(id) !== "done");
  const drag = accepted.reduce(dragAfterAnswer, context.drag);
  const same =
    pendingChanges.length === context.pendingChanges.length &&
    pendingChanges.every((pending, at) => pending === context.pendingChanges[at]);
  return { ...(same ? {} : recomputeDrawn(context, { pendingChanges })), drag, waiting };
}

/** Updates the dragged card when an earlier pending change of it is accepted. */
function dragAfterAnswer(drag: DragState | null, done: PendingChange): DragState | null {
  if (!drag) return drag;
  if (done.kind === "change") {
    const version = done.answer?.find((task) => task.id === drag.taskId)?.version;
    return version === undefined ? drag : { ...drag, version };
  }
  if (!isPendingCardChange(done) || done.kind === "archive" || drag.taskId !== done.taskId || !done.answer) return drag;
  const { version } = done.answer;
  if (done.kind === "move") return { ...drag, version };
  const task = done.answer;
  return { ...drag, taskId: task.id, taskIds: [task.id], task, version };
}

interface PresenceUpdate {
  users: readonly PresentUser[];
  unnamed?: number;
}

/** Other users on the board. If the user isn't in `users`, they are counted in `unnamed`. */
export function withPresence({ me }: BoardContext, { users, unnamed = 0 }: PresenceUpdate) {
  const present = users.filter((user) => user.id !== me);
  return { present, unnamed: present.length < users.length ? unnamed : Math.max(unnamed - 1, 0) };
}
