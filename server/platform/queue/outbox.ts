import type { Logger } from "pino";
import type { CommittedEvent } from "../database/unit-of-work";

/** Events per job: enough to make the queue cheap, few enough that one failing batch is split quickly. */
const batchSize = 200;
/** When events keep coming, wait this long for company. A single event never waits. */
const busyGapMs = 8;

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
export function createOutbox(addToQueue: Bring, log: Logger): Outbox {
  let bring = addToQueue;
  let waiting: CommittedEvent[] = [];
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      waiting = waiting.slice(batchSize);
      try {
        await bring(batch);
      } catch (error) {
        log.warn({ err: error, events: batch.length }, "events not handed on; redrive will find them");
      }
      if (waiting.length > 0 && waiting.length < batchSize)
        await new Promise((resolve) => setTimeout(resolve, busyGapMs));
    }
    running = null;
  }

  return {
    publish(events) {
      waiting.push(...events);
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
