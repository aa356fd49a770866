import { newIdempotencyKey } from "../platform/api";
import type { SimpleQueue } from "../platform/pending/simple-queue";
import { reportFailure } from "../platform/failure";
import { pendingStep, rememberStep, type UndoStep } from "./history";

interface Undoable<Reply> {
  /** Localized description in the undo history and in the list of unsent changes. */
  text: string;
  /** True if a toast offers to undo the change. */
  offer?: boolean;
  /** The step that undoes the accepted change; null if it changed nothing. */
  stepOf: (reply: Reply) => UndoStep | null;
}

/** Adds a pending change with its undo step. Undo withdraws the change while it is unsent, and waits for it while it is being sent. */
export function addUndoable<Change, Reply>(
  queue: SimpleQueue<Change, Reply>,
  change: Change,
  undoable: Undoable<Reply>,
): Promise<Reply | null> {
  const { step, sent } = start(queue, change, undoable);
  rememberStep(step);
  return sent;
}

function start<Change, Reply>(queue: SimpleQueue<Change, Reply>, change: Change, undoable: Undoable<Reply>) {
  const { text, offer, stepOf } = undoable;
  const id = newIdempotencyKey();
  const { step, land } = pendingStep(text, () => queue.withdraw(id));
  const again: UndoStep = {
    text,
    undo: () => {
      const { step, sent } = start(queue, change, undoable);
      sent.catch(reportFailure);
      return Promise.resolve(step);
    },
  };
  const sent = queue.add(change, { id, label: text });
  sent.then(
    (reply) => land(reply === null ? { text, undo: () => Promise.resolve(again) } : stepOf(reply), { offer }),
    () => land(null),
  );
  return { step, sent };
}
