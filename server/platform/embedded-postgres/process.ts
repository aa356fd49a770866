import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Address, listenSettings } from "./access";
import type { PostgresHome } from "./files";
import { readOrNull } from "./lock";

export interface PostgresProcess {
  child: ChildProcess;
  /** Must be called once the process has ended or is stopped in order. */
  dismissWatchdog(): void;
}

/**
 * Starts PostgreSQL and waits until it takes connections. However long its recovery takes, it isn't interrupted.
 * If it ends instead, the answer is what it said.
 */
export async function launchPostgres(
  home: PostgresHome,
  address: Address,
  durable: boolean,
  onSpawn: (started: PostgresProcess) => void,
): Promise<{ refused: string } | PostgresProcess> {
  const logFile = path.join(home.folder, "postgres.log");
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 5_000_000) renameSync(logFile, `${logFile}.1`);
  const output = openSync(logFile, "a", 0o600);
  const alreadyLogged = statSync(logFile).size;
  // A process group of its own: Ctrl+C in the terminal must reach us only, who stop the database last.
  const child = spawn(path.join(home.bin, "postgres"), ["-D", home.cluster, ...settings(address, durable)], {
    ...processOptions(home),
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => reject(new Error(`PostgreSQL can't be run: ${error.message}`)));
  });
  const started = { child, dismissWatchdog: watch(home, child) };
  onSpawn(started);
  const pidFile = path.join(home.cluster, "postmaster.pid");
  await becomesTrue(() => hasEnded(child) || saysReady(pidFile, child.pid));
  if (!hasEnded(child)) return started;
  started.dismissWatchdog();
  return { refused: readFileSync(logFile).subarray(alreadyLogged).toString().trim() || "nothing" };
}

/** The eighth line of its pid file is PostgreSQL's own way to tell its state. */
function saysReady(pidFile: string, pid: number | undefined): boolean {
  const lines = readOrNull(pidFile)?.split("\n");
  return lines?.[0] === String(pid) && lines[7]?.trim() === "ready";
}

/**
 * A tiny shell that waits for the end of a pipe which only our process holds: however we die, the pipe closes, and
 * PostgreSQL is asked to stop. Without it a kill -9 would leave a database behind that nobody is responsible for.
 */
function watch(home: PostgresHome, postgres: ChildProcess): () => void {
  if (process.platform === "win32") return () => {};
  const script = 'read -r dismissed || kill -INT "$1"';
  const watchdog = spawn("/bin/sh", ["-c", script, "postgres-watchdog", String(postgres.pid)], {
    ...processOptions(home),
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watchdog.on("error", () => {}); // without a shell the next start deals with the orphan
  watchdog.stdin.on("error", () => {});
  watchdog.unref();
  (watchdog.stdin as unknown as { unref(): void }).unref();
  return () => watchdog.stdin.end("dismissed\n");
}

export function processOptions(home: PostgresHome) {
  // Its own environment: variables like PGPORT or LC_ALL of the caller must not change what is started.
  const env = process.platform === "win32" ? undefined : { LC_ALL: "C", TZ: "UTC" };
  return { cwd: home.folder, env, ...home.user };
}

function settings(address: Address, durable: boolean): string[] {
  const values: Record<string, string | number> = {
    ...listenSettings(address),
    timezone: "UTC",
    log_timezone: "UTC",
    max_connections: durable ? 100 : 200,
    shared_buffers: "128MB",
    jit: "off", // costs more than it saves on statements of a millisecond
    random_page_cost: 1.1,
    max_wal_size: "1GB",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

export const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

export async function becomesTrue(condition: () => boolean, patience = Number.POSITIVE_INFINITY): Promise<boolean> {
  const deadline = Date.now() + patience;
  while (!condition()) {
    if (Date.now() > deadline) return false;
    await delay(10);
  }
  return true;
}
