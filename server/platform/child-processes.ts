import { existsSync } from "node:fs";
import path from "node:path";
import type { Problem } from "../../shared/kernel/problems";
import { ChildProcessHandle } from "./child";
import { FairSemaphore } from "./limits/fair-semaphore";
import { limits } from "./limits/limits";

/**
 * Functions that run in child processes because their input comes from users and they may take long or need much memory. Processes are used
 * instead of threads, because a failed allocation in a thread ends the whole process. Features add their functions by `declare module` and
 * load them in their `ChildTasks`.
 */
// Features extend this interface.
export interface ChildTable {}

export type AllChildTasks = { readonly [Name in keyof ChildTable]: () => Promise<ChildTable[Name]> };

/**
 * Loads the functions of a feature. Defined in `<feature>.child.ts` and listed in `server/child.list.ts`, apart from the other
 * additions of the feature, because a child process loads no other code of the server, and each function only when it runs.
 */
export type ChildTasks = Partial<AllChildTasks>;

type Input<Name extends keyof ChildTable> = ChildTable[Name] extends (input: infer Given) => unknown ? Given : never;
type Output<Name extends keyof ChildTable> = ChildTable[Name] extends (input: never) => infer Result
  ? Awaited<Result>
  : never;

export interface ChildTask {
  name: string;
  input: unknown;
}

/** The child threw an error, took too long or exceeded its memory limit. The caller decides which error the user gets. */
export class ChildFailure extends Error {
  override readonly name = "ChildFailure";

  /** Message of the error in the child, or how its process ended. */
  get reason(): string {
    return (this.cause as Error).message;
  }
}

type ChildLimits = typeof limits.childProcesses;

export interface ChildProcesses {
  /**
   * Runs the function of this name in a child process. `caller` is "tenant/user" or a network: each caller, and each
   * tenant, runs one short, one medium and one long job at a time. Call it outside of transactions, which would hold a connection meanwhile.
   * @throws ChildFailure; Problem 429 when the caller's queue is full.
   */
  run<Name extends keyof ChildTable & string>(
    name: Name,
    input: Input<Name>,
    caller: string,
    timeoutMs?: number,
  ): Promise<Output<Name>>;
  close(): Promise<void>;
}

/**
 * Queue for one kind of work: waits for the caller's slot, then the tenant's, then a process. Each tenant has one job in the last queue, so
 * tenants alternate regardless of how many of their users wait.
 */
class Lane {
  private readonly callers = new FairSemaphore(1, limits.childProcesses.queuedPerCaller);
  private readonly tenants = new FairSemaphore(1, Number.POSITIVE_INFINITY);
  private readonly places: FairSemaphore;

  constructor(places: number) {
    this.places = new FairSemaphore(places, Number.POSITIVE_INFINITY);
  }

  /** @throws Problem 429 when the caller's queue is full. */
  async take(caller: string): Promise<() => void> {
    const person = await this.callers.take(caller);
    const tenant = await this.tenants.take(tenantOf(caller));
    const place = await this.places.take("");
    return () => {
      place();
      tenant();
      person();
    };
  }
}

/** Tenant of a caller; a caller without a session is a network and counts as its own tenant. */
const tenantOf = (caller: string): string => caller.split("/", 1)[0] as string;

/** Starts processes lazily; many servers never need one. `file` is the program they run. */
export function createChildProcesses(overrides: Partial<ChildLimits> = {}, file?: string): ChildProcesses {
  const { short, medium, long, workMs, mediumFromMs, longFromMs, memoryMb } = {
    ...limits.childProcesses,
    ...overrides,
  };
  const lanes = { short: new Lane(short), medium: new Lane(medium), long: new Lane(long) };
  const laneFor = (patienceMs: number) =>
    patienceMs < mediumFromMs ? lanes.short : patienceMs < longFromMs ? lanes.medium : lanes.long;
  const children = new Set<ChildProcessHandle>();
  const idle: ChildProcessHandle[] = [];

  function open(): ChildProcessHandle {
    for (const child of children) if (!child.alive) children.delete(child);
    const child = new ChildProcessHandle(file ?? childFile(), memoryMb);
    children.add(child);
    return child;
  }

  function idleChild(): ChildProcessHandle | undefined {
    for (let child = idle.pop(); child; child = idle.pop()) if (child.alive) return child;
    return undefined;
  }

  async function runTask(task: ChildTask, patienceMs: number): Promise<unknown> {
    const child = idleChild() ?? open();
    try {
      return await child.run(task, patienceMs);
    } catch (error) {
      throw new ChildFailure(`${task.name}: ${(error as Error).message}`, { cause: error });
    } finally {
      idle.push(child);
    }
  }

  return {
    async run(name, input, caller, patienceMs = workMs) {
      const release = await laneFor(patienceMs).take(caller);
      try {
        return (await runTask({ name, input }, patienceMs)) as never;
      } finally {
        release();
      }
    },
    async close() {
      await Promise.all([...children].map((child) => child.end()));
    },
  };
}

export const callerKeyOf = ({ tenantId, id }: { tenantId: number; id: number }): string => `${tenantId}/${id}`;

/** The child is a separate bundle (`scripts/build.mjs`), also in tests and `npm run dev`, so they run the same file as production. */
function childFile(): string {
  const built = path.basename(__dirname) === ".build" ? __dirname : path.join(__dirname, "../../.build");
  const file = path.join(built, "child.js");
  if (!existsSync(file)) throw new Error(`${file} isn't there: run "node scripts/build.mjs child"`);
  return file;
}

/**
 * Converts a child failure caused by user input to a problem.
 * @throws the result of `refuse`.
 */
export async function runOrRefuse<Result>(
  running: Promise<Result>,
  refuse: (failure: ChildFailure) => Problem,
): Promise<Result> {
  try {
    return await running;
  } catch (error) {
    throw error instanceof ChildFailure ? refuse(error) : error;
  }
}
