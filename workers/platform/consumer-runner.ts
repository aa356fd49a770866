import type { CommittedEvent } from "../../server/platform/database/unit-of-work";
import { groupBy } from "../../shared/kernel/group-by";
import { consumeAll, type EventContext } from "./process-events";

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
  /** Queues events, up to the limits. They were queued sent to sockets. */
  enqueue(batch: readonly CommittedEvent[]): void;
  isQueued(eventId: number): boolean;
  /** Resolves when none of these events is queued anymore. */
  processed(eventIds: readonly number[]): Promise<void>;
  drained(): Promise<void>;
}

/**
 * Runs consumers after the socket broadcast, so that live events never wait for consumers. Events received during a tenant's transaction
 * form the next batch. A crash loses the queue; redrive finds its events in the log.
 */
export function createConsumerRunner(context: EventContext): ConsumerRunner {
  const waiting = new Map<number, CommittedEvent[]>();
  const busy = new Set<number>();
  const queuedIds = new Set<number>();
  const idleListeners: (() => void)[] = [];

  async function work(tenantId: number): Promise<void> {
    const events = waiting.get(tenantId) ?? [];
    const batch = events.splice(0, batchSize);
    if (events.length === 0) waiting.delete(tenantId);
    busy.add(tenantId);
    try {
      await consumeAll(context, tenantId, batch);
    } catch (error) {
      context.log.warn({ err: error, events: batch.length }, "events not consumed; redrive will find them");
    }
    busy.delete(tenantId);
    for (const { event } of batch) queuedIds.delete(event.id);
    const nextEvents = waiting.get(tenantId);
    if (nextEvents) {
      waiting.delete(tenantId);
      waiting.set(tenantId, nextEvents);
    }
    for (const notify of idleListeners.splice(0)) notify();
    next();
  }

  function next(): void {
    for (const tenantId of waiting.keys()) {
      if (busy.size >= tenantConcurrency) return;
      if (!busy.has(tenantId)) void work(tenantId);
    }
  }

  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise<void>((resolve) => idleListeners.push(resolve));
  };

  return {
    enqueue(batch) {
      for (const [tenantId, events] of groupBy(batch, (item) => item.tenantId)) {
        const queued = waiting.get(tenantId) ?? [];
        const capacity = Math.max(0, Math.min(maxQueuedPerTenant - queued.length, maxQueued - queuedIds.size));
        const newEvents = events.filter(({ event }) => !queuedIds.has(event.id)).slice(0, capacity);
        if (newEvents.length === 0) continue;
        for (const { event } of newEvents) queuedIds.add(event.id);
        queued.push(...newEvents);
        waiting.set(tenantId, queued);
      }
      next();
    },
    isQueued: (eventId) => queuedIds.has(eventId),
    processed: (eventIds) => until(() => !eventIds.some((id) => queuedIds.has(id))),
    drained: () => until(() => queuedIds.size === 0),
  };
}
