import type { PresentUser } from "../../../../shared/kernel/streams";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { taskById } from "../../../../shared/work/tasks/tasks.board";
import { isBlocked } from "../../../../shared/work/tasks/tasks.conditions.rules";
import type { RecentChange } from "./board.context";
import { changesTask, type PendingChange } from "../pending/task-changes";
import type { BoardSnapshot } from "./useBoard";

/** State of a card in addition to its fields. Parts keep their identity while unchanged. */
export interface CardState {
  task: BoardTask | undefined;
  change: RecentChange | undefined;
  holder: PresentUser | undefined;
  /** Another user who has the task open; `moreReaders` is the number of additional ones. */
  reader: PresentUser | undefined;
  moreReaders: number;
  open: boolean;
  /** True if a change has been unsent for longer than expected. */
  waiting: boolean;
  refused: PendingChange | undefined;
  inHand: boolean;
  blocked: boolean;
  selected: boolean;
}

export function cardState(snapshot: BoardSnapshot, id: number): CardState {
  const { context } = snapshot;
  const task = taskById(context.drawn, id);
  const readers = context.present.filter((user) => user.focus === id && !user.dragging);
  return {
    task,
    change: context.changes[id],
    holder: context.present.find((user) => user.dragging && user.focus === id),
    reader: readers[0],
    moreReaders: Math.max(0, readers.length - 1),
    open: context.open === id,
    waiting: context.waiting && context.pendingChanges.some((pending) => changesTask(pending, id) && isUnsent(pending)),
    refused: context.pendingChanges.find((pending) => changesTask(pending, id) && pending.state === "refused"),
    blocked: task !== undefined && isBlocked(task, (other) => taskById(context.drawn, other)?.progress),
    inHand: context.drag?.taskIds.includes(id) ?? false,
    selected: context.selected.includes(id),
  };
}

const isUnsent = (pending: PendingChange) => pending.state === "waiting" || pending.state === "sent";
