import type { DomainEvent, DomainEvents } from "../../shared/domain-events";
import type { StreamName } from "../../shared/kernel/events";
import type { Tx } from "../../server/platform/database/unit-of-work";

/**
 * Does one thing when something has happened. Runs in the transaction that marks the event as processed, at least once:
 * what it writes must be the same when it runs again (unique keys, guarded updates). It may emit further events.
 */
export interface Consumer {
  name: string;
  events: readonly (keyof DomainEvents & string)[];
  /** Reads what these events need, for all of a batch at once, before the first of them is consumed. */
  prepare?(tx: Tx, events: readonly DomainEvent[]): Promise<void>;
  consume(tx: Tx, event: DomainEvent, stream: StreamName): Promise<void>;
}
