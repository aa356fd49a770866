import type { ConnectionState } from "../../../platform/live/live.types";
import type { DomainEvent } from "../../../../shared/domain-events";
import type { Actor } from "../../../../shared/kernel/events";
import type { PresentUser } from "../../../../shared/kernel/streams";
import { type Board, emptyBoard, taskOf, tasksIn } from "../../../../shared/tasks/tasks.board";
import { applyEvent } from "../../../../shared/tasks/tasks.board-events";
import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import type { LaneStep } from "./board.lanes";
import { acknowledge, afterEvent, type Answer, markUnsent, nextPending, conflictOf, taskIdOf } from "./board.queue";
import { type Place, placeOf } from "./board.place";
import { draw, isSettled, isPendingTaskChange, type Conflict, type PendingChange } from "./board.pending";

export interface BoardContext {
  projectId: number;
  /** The person at this screen. */
  me: number;
  /** What the server has told, and nothing else. */
  server: Board;
  pendingChanges: readonly PendingChange[];
  /** `server` with `pendingChanges` laid over it. */
  drawn: Board;
  hand: Hand | null;
  /** In the order in which they were picked. */
  selected: readonly number[];
  /** Where a range of the selection starts. */
  anchor: number | null;
  /** Others on the board. */
  present: readonly PresentUser[];
  /** How many there are besides: of a crowd some are named. */
  unnamed: number;
  /** Cards that someone else has just changed, by task. */
  changes: Readonly<Record<number, Change>>;
  /** Tasks that left the board lately; settles pending changes whose task was gone before their answer came. */
  gone: readonly number[];
  /** The task open in the panel; told to the others. */
  open: number | null;
  connection: ConnectionState;
  problem: { status: number; message: string; requestId: string | null } | null;
}

/** The card in one's hand, and the selected ones with it. Events go on around it; it stays in the hand until it is dropped. */
export interface Hand {
  taskId: number;
  /** All of them, in the order of the board. */
  taskIds: readonly number[];
  /** Into another swimlane. */
  lane: LaneStep | null;
  by: "pointer" | "keyboard";
  task: BoardTask;
  version: number;
  from: Place;
  over: Place;
  /** Who did something to the task since it was picked up. */
  conflict: Conflict | null;
}

export interface Change {
  /** Tells one change of a card from the next. */
  revision: number;
  actor: Actor | null;
  type: DomainEvent["type"];
  /** Moved here from another column, not within this one. */
  arrived: boolean;
}

export function emptyContext(projectId: number, me: number): BoardContext {
  return {
    projectId,
    me,
    server: emptyBoard,
    pendingChanges: [],
    drawn: emptyBoard,
    hand: null,
    selected: [],
    anchor: null,
    present: [],
    unnamed: 0,
    changes: {},
    gone: [],
    open: null,
    connection: "reconnecting",
    problem: null,
  };
}

/** Only what changes, drawn anew when the server's board or the pending changes did. */
export function drawnWith(
  context: BoardContext,
  change: Partial<Pick<BoardContext, "server" | "pendingChanges">>,
): Partial<BoardContext> {
  const { server, pendingChanges, selected } = { ...context, ...change };
  const drawn = draw(server, pendingChanges);
  // What leaves the board leaves the selection.
  const left = selected.some((id) => !taskOf(drawn, id));
  return { ...change, drawn, ...(left ? { selected: selected.filter((id) => taskOf(drawn, id)) } : {}) };
}

/** Applies what the sequencer let through. Events that aren't the next one are dropped; `hasHole` looks for holes. */
export function withEvents(context: BoardContext, events: readonly DomainEvent[]): Partial<BoardContext> {
  let { server, pendingChanges, changes, gone, hand } = context;
  const telling = context.connection === "live"; // what happened while one was away isn't "just now"
  for (const event of events) {
    if (event.revision !== server.revision + 1) continue;
    const before = server;
    server = applyEvent(server, event);
    const taskId = taskIdOf(event);
    if (taskId !== null && !taskOf(server, taskId)) gone = [...gone.slice(-49), taskId];
    pendingChanges = afterEvent(pendingChanges, event, server, gone, context.me);
    if (hand && hand.taskId === taskId) hand = { ...hand, conflict: conflictOf(event, context.me) ?? hand.conflict };
    const change = telling ? changeOf(event, before, server, context.me) : null;
    if (change && taskId !== null) changes = { ...changes, [taskId]: change };
  }
  return { ...drawnWith(context, { server, pendingChanges }), changes, gone, hand };
}

export function hasHole(context: BoardContext, events: readonly DomainEvent[]): boolean {
  let next = context.server.revision + 1;
  for (const { revision } of events) {
    if (revision > next) return true;
    if (revision === next) next += 1;
  }
  return false;
}

const worthTelling = new Set(["task.created", "task.updated", "task.moved", "task.restored"]);

