import { existsSync } from "node:fs";
import path from "node:path";
import { Piscina } from "piscina";
import type { Problem } from "../../shared/kernel/problems";
import { Turns } from "./turns";

/**
 * Work that may take long for what somebody sent, and so never runs on the event loop. Features add theirs here (`declare
 * module`); `server/thread.ts`, which is what runs in the threads, has one function for each.
 */
// Features fill it
export interface ThreadTable {}

type Input<Name extends keyof ThreadTable> = ThreadTable[Name] extends (input: infer Given) => unknown ? Given : never;
type Output<Name extends keyof ThreadTable> = ThreadTable[Name] extends (input: never) => infer Result
  ? Awaited<Result>
  : never;

/** What is handed to a thread. */
export interface ThreadTask {
  id: number;
  name: string;
  input: unknown;
}

/** It threw, took too long, or needed too much memory. What the person reads is up to whoever asked for it. */
export class ThreadFailure extends Error {
  override readonly name = "ThreadFailure";
}

export interface ThreadLimits {
  threads: number;
  /** How long it may take, from when it begins. */
  patienceMs: number;
  /** Of JavaScript's memory, for each thread. */
  memoryMb: number;
}

const usual: ThreadLimits = { threads: 2, patienceMs: 2_000, memoryMb: 256 };

/** Of one caller one thing runs at a time, so that nobody has all threads; so many more wait. */
const mostWaiting = 50;

export interface Threads {
  /**
   * Does in a thread what `server/thread.ts` has under this name. `caller` is whoever wants it: each has one turn at a time.
   * Call it outside of transactions, which would hold a connection meanwhile.
   * @throws ThreadFailure; Problem 429 when the caller's line is too long.
   */
  run<Name extends keyof ThreadTable & string>(
    name: Name,
    input: Input<Name>,
    caller: string,
    patienceMs?: number,
  ): Promise<Output<Name>>;
  close(): Promise<void>;
}

/** Threads are made when there is something to do; many processes never make any. */
export function createThreads(limits: Partial<ThreadLimits> = {}): Threads {
  const { threads, patienceMs: usualPatience, memoryMb } = { ...usual, ...limits };
  const turns = new Turns(1, mostWaiting);
  const begun = new Map<number, () => void>();
  let pool: Piscina | null = null;
  let last = 0;

  function open(): Piscina {
    const opened = new Piscina({
      filename: threadFile(),
      minThreads: threads,
      maxThreads: threads,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    // Time is counted from here: before, the thread was being made, or busy with somebody else's.
    opened.on("message", ({ began }: { began: number }) => begun.get(began)?.());
    return opened;
  }

  async function runTask(task: ThreadTask, patienceMs: number): Promise<unknown> {
    pool ??= open();
    const stop = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    begun.set(task.id, () => {
      timer = setTimeout(() => stop.abort(), patienceMs);
    });
    try {
      return await pool.run(task, { signal: stop.signal });
    } catch (error) {
      throw new ThreadFailure(`${task.name}: ${(error as Error).message}`, { cause: error });
    } finally {
      clearTimeout(timer);
      begun.delete(task.id);
    }
  }

  return {
    async run(name, input, caller, patienceMs = usualPatience) {
      const done = await turns.take(caller);
      try {
        return (await runTask({ id: ++last, name, input }, patienceMs)) as never;
      } finally {
        done();
      }
    },
    async close() {
      await pool?.destroy();
    },
  };
}

/** Who calls, for `run`. */
export const callerOf = ({ tenantId, id }: { tenantId: number; id: number }): string => `${tenantId}/${id}`;

/**
 * A thread loads JavaScript only: neither Jest nor tsx reach into it. So it is a program of its own, built like the others
 * (`scripts/build.mjs`), also for tests and `npm run dev`, which then run the very file that production runs.
 */
function threadFile(): string {
  const built = path.basename(__dirname) === ".build" ? __dirname : path.join(__dirname, "../../.build");
  const file = path.join(built, "thread.js");
  if (!existsSync(file)) throw new Error(`${file} isn't there: run "node scripts/build.mjs thread"`);
  return file;
}

/** Where a failure of the thread is what the person sent. @throws what `refuse` makes of it. */
export async function runOrRefuse<Result>(running: Promise<Result>, refuse: () => Problem): Promise<Result> {
  try {
    return await running;
  } catch (error) {
    throw error instanceof ThreadFailure ? refuse() : error;
  }
}
