import type { CommittedEvent } from "../../server/platform/database/unit-of-work";
import { groupBy } from "../../shared/kernel/group-by";
import { consumeAll, type WorkerContext } from "./process-events";

/** Maximum number of tenants processed concurrently; events of one tenant are processed sequentially. */
const tenantConcurrency = 3;
const batchSize = 200;
/**
 * Maximum number of queued events per tenant. Further events stay in the log for redrive; waiting for them would delay live events of all
 * tenants.
 */
const maxQueuedPerTenant = 2_000;
/** Maximum number of queued events in total, as a crash loses the queue. */
const maxQueued = 20_000;

export interface ConsumerRunner {
  /** Queues events, up to the limits. They were already sent to sockets. */
  take(batch: readonly CommittedEvent[]): void;
  holds(eventId: number): boolean;
  /** Resolves when none of these events is queued anymore. */
  passed(eventIds: readonly number[]): Promise<void>;
  drained(): Promise<void>;
}

/**
 * Runs consumers after the socket broadcast, so that live events never wait for consumers. Events received during a tenant's transaction
 * form the next batch. A crash loses the queue; redrive finds its events in the log.
 */
export function createConsumerRunner(workshop: WorkerContext): ConsumerRunner {
  const waiting = new Map<number, CommittedEvent[]>();
  const busy = new Set<number>();
  const held = new Set<number>();
  const idleListeners: (() => void)[] = [];

  async function work(tenantId: number): Promise<void> {
    const events = waiting.get(tenantId) ?? [];
    const taken = events.splice(0, batchSize);
    if (events.length === 0) waiting.delete(tenantId);
    busy.add(tenantId);
    try {
      await consumeAll(workshop, tenantId, taken);
    } catch (error) {
      workshop.log.warn({ err: error, events: taken.length }, "events not consumed; redrive will find them");
    }
    busy.delete(tenantId);
    for (const { event } of taken) held.delete(event.id);
    const more = waiting.get(tenantId);
    if (more) {
      waiting.delete(tenantId);
      waiting.set(tenantId, more);
    }
    for (const tell of idleListeners.splice(0)) tell();
    next();
  }

  function next(): void {
    for (const tenantId of waiting.keys()) {
      if (busy.size >= tenantConcurrency) return;
      if (!busy.has(tenantId)) void work(tenantId);
    }
  }

  const until = async (enough: () => boolean): Promise<void> => {
    while (!enough()) await new Promise<void>((resolve) => idleListeners.push(resolve));
  };

  return {
    take(batch) {
      for (const [tenantId, events] of groupBy(batch, (item) => item.tenantId)) {
        const already = waiting.get(tenantId) ?? [];
        const left = Math.max(0, Math.min(maxQueuedPerTenant - already.length, maxQueued - held.size));
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