function changeOf(event: DomainEvent, before: Board, after: Board, me: number): Change | null {
  if (!worthTelling.has(event.type) || event.actor?.id === me) return null;
  const id = taskIdOf(event) as number;
  const arrived = taskOf(before, id)?.task_status_id !== taskOf(after, id)?.task_status_id;
  return { revision: event.revision, actor: event.actor, type: event.type, arrived };
}

/** The sentence on a card has stood long enough, unless another has taken its place. */
export function faded(context: BoardContext, taskId: number, revision: number): Partial<BoardContext> {
  const { [taskId]: change, ...changes } = context.changes;
  return change?.revision === revision ? { changes } : {};
}

// The hand.

/** Someone else has it in their hand. */
export function isHeld(context: BoardContext, taskId: number): boolean {
  return context.present.some((user) => user.dragging && user.focus === taskId);
}

export function lift(context: BoardContext, taskId: number, by: Hand["by"]): Partial<BoardContext> {
  const task = taskOf(context.drawn, taskId);
  if (!task) return {};
  const ids = tasksIn(context.drawn, task.task_status_id);
  const at = ids.indexOf(taskId);
  const from = placeOf(task.task_status_id, ids.toSpliced(at, 1), at);
  const taskIds = handful(context, taskId);
  return { hand: { taskId, taskIds, lane: null, by, task, version: task.version, from, over: from, conflict: null } };
}

/** A selected card takes the others with it, those that someone else holds excepted. */
function handful(context: BoardContext, taskId: number): readonly number[] {
  const { selected, drawn } = context;
  if (!selected.includes(taskId)) return [taskId];
  const chosen = new Set(selected.filter((id) => id > 0 && (id === taskId || !isHeld(context, id))));
  return drawn.columnIds.flatMap((columnId) => tasksIn(drawn, columnId).filter((id) => chosen.has(id)));
}

export function samePlace(a: Place, b: Place): boolean {
  return a.columnId === b.columnId && a.beforeId === b.beforeId && a.afterId === b.afterId;
}

type Hover = { place: Place; lane?: LaneStep | null };

export function hoversElsewhere({ hand }: BoardContext, { place, lane = null }: Hover): boolean {
  return hand !== null && !(samePlace(hand.over, place) && hand.lane?.to === lane?.to);
}

export function hover({ hand }: BoardContext, { place, lane = null }: Hover): Partial<BoardContext> {
  return { hand: hand && { ...hand, over: place, lane } };
}

/** The server's yes to the pending change that was sent. */
export function accepted(context: BoardContext, answer: Answer): Partial<BoardContext> {
  const pending = nextPending(context.pendingChanges);
  if (!pending) return {};
  const pendingChanges = acknowledge(context.pendingChanges, pending.id, answer).filter(
    (other) => !isSettled(other, context.server, context.gone),
  );
  return { ...drawnWith(context, { pendingChanges }), hand: heldOn(context.hand, pending, answer) };
}

/** It waits for the network; but what takes something back is given up, and can be asked for again. */
export function unreached(context: BoardContext): Partial<BoardContext> & { givenUp?: string } {
  const pending = nextPending(context.pendingChanges);
  if (!pending) return {};
  if (pending.kind !== "change" || !pending.undoing)
    return { pendingChanges: markUnsent(context.pendingChanges, pending.id) };
  const pendingChanges = context.pendingChanges.filter((other) => other !== pending);
  return { ...drawnWith(context, { pendingChanges }), givenUp: pending.id };
}

/** What is in the hand leans on one's own earlier pending changes as well. */
function heldOn(hand: Hand | null, pending: PendingChange, answer: Answer): Hand | null {
  if (!hand) return hand;
  if (answer.kind === "changed") {
    const version = answer.tasks.find((task) => task.id === hand.taskId)?.version;
    return version === undefined ? hand : { ...hand, version };
  }
  if (!isPendingTaskChange(pending) || hand.taskId !== pending.taskId) return hand;
  if (answer.kind === "move") return { ...hand, version: answer.version };
  if (answer.kind === "task")
    return {
      ...hand,
      taskId: answer.task.id,
      taskIds: [answer.task.id],
      task: answer.task,
      version: answer.task.version,
    };
  return hand;
}

export interface ToSend {
  pending: PendingChange;
  projectId: number;
}

/** What is sent next; asked only while there is something. */
export const toSend = ({ pendingChanges, projectId }: BoardContext): ToSend => ({
  pending: nextPending(pendingChanges) as PendingChange,
  projectId,
});

interface Present {
  users: readonly PresentUser[];
  unnamed?: number;
}

/** Who else looks at the board. Who isn't named oneself is one of those who aren't. */
export function withPresent({ me }: BoardContext, { users, unnamed = 0 }: Present) {
  const present = users.filter((user) => user.id !== me);
  return { present, unnamed: present.length < users.length ? unnamed : Math.max(unnamed - 1, 0) };
}
