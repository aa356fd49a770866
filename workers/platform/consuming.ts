import type { CommittedEvent } from "../../server/platform/database/unit-of-work";
import { groupBy } from "../../shared/kernel/group-by";
import { consumeAll, type Workshop } from "./process-events";

/** Tenants at a time; one tenant's events go through one after the other. */
const lanes = 3;
/** Events per transaction. */
const atOnce = 200;
/** More than this many, and whoever brings events waits: what piles up in memory is lost with the process. */
const room = 2_000;

export interface Consuming {
  /** Takes events that are on the sockets already. Resolves when there is room for more, not when they are consumed. */
  take(batch: readonly CommittedEvent[]): Promise<void>;
  /** Whether an event waits here: redrive leaves it alone. */
  holds(eventId: number): boolean;
  /** Resolves when nothing waits any more. */
  drained(): Promise<void>;
}

/**
 * Consumers behind the sockets, not in front of them: what is live never waits for who is told of it, and what comes
 * while a tenant's transaction runs goes through the next one together. A crash loses what waits here, and redrive
 * finds it in the log, like everything that a queue has lost.
 */
export function createConsuming(workshop: Workshop): Consuming {
  const waiting = new Map<number, CommittedEvent[]>();
  const busy = new Set<number>();
  const held = new Set<number>();
  const told: (() => void)[] = [];

  async function work(tenantId: number): Promise<void> {
    const events = waiting.get(tenantId) ?? [];
    const taken = events.splice(0, atOnce);
    if (events.length === 0) waiting.delete(tenantId);
    busy.add(tenantId);
    try {
      await consumeAll(workshop, tenantId, taken);
    } catch (error) {
      workshop.log.warn({ err: error, events: taken.length }, "events not consumed; redrive will find them");
    }
    busy.delete(tenantId);
    for (const { event } of taken) held.delete(event.id);
    // Who has just been served goes to the end.
    const more = waiting.get(tenantId);
    if (more) {
      waiting.delete(tenantId);
      waiting.set(tenantId, more);
    }
    for (const tell of told.splice(0)) tell();
    next();
  }

  function next(): void {
    for (const tenantId of waiting.keys()) {
      if (busy.size >= lanes) return;
      if (!busy.has(tenantId)) void work(tenantId);
    }
  }

  const until = async (enough: () => boolean): Promise<void> => {
    while (!enough()) await new Promise<void>((resolve) => told.push(resolve));
  };

  return {
    take(batch) {
      for (const [tenantId, events] of groupBy(batch, (item) => item.tenantId)) {
        const fresh = events.filter(({ event }) => !held.has(event.id));
        if (fresh.length === 0) continue;
        for (const { event } of fresh) held.add(event.id);
        const already = waiting.get(tenantId);
        if (already) already.push(...fresh);
        else waiting.set(tenantId, fresh);
      }
      next();
      return until(() => held.size <= room);
    },
    holds: (eventId) => held.has(eventId),
    drained: () => until(() => held.size === 0),
  };
}
