import { taskOf, tasksIn } from "../../shared/tasks/tasks.board";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { type BoardContext, drawnWith, type Hand, lift, samePlace, type Undo } from "./board.context";
import type { BoardEvent, NewTask } from "./board.messages";
import { fresh, indexOf, type Place, placeOf, type Wish } from "./board.wishes";

/** What the person does, as a wish. What comes to nothing changes nothing. */
export function deed(context: BoardContext, event: BoardEvent): Partial<BoardContext> {
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
    case "UNDO":
      return undone(context);
    case "DISCARD":
      return discarded(context, event.wishId);
    case "KEEP_COPY":
      return keptAsCopy(context, event.wishId);
    default:
      return {};
  }
}

/** Let go where it hovers. Back where it came from is no move. */
function dropped(context: BoardContext): Partial<BoardContext> {
  const { hand } = context;
  if (!hand) return {};
  if (samePlace(hand.over, hand.from)) return { hand: null };
  return { ...moved(context, hand.taskId, hand.over, hand), hand: null };
}

let made = 0;
const runId = globalThis.crypto?.randomUUID?.() ?? String(Math.random()).slice(2);
const wishId = () => `${runId}-${++made}`;
/** Ids of cards that the server doesn't know yet. */
let unborn = 0;

/** `hand`: what was known when it was picked up, and who touched it since. */
function moved(context: BoardContext, taskId: number, to: Place, hand?: Hand): Partial<BoardContext> {
  const task = taskOf(context.drawn, taskId) ?? hand?.task;
  if (!task) return {};
  const place = lift(context, taskId, "pointer").hand?.from ?? null;
  if (place && samePlace(settledPlace(context, taskId, to), place)) return {};
  const wish: Wish = {
    ...fresh,
    id: wishId(),
    kind: "move",
    taskId,
    to,
    task,
    version: hand?.version ?? task.version,
    rival: hand?.rival ?? null,
    answer: null,
  };
  const undo: Undo | null = place && {
    kind: "move",
    wishId: wish.id,
    taskId,
    key: task.key || task.title,
    to: place,
  };
  return { ...drawnWith(context, { wishes: [...context.wishes, wish] }), undo };
}

/** A place by its neighbours as they stand now. */
function settledPlace(context: BoardContext, taskId: number, to: Place): Place {
  const ids = tasksIn(context.drawn, to.columnId).filter((id) => id !== taskId);
  return placeOf(to.columnId, ids, indexOf(ids, to));
}

/** Several at once stand in the order they were given. */
function added(context: BoardContext, tasks: readonly NewTask[], to: Place): Partial<BoardContext> {
  let { beforeId } = to;
  const wishes = tasks.map((facts): Wish => {
    const task = newTask(context.projectId, to.columnId, facts);
    const place: Place = { ...to, beforeId };
    beforeId = task.id;
    return { ...fresh, id: wishId(), kind: "create", taskId: task.id, to: place, task, answer: null };
  });
  return drawnWith(context, { wishes: [...context.wishes, ...wishes] });
}

function newTask(project_id: number, task_status_id: number, facts: NewTask): BoardTask {
  return {
    id: --unborn,
    project_id,
    task_status_id,
    key: "",
    priority: "medium",
    complexity: 3,
    start_date: null,
    due_date: null,
    progress: 0,
    rank: "",
    version: 0,
    user_ids: [],
    group_ids: [],
    tag_ids: [],
    blocker_ids: [],
    estimate_minutes: null,
    spent_minutes: 0,
    cover_url: null,
    created_at: new Date().toISOString(),
    comment_count: 0,
    attachment_count: 0,
    subtask_count: 0,
    subtask_done_count: 0,
    ...facts,
  };
}

function archived(context: BoardContext, taskId: number): Partial<BoardContext> {
  const hand = lift(context, taskId, "pointer").hand;
  if (!hand) return {};
  const wish: Wish = { ...fresh, id: wishId(), kind: "archive", taskId, task: hand.task };
  const undo: Undo = { kind: "archive", wishId: wish.id, taskId, key: hand.task.key, to: hand.from, task: hand.task };
  return { ...drawnWith(context, { wishes: [...context.wishes, wish] }), undo };
}

function sorted(context: BoardContext, columnIds: readonly number[]): Partial<BoardContext> {
  const wish: Wish = { ...fresh, id: wishId(), kind: "sort", columnIds };
  return drawnWith(context, { wishes: [...context.wishes, wish] });
}

/** What hasn't been sent yet is simply not sent; the rest is done the other way round. */
function undone(context: BoardContext): Partial<BoardContext> {
  const { undo, wishes } = context;
  if (!undo) return {};
  const cleared = { ...context, undo: null };
  if (wishes.some((wish) => wish.id === undo.wishId && wish.state === "waiting")) {
    return { ...drawnWith(cleared, { wishes: wishes.filter((wish) => wish.id !== undo.wishId) }), undo: null };
  }
  if (undo.kind === "move") return { ...moved(cleared, undo.taskId, undo.to), undo: null };
  const restore: Wish = {
    ...fresh,
    id: wishId(),
    kind: "restore",
    taskId: undo.taskId,
    to: undo.to,
    task: undo.task,
    answer: null,
  };
  const back: Wish = {
    ...fresh,
    id: wishId(),
    kind: "move",
    taskId: undo.taskId,
    to: undo.to,
    task: undo.task,
    version: undo.task.version,
    answer: null,
  };
  return { ...drawnWith(cleared, { wishes: [...wishes, restore, back] }), undo: null };
}

function discarded(context: BoardContext, id: string): Partial<BoardContext> {
  return drawnWith(context, { wishes: context.wishes.filter((wish) => wish.id !== id) });
}

/** A refused wish for a task that is gone, made again as a new one. */
function keptAsCopy(context: BoardContext, id: string): Partial<BoardContext> {
  const wish = context.wishes.find((other) => other.id === id);
  if (!wish || wish.kind === "sort" || wish.kind === "archive") return {};
  const { title, priority, complexity, due_date, user_ids, tag_ids } = wish.task;
  const without = { ...context, ...discarded(context, id) };
  return added(without, [{ title, priority, complexity, due_date, user_ids, tag_ids }], wish.to);
}
