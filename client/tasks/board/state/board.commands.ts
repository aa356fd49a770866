import { taskOf, tasksIn } from "../../../../shared/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import { cardFields, copiedFields, initialCard, recordOf } from "../../../../shared/tasks/tasks.field-lists";
import type { TaskChangeInput } from "../../../../shared/tasks/tasks.schema";
import { newIdempotencyKey } from "../../../platform/api";
import type { TaskChanges } from "../../../undo/change-tasks";
import { type BoardContext, drawnWith, type Hand, lift, samePlace } from "./board.context";
import { laneEdit } from "./board.lanes";
import type { BoardEvent, Made, NewTask } from "./board.messages";
import { indexOf, type Place, placeOf } from "./board.place";
import { withdrawn } from "./board.queue";
import { type PendingCreate, fresh, isPendingTaskChange, type PendingChange } from "./board.pending";

/** What a command changes, and what there is to take back. */
export type CommandResult = Partial<BoardContext> & {
  made?: Omit<Made, "event">;
  /** What is never sent. */
  withdrawn?: readonly string[];
};

/** What the person does, as a pending change. What comes to nothing changes nothing. */
export function runCommand(context: BoardContext, event: BoardEvent): CommandResult {
  switch (event.type) {
    case "MOVE":
      return moved(context, event.taskId, event.to);
    case "DROP":
      return dropped(context);
    case "ADD":
      return added(context, event.tasks, event.to);
    case "ARCHIVE":
      return archived(context, event.taskId);
    case "SORT":
      return sorted(context, event.columnIds);
    case "SELECT":
      return { selected: event.ids, anchor: event.anchor };
    case "CHANGE":
      return changed(context, event.pending);
    case "UNMAKE":
      return unmade(context, event.pendingIds);
    case "DISCARD":
      return discarded(context, event.pendingId);
    case "KEEP_COPY":
      return keptAsCopy(context, event.pendingId);
    default:
      return {};
  }
}

/** Let go where it hovers. Back where it came from is no move. */
function dropped(context: BoardContext): CommandResult {
  const { hand } = context;
  if (!hand) return {};
  const elsewhere = hand.lane !== null && hand.lane.from !== hand.lane.to;
  if (hand.taskIds.length > 1 || elsewhere) return { ...changedByHand(context, hand), hand: null };
  if (samePlace(hand.over, hand.from)) return { hand: null };
  return { ...moved(context, hand.taskId, hand.over, hand), hand: null };
}

/** Several land together, in their order; another lane changes their field with it: one pending change, one step to take back. */
function changedByHand(context: BoardContext, { over, lane, taskIds, from }: Hand): CommandResult {
  const tasks = taskIds.flatMap((id) => taskOf(context.drawn, id) ?? []);
  const moves = taskIds.length > 1 || !samePlace(over, from);
  let above = known(over.beforeId);
  const changes = tasks.map((task): TaskChangeInput => {
    const place = { task_status_id: over.columnId, before_id: above, after_id: known(over.afterId) };
    above = task.id;
    return { id: task.id, version: task.version, ...(lane ? laneEdit(task, lane) : {}), ...(moves ? place : {}) };
  });
  if (changes.length === 0) return {};
  const id = newIdempotencyKey();
  const made = { kind: "change", pendingIds: [id], tasks, from, to: over } as const;
  return { ...changed(context, { id, changes, undoing: false, cards: [] }), made };
}

const known = (id: number | null) => (id !== null && id > 0 ? id : null);

let made = 0;
const runId = globalThis.crypto?.randomUUID?.() ?? String(Math.random()).slice(2);
const pendingId = () => `${runId}-${++made}`;
/** Ids of cards that the server doesn't know yet. */
let unborn = 0;

/** `hand`: what was known when it was picked up, and who touched it since. */
function moved(context: BoardContext, taskId: number, to: Place, hand?: Hand): CommandResult {
  const task = taskOf(context.drawn, taskId) ?? hand?.task;
  if (!task) return {};
  const place = lift(context, taskId, "pointer").hand?.from ?? null;
  if (place && samePlace(settledPlace(context, taskId, to), place)) return {};
  const pending: PendingChange = {
    ...fresh,
    id: pendingId(),
    kind: "move",
    taskId,
    to,
    task,
    version: hand?.version ?? task.version,
    conflict: hand?.conflict ?? null,
    answer: null,
  };
  const made = { kind: "move", pendingIds: [pending.id], tasks: [task], from: place, to } as const;
  return { ...drawnWith(context, { pendingChanges: [...context.pendingChanges, pending] }), made };
}

