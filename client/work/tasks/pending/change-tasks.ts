import type { ChangedTask } from "../../../../shared/work/tasks/bulk.contract";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import type { TaskChangeInput } from "../../../../shared/work/tasks/tasks.schema";
import { newIdempotencyKey } from "../../../platform/api";
import { reportFailure } from "../../../platform/failure";
import { undoMs } from "../../../ui/toast/toast";
import { pendingStep, type PendingStep, rememberPending, type UndoStep } from "../../../undo/history";
import { newPendingChange } from "./task-changes";
import { taskQueue } from "./task-queue";

/** Maximum number of changes per call (`changeTasksSchema`); more are sent in sequential calls. */
export const maxTasksPerCall = 500;

interface Changing {
  /** True if the change isn't visible on the screen; a toast then offers to undo it. */
  offer?: boolean;
  /** Reports the number of completed changes, if several calls are needed. */
  onPart?: (done: number) => void;
  /** Keys of the list rows that the change decides; see `Step.rows`. */
  rows?: readonly string[];
}

/**
 * Changes tasks on any screen: all or none per call, with a single undo step. The changes are shown immediately and wait for the network.
 * `text` is the localized description of the change.
 * @throws ProblemError if the server rejects a change (`errors` are named `changes.<index>.<field>`)
 */
export function changeTasks(
  changes: readonly TaskChangeInput[],
  text: string,
  { offer = false, onPart, rows }: Changing = {},
): Promise<readonly ChangedTask[]> {
  const batch = new Sending(changes);
  return batch.run(text, rememberPending(text, batch.withdraw), { offer, onPart, rows });
}

/** Changes being sent, which can be undone before all of them have been sent. */
class Sending {
  private readonly cards: readonly BoardTask[];
  private readonly answers: (readonly ChangedTask[])[] = [];
  private left: readonly TaskChangeInput[];
  private current: string | null = null;
  private withdrawn = false;
  private stopped = false;

  constructor(private readonly changes: readonly TaskChangeInput[]) {
    this.cards = taskQueue.shownTasks(changes.map(({ id }) => id));
    this.left = changes;
  }

  readonly withdraw = (): void => {
    this.withdrawn = true;
    if (this.current) taskQueue.withdraw(this.current);
  };

  async run(
    text: string,
    land: PendingStep["land"],
    { offer, onPart, rows }: Changing,
  ): Promise<readonly ChangedTask[]> {
    try {
      for (const part of partsOf(this.changes)) {
        this.current = newIdempotencyKey();
        const answer = this.withdrawn ? null : await push(part, { id: this.current, label: text, cards: this.cards });
        this.stopped = answer === null;
        if (!answer) break;
        this.answers.push(answer);
        this.left = this.left.slice(part.length);
        onPart?.(this.changes.length - this.left.length);
      }
      return this.answers.flat();
    } finally {
      const step = this.step(text);
      land(step && rows ? { ...step, rows: { keys: rows, until: Date.now() + undoMs } } : step, { offer });
    }
  }

  /** If a later call is rejected, the changes of earlier calls have still been applied and can be undone. */
  private step(text: string): UndoStep | null {
    const undo = this.answers.toReversed().flatMap(undoChangesOf);
    if (!this.stopped) return undo.length > 0 ? taskUndoStep(undo, text, this.cards) : null;
    const unsent: UndoStep = { text, undo: () => Promise.resolve(sendAgain(this.changes, text)) };
    if (undo.length === 0) return { text, undo: () => Promise.resolve(unsent) };
    return {
      text,
      undo: async () => taskUndoStep([...(await sendUndo(undo, this.cards)), ...this.left], text, this.cards),
    };
  }
}

/** Redo for changes that were withdrawn before being sent. */
function sendAgain(changes: readonly TaskChangeInput[], text: string): UndoStep {
  const batch = new Sending(changes);
  const { step, land } = pendingStep(text, batch.withdraw);
  batch.run(text, land, {}).catch(reportFailure);
  return step;
}

function partsOf(changes: readonly TaskChangeInput[]): (readonly TaskChangeInput[])[] {
  const parts = [];
  for (let at = 0; at < changes.length; at += maxTasksPerCall) parts.push(changes.slice(at, at + maxTasksPerCall));
  return parts;
}

export function taskUndoStep(
  changes: readonly TaskChangeInput[],
  text: string,
  cards: readonly BoardTask[] = [],
): UndoStep {
  return {
    text,
    undo: async () => {
      const now = [...cards, ...taskQueue.shownTasks(changes.map(({ id }) => id))];
      return taskUndoStep(await sendUndo(changes, now), text, now);
    },
  };
}

async function sendUndo(
  changes: readonly TaskChangeInput[],
  cards: readonly BoardTask[],
): Promise<readonly TaskChangeInput[]> {
  const parts: (readonly ChangedTask[])[] = [];
  for (const part of partsOf(changes))
    parts.push((await push(part, { id: newIdempotencyKey(), undoing: true, cards })) ?? []);
  return parts.toReversed().flatMap(undoChangesOf);
}

export const undoChangesOf = (data: readonly ChangedTask[]): TaskChangeInput[] =>
  data.flatMap(({ undo }) => undo ?? []);

interface Pushed {
  id: string;
  cards: readonly BoardTask[];
  undoing?: boolean;
  label?: string;
}

/** Resolves to null if the changes were withdrawn before they were sent. An undo doesn't wait for the network. */
async function push(
  changes: readonly TaskChangeInput[],
  { undoing = false, ...pushed }: Pushed,
): Promise<readonly ChangedTask[] | null> {
  if (changes.length === 0) return [];
  const pending = { ...newPendingChange, ...pushed, kind: "change", changes, undoing, answer: null } as const;
  taskQueue.push(pending, { waits: !undoing });
  const reply = await taskQueue.outcomeOf(pending.id);
  return reply?.kind === "changed" ? reply.tasks : null;
}
