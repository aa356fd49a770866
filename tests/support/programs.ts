import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

const root = path.resolve(__dirname, "../..");

/** Real processes of the product, as they run in production: what has been built, started and killed. */
export interface Program {
  readonly pid: number;
  /** Without a word, as a crash or an empty tank would. */
  kill(): Promise<void>;
  /** The same to it and to all that it started, at one moment: the computer goes out, or a container is killed. */
  killTree(): Promise<void>;
  /** Stands still for so long, as a suspended machine or one that swaps does, and goes on where it was. */
  pause(ms: number): Promise<void>;
  /** @returns the exit code. */
  stop(): Promise<number | null>;
  running(): boolean;
  /** The last it said. */
  said(): string;
}

/** Builds server and worker if their sources have changed, and what else is named: `npm test` and start-postgres.ts have, before files run at once. */
export async function buildPrograms(...others: "client"[]): Promise<void> {
  const build = spawn(process.execPath, [path.join(root, "scripts/build.mjs"), "--stale", "node", ...others], {
    cwd: root,
    stdio: "inherit",
  });
  const [code] = (await once(build, "exit")) as [number | null];
  if (code !== 0) throw new Error("The programs can't be built");
}

/** As `npm run server` (package.json) and the image start it (Dockerfile), which `scripts/start.test.ts` compares. */
export const frugal = {
  flags: ["--max-semi-space-size=4"],
  env: { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" },
};

const started = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of started) child.kill("SIGKILL");
});

/** A process and everything below it, as the kernel's process table has it. */
export function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    const stat = statOf(name);
    const parent = Number(stat?.[1]);
    if (stat) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** Fields of `/proc/…/stat` from the state on; null where it has ended. */
export function statOf(pid: number | string): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command may contain spaces and brackets, so fields are counted from the last closing one.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Its parent ended, and it with that.
  }
}

/** A process and all below it stand still for so long. */
export async function pauseTree(root: number, ms: number): Promise<void> {
  const tree = treeOf(root);
  for (const pid of tree) signalIfThere(pid, "SIGSTOP");
  await delay(ms);
  for (const pid of tree) signalIfThere(pid, "SIGCONT");
}

/** Resolves when it says that it is ready. */
export async function startProgram(
  name: "server" | "worker",
  env: Record<string, string>,
  args: string[] = [],
  /** Of another version, built elsewhere. */
  folder = root,
): Promise<Program> {
  // With more when asked, such as --cpu-prof.
  const node = [...frugal.flags, ...(process.env.NODE_FLAGS?.split(" ") ?? [])];
  const child = spawn(process.execPath, [...node, path.join(folder, ".build", `${name}.js`), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...frugal.env, HOST: "127.0.0.1", LOG_LEVEL: "error", ...env },
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
      for (const pid of treeOf(child.pid as number)) signalIfThere(pid, "SIGKILL");
      await ended;
    },
    pause: (ms) => pauseTree(child.pid as number, ms),
    async stop() {
      if (running()) child.kill("SIGTERM");
      return (await ended)[0];
    },
  };
}
