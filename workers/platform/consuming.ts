import type { CommittedEvent } from "../../server/platform/database/unit-of-work";
import { groupBy } from "../../shared/kernel/group-by";
import { consumeAll, type Workshop } from "./process-events";

/** Tenants at a time; one tenant's events go through one after the other. */
const lanes = 3;
/** Events per transaction. */
const atOnce = 200;
/** Of a tenant. More are left in the log, where redrive finds them: were they waited for, everybody's live events would. */
const room = 2_000;
/** Of all: what piles up in memory is lost with the process. */
const roomForAll = 20_000;

export interface Consuming {
  /** Takes events that are on the sockets already, as many as there is room for. */
  take(batch: readonly CommittedEvent[]): void;
  /** Whether an event waits here: redrive leaves it alone. */
  holds(eventId: number): boolean;
  /** Resolves when none of these wait any more. Whatever comes after them may. */
  passed(eventIds: readonly number[]): Promise<void>;
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
        const already = waiting.get(tenantId) ?? [];
        const left = Math.max(0, Math.min(room - already.length, roomForAll - held.size));
        const fresh = events.filter(({ event }) => !held.has(event.id)).slice(0, left);
        if (fresh.length === 0) continue;
        for (const { event } of fresh) held.add(event.id);
        already.push(...fresh);
        waiting.set(tenantId, already);
      }
      next();
    },
    holds: (eventId) => held.has(eventId),
    passed: (eventIds) => until(() => !eventIds.some((id) => held.has(id))),
    drained: () => until(() => held.size === 0),
  };
}
