import { setImmediate } from "node:timers/promises";
import type { Logger } from "pino";
import type { CommittedEvent } from "../database/unit-of-work";

/** Events per job: enough to keep the cost per event low, few enough that a failing batch is split quickly. */
const batchSize = 200;
/** While events keep arriving, waits this many milliseconds to batch them. A single event never waits. */
const batchWindowMs = 8;

/**
 * Time in milliseconds that the queue may take for a batch. Afterwards new events are dropped, since minutes of all tenants' changes would
 * fill the memory.
 */
const timeoutMs = 5_000;

type Enqueue = (batch: CommittedEvent[]) => Promise<void>;

export interface Outbox {
  /** Enqueues committed events. Never throws: redrive finds all events in the log that don't reach the queue. */
  publish(events: CommittedEvent[]): void;
  /** Passes further batches directly to the worker in the same process, bypassing the queue. */
  deliverTo(worker: Enqueue): void;
  /** Resolves when everything published so far is in the queue or has been dropped. */
  drain(): Promise<void>;
}

/**
 * Adds committed events to the queue in batches. The first event is added immediately; events committed while a job is being added are
 * collected in the next job. One job per event would cost a third to a half of all moves per second (see docs/performance.md).
 */
export function createOutbox(addToQueue: Enqueue, log: Logger, now: () => number = () => performance.now()): Outbox {
  let enqueue = addToQueue;
  const waiting = new WaitingEvents();
  let running: Promise<void> | null = null;
  let enqueuingSince = Number.POSITIVE_INFINITY;
  let droppedCount = 0;

  async function enqueueBatch(batch: CommittedEvent[]): Promise<void> {
    enqueuingSince = now();
    try {
      await enqueue(batch);
    } catch (error) {
      log.warn({ err: error, events: batch.length }, "events not queued; redrive will find them");
    }
    enqueuingSince = Number.POSITIVE_INFINITY;
    if (droppedCount > 0)
      log.warn({ events: droppedCount }, "queue unavailable; redrive will find events committed in the meantime");
    droppedCount = 0;
  }

  async function run(): Promise<void> {
    while (waiting.count > 0) {
      await enqueueBatch(waiting.take(batchSize));
      if (waiting.count >= batchSize)
        await setImmediate(); // yields while processing the thousands of events of one change
      else if (waiting.count > 0) await new Promise((resolve) => setTimeout(resolve, batchWindowMs));
    }
    running = null;
  }

  return {
    publish(events) {
      if (now() - enqueuingSince > timeoutMs) {
        droppedCount += events.length + waiting.clear();
        return;
      }
      waiting.add(events);
      running ??= run();
    },
    deliverTo(worker) {
      enqueue = worker;
    },
    async drain() {
      while (running) await running;
    },
  };
}

/** Pending events in order per tenant; batches contain the same number of events from each tenant. */
class WaitingEvents {
  count = 0;
  private readonly ofTenants = new Map<number, { events: CommittedEvent[]; taken: number }>();

  add(events: readonly CommittedEvent[]): void {
    for (const event of events) {
      const own = this.ofTenants.get(event.tenantId);
      if (own) own.events.push(event);
      else this.ofTenants.set(event.tenantId, { events: [event], taken: 0 });
    }
    this.count += events.length;
  }

  clear(): number {
    const { count } = this;
    this.ofTenants.clear();
    this.count = 0;
    return count;
  }

  /** Takes the same number of events from each tenant, about `most` in total. */
  take(most: number): CommittedEvent[] {
    const each = this.count <= most ? most : Math.ceil(most / this.ofTenants.size);
    const batch: CommittedEvent[] = [];
    for (const [tenantId, own] of this.ofTenants) {
      const next = own.events.slice(own.taken, own.taken + each);
      own.taken += next.length;
      batch.push(...next);
      if (own.taken === own.events.length) this.ofTenants.delete(tenantId);
    }
    this.count -= batch.length;
    return batch;
  }
}
