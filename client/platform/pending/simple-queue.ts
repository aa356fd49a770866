import { newIdempotencyKey } from "../api";
import { acknowledgeChange, newPendingState, type PendingState } from "./pending";
import { PendingQueue } from "./pending-queue";

/** A pending change as data, with the reply once it is accepted. */
export interface Pending<Change, Reply> extends PendingState {
  change: Change;
  reply: Reply | null;
  label: string;
}

export interface AddOptions {
  id?: string;
  /** Localized description, listed while the change waits for the network. */
  label: string;
}

/** A queue of independent changes; refused ones are withdrawn. */
export class SimpleQueue<Change, Reply> extends PendingQueue<Pending<Change, Reply>, Reply> {
  constructor(name: string, send: (pending: Pending<Change, Reply>) => Promise<Reply>) {
    super(name, {
      send,
      accept: (changes, id, reply) => acknowledgeChange(changes, id, (done) => ({ ...done, reply })),
      label: ({ label }) => label,
    });
  }

  /** Adds a change and returns its outcome, as `outcomeOf` does. */
  add(change: Change, { id = newIdempotencyKey(), label }: AddOptions): Promise<Reply | null> {
    this.push({ ...newPendingState, id, change, reply: null, label });
    return this.outcomeOf(id);
  }
}