/** A place by its neighbours as they stand now. */
function settledPlace(context: BoardContext, taskId: number, to: Place): Place {
  const ids = tasksIn(context.drawn, to.columnId).filter((id) => id !== taskId);
  return placeOf(to.columnId, ids, indexOf(ids, to));
}

/** Several at once stand in the order they were given. */
function added(context: BoardContext, tasks: readonly NewTask[], to: Place): CommandResult {
  let { beforeId } = to;
  const pendingChanges = tasks.map((facts): PendingCreate => {
    const task = newTask(context.projectId, to.columnId, facts);
    const place: Place = { ...to, beforeId };
    beforeId = task.id;
    return { ...fresh, id: pendingId(), kind: "create", taskId: task.id, to: place, task, seen: null, answer: null };
  });
  const made = {
    kind: "create",
    pendingIds: pendingChanges.map((pending) => pending.id),
    tasks: pendingChanges.map((pending) => pending.task),
    from: null,
    to,
  } as const;
  return { ...drawnWith(context, { pendingChanges: [...context.pendingChanges, ...pendingChanges] }), made };
}

function newTask(project_id: number, task_status_id: number, facts: NewTask): BoardTask {
  return {
    id: --unborn,
    project_id,
    task_status_id,
    key: "",
    ...initialCard(),
    rank: "",
    version: 0,
    spent_minutes: 0,
    cover_url: null,
    created_at: new Date().toISOString(),
    reporter_id: null,
    comment_count: 0,
    attachment_count: 0,
    subtask_count: 0,
    subtask_done_count: 0,
    ...facts,
  };
}

function archived(context: BoardContext, taskId: number): CommandResult {
  const hand = lift(context, taskId, "pointer").hand;
  if (!hand) return {};
  const pending: PendingChange = { ...fresh, id: pendingId(), kind: "archive", taskId, task: hand.task };
  const made = { kind: "archive", pendingIds: [pending.id], tasks: [hand.task], from: hand.from, to: null } as const;
  return { ...drawnWith(context, { pendingChanges: [...context.pendingChanges, pending] }), made };
}

function sorted(context: BoardContext, columnIds: readonly number[]): Partial<BoardContext> {
  const pending: PendingChange = { ...fresh, id: pendingId(), kind: "sort", columnIds };
  return drawnWith(context, { pendingChanges: [...context.pendingChanges, pending] });
}

function changed(context: BoardContext, { id, changes, undoing, cards }: TaskChanges): Partial<BoardContext> {
  const pending: PendingChange = { ...fresh, id, kind: "change", changes, undoing, cards, answer: null };
  return drawnWith(context, { pendingChanges: [...context.pendingChanges, pending] });
}

/** What hasn't been sent yet is taken back by not sending it. */
function unmade(context: BoardContext, ids: readonly string[]): CommandResult {
  const gone = withdrawn(context.pendingChanges, ids);
  const pendingChanges = context.pendingChanges.filter((pending) => !gone.includes(pending));
  return { ...drawnWith(context, { pendingChanges }), withdrawn: gone.map(({ id }) => id) };
}

function discarded(context: BoardContext, id: string): Partial<BoardContext> {
  return drawnWith(context, { pendingChanges: context.pendingChanges.filter((pending) => pending.id !== id) });
}

const copiedOnCard = cardFields.filter((name) => copiedFields.some((copied) => copied === name));

/** A refused pending change for a task that is gone, made again as a new one. */
function keptAsCopy(context: BoardContext, id: string): CommandResult {
  const pending = context.pendingChanges.find((other) => other.id === id);
  if (!pending || !isPendingTaskChange(pending) || pending.kind === "archive") return {};
  const { task } = pending;
  const copy = Object.fromEntries(copiedOnCard.map((name) => [recordOf(name), task[recordOf(name)]]));
  const without = { ...context, ...discarded(context, id) };
  return added(without, [{ ...copy, title: task.title }], pending.to);
}
