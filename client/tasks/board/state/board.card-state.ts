import type { PresentUser } from "../../../../shared/kernel/streams";
import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import { taskOf } from "../../../../shared/tasks/tasks.board";
import { isBlocked } from "../../../../shared/tasks/tasks.filter.rules";
import type { Change } from "./board.context";
import { isAbout, type PendingChange } from "./board.pending";
import type { BoardSnapshot } from "./useBoard";

/** Everything a card shows beside its own fields. Each part keeps its identity while it doesn't change. */
export interface CardState {
  task: BoardTask | undefined;
  change: Change | undefined;
  /** Someone else has it in their hand. */
  holder: PresentUser | undefined;
  /** Someone else has it open, and how many more. */
  reader: PresentUser | undefined;
  moreReaders: number;
  open: boolean;
  /** Done here and not sent yet, though it should have been by now. */
  waiting: boolean;
  refused: PendingChange | undefined;
  inHand: boolean;
  /** Waits for a task that isn't done. */
  blocked: boolean;
  selected: boolean;
}

export function cardState(snapshot: BoardSnapshot, id: number): CardState {
  const { context } = snapshot;
  const task = taskOf(context.drawn, id);
  const readers = context.present.filter((user) => user.focus === id && !user.dragging);
  return {
    task,
    change: context.changes[id],
    holder: context.present.find((user) => user.dragging && user.focus === id),
    reader: readers[0],
    moreReaders: Math.max(0, readers.length - 1),
    open: context.open === id,
    waiting:
      snapshot.hasTag("waiting") && context.pendingChanges.some((pending) => isAbout(pending, id) && isUnsent(pending)),
    refused: context.pendingChanges.find((pending) => isAbout(pending, id) && pending.state === "refused"),
    blocked: task !== undefined && isBlocked(task, (other) => taskOf(context.drawn, other)?.progress),
    inHand: context.hand?.taskIds.includes(id) ?? false,
    selected: context.selected.includes(id),
  };
}

const isUnsent = (pending: PendingChange) => pending.state === "waiting" || pending.state === "sent";
