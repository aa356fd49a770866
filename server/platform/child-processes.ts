import { existsSync } from "node:fs";
import path from "node:path";
import type { Problem } from "../../shared/kernel/problems";
import { Child } from "./child";
import { Turns } from "./turns";

/**
 * Work that may take long, or need much memory, for what somebody sent, and so never runs in this process, nor in threads of it: they
 * would end it with them when one call into the engine finds no memory. Features add theirs here (`declare module`);
 * `server/child.ts`, which is the program of the processes beside this one, has one function for each.
 */
// Features fill it
export interface ChildTable {}

type Input<Name extends keyof ChildTable> = ChildTable[Name] extends (input: infer Given) => unknown ? Given : never;
type Output<Name extends keyof ChildTable> = ChildTable[Name] extends (input: never) => infer Result
  ? Awaited<Result>
  : never;

/** What is handed to such a process. */
export interface ChildTask {
  name: string;
  input: unknown;
}

/** It threw, took too long, or needed too much memory. What the person reads is up to whoever asked for it. */
export class ChildFailure extends Error {
  override readonly name = "ChildFailure";
}

export interface ChildLimits {
  /** For what takes a moment: texts, uploads, pictures. What takes long has one more of its own, and never these. */
  processes: number;
  /** How long it may take, from when it begins. */
  patienceMs: number;
  /** Of JavaScript's memory, for each. Buffers may take as much again. */
  memoryMb: number;
}

const usual: ChildLimits = { processes: 2, patienceMs: 2_000, memoryMb: 256 };

/** Of one caller one thing of a kind runs at a time, so that nobody has all of them; so many more wait. */
const mostWaiting = 50;
/** What may run for so long (files that are made or read whole) waits in a line of its own: a text would wait for minutes behind it. */
const longFromMs = 10_000;
const longProcesses = 1;

export interface ChildProcesses {
  /**
   * Does in a process of its own what `server/child.ts` has under this name. `caller` is whoever wants it ("tenant/person", or a network):
   * each has one turn at a time, and so has each organisation, of what is short and of what is long.
   * Call it outside of transactions, which would hold a connection meanwhile.
   * @throws ChildFailure; Problem 429 when the caller's line is too long.
   */
  run<Name extends keyof ChildTable & string>(
    name: Name,
    input: Input<Name>,
    caller: string,
    patienceMs?: number,
  ): Promise<Output<Name>>;
  close(): Promise<void>;
}

/**
 * Where work of one kind waits: its person's turn first, then its organisation's, then for a place. Each organisation has one in the
 * line for places, and so they come in turn, however many of its people want something.
 */
class Lane {
  private readonly people = new Turns(1, mostWaiting);
  private readonly tenants = new Turns(1, Number.POSITIVE_INFINITY);
  private readonly places: Turns;

  constructor(places: number) {
    this.places = new Turns(places, Number.POSITIVE_INFINITY);
  }

  /** @throws Problem 429 when the caller's line is too long. */
  async take(caller: string): Promise<() => void> {
    const person = await this.people.take(caller);
    const tenant = await this.tenants.take(tenantOf(caller));
    const place = await this.places.take("");
    return () => {
      place();
      tenant();
      person();
    };
  }
}

/** Whoever isn't known is a network by itself. */
const tenantOf = (caller: string): string => caller.split("/", 1)[0] as string;

/** Processes are made when there is something to do; many servers never make any. `file` is their program. */
export function createChildProcesses(limits: Partial<ChildLimits> = {}, file?: string): ChildProcesses {
  const { processes, patienceMs: usualPatience, memoryMb } = { ...usual, ...limits };
  const lanes = { short: new Lane(processes), long: new Lane(longProcesses) };
  const children = new Set<Child>();
  const idle: Child[] = [];

  function open(): Child {
    for (const child of children) if (!child.alive) children.delete(child);
    const child = new Child(file ?? childFile(), memoryMb);
    children.add(child);
    return child;
  }

  function idleChild(): Child | undefined {
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
    async run(name, input, caller, patienceMs = usualPatience) {
      const lane = patienceMs < longFromMs ? lanes.short : lanes.long;
      const done = await lane.take(caller);
      try {
        return (await runTask({ name, input }, patienceMs)) as never;
      } finally {
        done();
      }
    },
    async close() {
      await Promise.all([...children].map((child) => child.end()));
    },
  };
}

/** Who calls, for `run`. */
export const callerOf = ({ tenantId, id }: { tenantId: number; id: number }): string => `${tenantId}/${id}`;

/**
 * It is a program of its own, built like the others (`scripts/build.mjs`), also for tests and `npm run dev`, which then run
 * the very file that production runs.
 */
function childFile(): string {
  const built = path.basename(__dirname) === ".build" ? __dirname : path.join(__dirname, "../../.build");
  const file = path.join(built, "child.js");
  if (!existsSync(file)) throw new Error(`${file} isn't there: run "node scripts/build.mjs child"`);
  return file;
}

/** Where a failure of the process is what the person sent. @throws what `refuse` makes of it. */
export async function runOrRefuse<Result>(running: Promise<Result>, refuse: () => Problem): Promise<Result> {
  try {
    return await running;
  } catch (error) {
    throw error instanceof ChildFailure ? refuse() : error;
  }
}
