import { fieldKindsOf } from "../../../../shared/work/fields/field-values.rules";
import { taskById, taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import { cardFields, copiedFields, recordNameOf } from "../../../../shared/work/tasks/tasks.field-lists";
import type { TaskChangeInput } from "../../../../shared/work/tasks/tasks.schema";
import { newIdempotencyKey } from "../../../platform/api";
import { type BoardContext, recomputeDrawn, type DragState, startDrag, isSamePosition } from "./board.context";
import { taskChangeForLane } from "./board.lanes";
import type { BoardEvent, DoneCommand } from "./board.messages";
import { newCard, type NewTask } from "../pending/new-card";
import { indexOf, type CardPosition, positionOf } from "../pending/card-position";
import {
  isPendingCardChange,
  newPendingChange,
  type PendingChange,
  type PendingCreate,
  type PendingEdit,
} from "../pending/task-changes";

/** Context changes of a command, its pending changes, and what is needed to undo it. */
type CommandResult = Partial<BoardContext> & {
  added?: readonly PendingChange[];
  made?: DoneCommand;
};

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
    case "KEEP_COPY":
      return keptAsCopy(context, event.pendingId);
    default:
      return {};
  }
}

function dropped(context: BoardContext): CommandResult {
  const { drag } = context;
  if (!drag) return {};
  const elsewhere = drag.lane !== null && drag.lane.from !== drag.lane.to;
  if (drag.taskIds.length > 1 || elsewhere) return { ...changedByHand(context, drag), drag: null };
  if (isSamePosition(drag.over, drag.from)) return { drag: null };
  return { ...moved(context, drag.taskId, drag.over, drag), drag: null };
}

/** Dropping several cards, or dropping into another lane, creates one pending change and one undo step. */
function changedByHand(context: BoardContext, { over, lane, taskIds, from }: DragState): CommandResult {
  const tasks = taskIds.flatMap((id) => taskById(context.drawn, id) ?? []);
  const moves = taskIds.length > 1 || !isSamePosition(over, from);
  let above = knownId(over.beforeId);
  const changes = tasks.map((task): TaskChangeInput => {
    const place = { task_status_id: over.columnId, before_id: above, after_id: knownId(over.afterId) };
    above = task.id;
    return {
      id: task.id,
      version: task.version,
      ...(lane ? taskChangeForLane(task, lane) : {}),
      ...(moves ? place : {}),
    };
  });
  if (changes.length === 0) return {};
  const edit: PendingEdit = {
    ...newPendingChange,
    id: newIdempotencyKey(),
    kind: "change",
    changes,
    undoing: false,
    cards: [],
    answer: null,
  };
  return { ...withAdded(context, edit), made: { kind: "change", changes: [edit], tasks, from, to: over } };
}

const knownId = (id: number | null) => (id !== null && id > 0 ? id : null);

let commandCount = 0;
const runId = globalThis.crypto?.randomUUID?.() ?? String(Math.random()).slice(2);
const pendingId = () => `${runId}-${++commandCount}`;

/** `drag`: the dragged card's version at pickup and conflicts since. */
function moved(context: BoardContext, taskId: number, to: CardPosition, drag?: DragState): CommandResult {
  const task = taskById(context.drawn, taskId) ?? drag?.task;
  if (!task) return {};
  const place = startDrag(context, taskId, "pointer").drag?.from ?? null;
  if (place && isSamePosition(resolvePosition(context, taskId, to), place)) return {};
  const pending: PendingChange = {
    ...newPendingChange,
    id: pendingId(),
    kind: "move",
    taskId,
    to,
    task,
    version: drag?.version ?? task.version,
    conflict: drag?.conflict ?? null,
    answer: null,
  };
  return { ...withAdded(context, pending), made: { kind: "move", changes: [pending], tasks: [task], from: place, to } };
}

/** Updates the neighbors of a position to the current order. */
function resolvePosition(context: BoardContext, taskId: number, to: CardPosition): CardPosition {
  const ids = taskIdsInColumn(context.drawn, to.columnId).filter((id) => id !== taskId);
  return positionOf(to.columnId, ids, indexOf(ids, to));
}

function added(context: BoardContext, tasks: readonly NewTask[], to: CardPosition): CommandResult {
  let { beforeId } = to;
  const pendingChanges = tasks.map((facts): PendingCreate => {
    const task = newCard(context.projectId, to.columnId, facts);
    const place: CardPosition = { ...to, beforeId };
    beforeId = task.id;
    return {
      ...newPendingChange,
      id: pendingId(),
      kind: "create",
      taskId: task.id,
      to: place,
      task,
      fieldKinds: fieldKindsOf(task.field_values, context.drawn.fields),
      template: facts.template,
      seenId: null,
      answer: null,
    };
  });
  const created = pendingChanges.map((pending) => pending.task);
  const command: DoneCommand = { kind: "create", changes: pendingChanges, tasks: created, from: null, to };
  return { ...withAdded(context, ...pendingChanges), made: command };
}

function archived(context: BoardContext, taskId: number): CommandResult {
  const drag = startDrag(context, taskId, "pointer").drag;
  if (!drag) return {};
  const pending: PendingChange = { ...newPendingChange, id: pendingId(), kind: "archive", taskId, task: drag.task };
  const command: DoneCommand = { kind: "archive", changes: [pending], tasks: [drag.task], from: drag.from, to: null };
  return { ...withAdded(context, pending), made: command };
}

function sorted(context: BoardContext, columnIds: readonly number[]): CommandResult {
  const { projectId } = context;
  return withAdded(context, { ...newPendingChange, id: pendingId(), kind: "sort", projectId, columnIds });
}

function withAdded(context: BoardContext, ...added: readonly PendingChange[]): CommandResult {
  return { ...recomputeDrawn(context, { pendingChanges: [...context.pendingChanges, ...added] }), added };
}

const copiedOnCard = cardFields.filter((name) => copiedFields.some((copied) => copied === name));

/** Turns a refused change of a deleted task into a new task. */
function keptAsCopy(context: BoardContext, id: string): CommandResult {
  const pending = context.pendingChanges.find((other) => other.id === id);
  if (!pending || !isPendingCardChange(pending) || pending.kind === "archive") return {};
  const { task } = pending;
  const copy = Object.fromEntries(copiedOnCard.map((name) => [recordNameOf(name), task[recordNameOf(name)]]));
  const without = recomputeDrawn(context, {
    pendingChanges: context.pendingChanges.filter((other) => other !== pending),
  });
  return added({ ...context, ...without }, [{ ...copy, title: task.title }], pending.to);
}
