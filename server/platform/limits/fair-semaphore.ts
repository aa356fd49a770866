import { Problem } from "../../../shared/kernel/problems";

interface Waiter {
  go: () => void;
  of: string;
}

interface KeyQueue {
  running: number;
  runningOf: Map<string, number>;
  waiting: Set<Waiter>;
}

/**
 * Limits concurrency per key; further calls wait in order of arrival. A limit of eight still answers 200 concurrent calls, eight at a time.
 * Among owners that share a key, the owner with the fewest slots is served first.
 */
export class FairSemaphore {
  private readonly lines = new Map<string, KeyQueue>();

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /**
   * Waits for a slot. The callback parameter receives a function that cancels the wait when the client disconnects. `of` is the owner, for
   * keys that several owners share.
   * @returns the function that releases the slot.
   * @throws Problem 429 when the queue is full or the wait is cancelled.
   */
  async take(key: string, onLeave: (leave: () => void) => void = () => {}, of = ""): Promise<() => void> {
    const line = this.lineOf(key);
    if (line.running < this.atOnce) occupySlot(line, of);
    else await this.wait(line, of, onLeave);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.give(key, line, of);
    };
  }

  private lineOf(key: string): KeyQueue {
    const existingQueue = this.lines.get(key);
    if (existingQueue) return existingQueue;
    const line: KeyQueue = { running: 0, runningOf: new Map(), waiting: new Set() };
    this.lines.set(key, line);
    return line;
  }

  private wait(line: KeyQueue, of: string, onLeave: (leave: () => void) => void): Promise<void> {
    const { waiting } = line;
    if (waiting.size >= this.mostWaiting) throw new Problem("rate.limited", { retryAfterSeconds: 2 });
    return new Promise((go, reject) => {
      const one = { go, of };
      waiting.add(one);
      onLeave(() => {
        if (!waiting.has(one)) return;
        waiting.delete(one);
        reject(new Problem("rate.limited", { retryAfterSeconds: 2 }));
      });
    });
  }

  private give(key: string, line: KeyQueue, of: string): void {
    line.running -= 1;
    const left = (line.runningOf.get(of) ?? 1) - 1;
    if (left > 0) line.runningOf.set(of, left);
    else line.runningOf.delete(of);
    while (line.waiting.size > 0 && line.running < this.atOnce) {
      const next = nextWaiter(line);
      line.waiting.delete(next);
      occupySlot(line, next.of);
      next.go();
    }
    if (line.running === 0) this.lines.delete(key);
  }
}

function occupySlot(line: KeyQueue, of: string): void {
  line.running += 1;
  line.runningOf.set(of, (line.runningOf.get(of) ?? 0) + 1);
}

/** The call that arrived first among the owners with the fewest slots. The queue must not be empty. */
function nextWaiter({ waiting, runningOf }: KeyQueue): Waiter {
  let next: Waiter | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const one of waiting) {
    const has = runningOf.get(one.of) ?? 0;
    if (has >= fewest) continue;
    next = one;
    fewest = has;
    if (has === 0) break;
  }
  return next as Waiter;
}
