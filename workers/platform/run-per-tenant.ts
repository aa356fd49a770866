import type { Logger } from "pino";

/**
 * `concurrency` limits concurrent work. Work that has waited for an external service longer than `countsMs` does not count toward this
 * limit, but all concurrent work is limited to `atMost`.
 */
const concurrency = 4;
const countsMs = 1_000;
const atMost = 32;
/** Delay in ms before due work is queried again while other work runs, and before idle or failed work is retried. */
const retryAfterMs = 1_000;

interface TenantQueues<Queue> {
  name: string;
  log: Logger;
  due(): Promise<Queue[]>;
  keyOf(queue: Queue): string;
  work(queue: Queue): Promise<number>;
}

/**
 * Processes due work of several tenants concurrently in batches; the tenant with the fewest batches so far is next. A slow external service
 * delays only its own tenant; a failure is logged and does not affect others.
 * @returns the number of items processed, once no work is due anymore
 */
export async function runPerTenant<Queue>({ name, log, due, keyOf, work }: TenantQueues<Queue>): Promise<number> {
  const busy = new Map<string, { since: number; over: Promise<void> }>();
  const batchCounts = new Map<string, number>();
  const idleUntil = new Map<string, number>();
  let done = 0;

  async function runBatch(queue: Queue, key: string): Promise<void> {
    const did = await work(queue).catch((error) => {
      log.warn({ err: error, queue: key }, name);
      return 0;
    });
    done += did;
    if (did === 0) idleUntil.set(key, performance.now() + retryAfterMs);
    busy.delete(key);
  }

  const hasCapacity = () => {
    const counting = [...busy.values()].filter(({ since }) => performance.now() - since < countsMs);
    return counting.length < concurrency && busy.size < atMost;
  };
  const batchesOf = (queue: Queue) => batchCounts.get(keyOf(queue)) ?? 0;

  try {
    for (;;) {
      const now = performance.now();
      const ready = (await due()).filter(
        (queue) => !busy.has(keyOf(queue)) && (idleUntil.get(keyOf(queue)) ?? 0) < now,
      );
      for (const queue of ready.toSorted((one, other) => batchesOf(one) - batchesOf(other))) {
        if (!hasCapacity()) break;
        const key = keyOf(queue);
        batchCounts.set(key, batchesOf(queue) + 1);
        busy.set(key, { since: performance.now(), over: Promise.resolve().then(() => runBatch(queue, key)) });
      }
      if (busy.size === 0) return done;
      await firstSettled([...busy.values()].map(({ over }) => over));
    }
  } finally {
    await Promise.all([...busy.values()].map(({ over }) => over));
  }
}

/** Resolves when one of the promises settles, or after `retryAfterMs`. */
function firstSettled(all: readonly Promise<void>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const again = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, retryAfterMs);
  });
  return Promise.race([...all, again]).finally(() => clearTimeout(timer));
}

export function createSerialQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
