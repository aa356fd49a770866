import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { PendingQueue } from "../../../platform/pending/pending-queue";
import { ProblemError } from "../../../platform/problem-error";
import { sendTaskChange } from "./send-task-change";
import type { PendingChange } from "./task-changes";
import { acknowledgeChange, findAppliedBefore, refuseChange, type SendReply } from "./task-queue.rules";

class TaskQueue extends PendingQueue<PendingChange, SendReply> {
  private readonly sources = new Set<(id: number) => BoardTask | undefined>();
  private describe: (pending: PendingChange) => string = ({ label = "" }) => label;

  constructor() {
    super("tasks", {
      send: sendTaskChange,
      accept: acknowledgeChange,
      refuse: refuseChange,
      appliedBefore: (pending, error) =>
        error instanceof ProblemError ? findAppliedBefore(pending, error.code, error.record) : null,
      label: (pending) => this.describe(pending),
    });
  }

  /** Describes changes of cards in the list of unsent changes, also after the board is closed. */
  describeWith(describe: (pending: PendingChange) => string): void {
    this.describe = describe;
  }

  /** Registers a screen whose tasks can be rendered again when they return from the archive. */
  addSource(taskOf: (id: number) => BoardTask | undefined): () => void {
    this.sources.add(taskOf);
    return () => this.sources.delete(taskOf);
  }

  shownTasks(ids: readonly number[]): BoardTask[] {
    return [...this.sources].flatMap((taskOf) => ids.flatMap((id) => taskOf(id) ?? []));
  }

  /** Stores what a board learned from events about changes that aren't accepted yet. */
  note(learned: readonly PendingChange[]): void {
    const learnedById = new Map(learned.map((pending) => [pending.id, pending]));
    const next = this.changes.value.map((pending) => withEventFacts(pending, learnedById.get(pending.id)));
    if (next.some((pending, at) => pending !== this.changes.value[at])) this.changes.set(next);
  }
}

function withEventFacts(pending: PendingChange, learned: PendingChange | undefined): PendingChange {
  if (!learned) return pending;
  const conflict = learned.conflict ?? pending.conflict;
  if (pending.kind !== "create") return conflict === pending.conflict ? pending : { ...pending, conflict };
  const seenId = (learned.kind === "create" ? learned.seenId : null) ?? pending.seenId;
  return conflict === pending.conflict && seenId === pending.seenId ? pending : { ...pending, conflict, seenId };
}

/** Pending task changes of all screens. */
export const taskQueue = new TaskQueue();
