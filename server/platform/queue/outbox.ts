import { setImmediate } from "node:timers/promises";
import type { Logger } from "pino";
import type { CommittedEvent } from "../database/unit-of-work";

/** Events per job: enough to make the queue cheap, few enough that one failing batch is split quickly. */
const batchSize = 200;
/** When events keep coming, wait this long for company. A single event never waits. */
const busyGapMs = 8;

/**
 * So long the queue may take for a batch. Then it is away, and nothing is collected for it any more: minutes of everybody's changes, megabytes
 * each if somebody likes, would stand in this process.
 */
const patienceMs = 5_000;

type Bring = (batch: CommittedEvent[]) => Promise<void>;

export interface Outbox {
  /** Takes committed events on their way. Never throws: what the queue doesn't get, redrive finds in the log. */
  publish(events: CommittedEvent[]): void;
  /** From now on batches go to the worker in this very process, without a queue between. */
  handTo(worker: Bring): void;
  /** Resolves when everything taken so far is in the queue, or was given up on. */
  drain(): Promise<void>;
}

/**
 * Puts committed events on the queue in batches: the first at once; what commits while an add is under way is collected
 * and goes as one job. One job per event costs a third to a half of all moves per second (see docs/performance.md).
 */
export function createOutbox(addToQueue: Bring, log: Logger, now: () => number = () => performance.now()): Outbox {
  let bring = addToQueue;
  const waiting = new WaitingEvents();
  let running: Promise<void> | null = null;
  /** Since when the queue has been asked to take a batch. */
  let since = Number.POSITIVE_INFINITY;
  let leftOut = 0;

  async function handOn(batch: CommittedEvent[]): Promise<void> {
    since = now();
    try {
      await bring(batch);
    } catch (error) {
      log.warn({ err: error, events: batch.length }, "events not handed on; redrive will find them");
    }
    since = Number.POSITIVE_INFINITY;
    if (leftOut > 0)
      log.warn({ events: leftOut }, "the queue was away; redrive will find what was committed meanwhile");
    leftOut = 0;
  }

  async function run(): Promise<void> {
    while (waiting.count > 0) {
      await handOn(waiting.take(batchSize));
      if (waiting.count >= batchSize)
        await setImmediate(); // sockets are written to and calls answered between thousands of events of one change
      else if (waiting.count > 0) await new Promise((resolve) => setTimeout(resolve, busyGapMs));
    }
    running = null;
  }

  return {
    publish(events) {
      if (now() - since > patienceMs) {
        leftOut += events.length + waiting.clear();
        return;
      }
      waiting.add(events);
      running ??= run();
    },
    handTo(worker) {
      bring = worker;
    },
    async drain() {
      while (running) await running;
    },
  };
}

/** Events on their way, each tenant's in their order: of one that has thousands as many go at once as of the others. */
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

  /** @returns how many there were. */
  clear(): number {
    const { count } = this;
    this.ofTenants.clear();
    this.count = 0;
    return count;
  }

  /** The next so many of each, about `most` in all. */
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
