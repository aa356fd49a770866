import type { StreamName, DomainEvent, DomainEvents } from "../../shared/kernel/events";
import type { Tx } from "../../server/platform/database/unit-of-work";

/**
 * Reacts to events in the transaction that marks them as processed. It may run more than once for an event, so its writes must be
 * idempotent (unique keys, guarded updates). It may emit further events.
 */
export interface Consumer {
  name: string;
  events: readonly (keyof DomainEvents & string)[];
  /** Loads the data for all events of a batch before the first event is consumed. */
  prepare?(tx: Tx, events: readonly DomainEvent[]): Promise<void>;
  consume(tx: Tx, event: DomainEvent, stream: StreamName): Promise<void>;
}
