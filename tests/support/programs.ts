import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

const root = path.resolve(__dirname, "../..");

export interface ProgramProcess {
  readonly pid: number;
  kill(): Promise<void>;
  /** Kills the process and all its descendants simultaneously, as in a power failure. */
  killTree(): Promise<void>;
  /** Suspends the process for `ms` milliseconds, like a sleeping or swapping machine. */
  pause(ms: number): Promise<void>;
  stop(): Promise<number | null>;
  running(): boolean;
  said(): string;
}

/**
 * Builds server and worker, and the programs named in `others`, if their sources have changed. `npm test` and start-postgres.ts do this
 * before concurrent test files run.
 */
export async function buildPrograms(...others: "client"[]): Promise<void> {
  const build = spawn(process.execPath, [path.join(root, "scripts/build.mjs"), "--stale", "node", ...others], {
    cwd: root,
    stdio: "inherit",
  });
  const [code] = (await once(build, "exit")) as [number | null];
  if (code !== 0) throw new Error("The programs can't be built");
}

/** Same options as in `npm run server` (package.json) and the Dockerfile; `scripts/start.test.ts` compares them. */
export const lowMemoryOptions = {
  flags: ["--max-semi-space-size=4"],
  env: { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" },
};

const started = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of started) child.kill("SIGKILL");
});

export function processTreeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    const stat = processStatOf(name);
    const parent = Number(stat?.[1]);
    if (stat) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** Fields of `/proc/…/stat`, starting with the process state; null if the process has ended. */
export function processStatOf(pid: number | string): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command name may contain spaces and parentheses, so the fields are read after the last closing parenthesis.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended together with its parent.
  }
}

export async function pauseProcessTree(root: number, ms: number): Promise<void> {
  const tree = processTreeOf(root);
  for (const pid of tree) signalIfRunning(pid, "SIGSTOP");
  await delay(ms);
  for (const pid of tree) signalIfRunning(pid, "SIGCONT");
}

export async function startProgram(
  name: "server" | "worker",
  env: Record<string, string>,
  args: string[] = [],
  folder = root,
): Promise<ProgramProcess> {
  const node = [...lowMemoryOptions.flags, ...(process.env.NODE_FLAGS?.split(" ") ?? [])];
  const child = spawn(process.execPath, [...node, path.join(folder, ".build", `${name}.js`), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...lowMemoryOptions.env, HOST: "127.0.0.1", LOG_LEVEL: "error", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.add(child);
  const ended = once(child, "exit") as Promise<[number | null]>;
  child.once("exit", () => started.delete(child));
  const lines: string[] = [];
  const keep = (line: string) => {
    lines.push(line);
    if (lines.length > 60) lines.shift();
  };
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
      keep(line);
      if (/ is ready\b/.test(line)) resolve();
    });
  });
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on("line", keep);
  const running = () => child.exitCode === null && child.signalCode === null;
  const failed = ended.then(([code]) => {
    throw new Error(`The ${name} ended with ${code} instead of starting:\n${lines.join("\n")}`);
  });
  failed.catch(() => {});
  await Promise.race([ready, failed]);
  return {
    pid: child.pid as number,
    running,
    said: () => lines.join("\n"),
    async kill() {
      if (running()) child.kill("SIGKILL");
      await ended;
    },
    async killTree() {
      for (const pid of processTreeOf(child.pid as number)) signalIfRunning(pid, "SIGKILL");
      await ended;
    },
    pause: (ms) => pauseProcessTree(child.pid as number, ms),
    async stop() {
      if (running()) child.kill("SIGTERM");
      return (await ended)[0];
    },
  };
}
