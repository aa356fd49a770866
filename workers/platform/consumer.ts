import type { DomainEvent, DomainEvents } from "../../shared/domain-events";
import type { StreamName } from "../../shared/kernel/events";
import type { Tx } from "../../server/platform/unit-of-work";

/**
 * Does one thing when something has happened. Runs in the transaction that marks the event as processed, at least once:
 * what it writes must be the same when it runs again (unique keys, guarded updates). It may emit further events.
 */
export interface Consumer {
  name: string;
  events: readonly (keyof DomainEvents & string)[];
  consume(tx: Tx, event: DomainEvent, stream: StreamName): Promise<void>;
}
