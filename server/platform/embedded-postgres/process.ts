import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import type { Socket } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type ListenAddress, listenSettings } from "./access";
import type { PostgresHome } from "./files";
import { readOrNull } from "./lock";

export interface PostgresProcess {
  child: ChildProcess;
  /** Must be called once the process has ended or has been stopped properly. */
  dismissWatchdog(): void;
}

export interface LaunchOptions {
  /** Whether writes are flushed to disk. */
  durable: boolean;
  /** Settings in addition to those that every instance has. */
  settings?: Record<string, string | number>;
}

/**
 * Starts PostgreSQL and waits until it accepts connections. Recovery is never interrupted, however long it takes.
 * @returns its output as `refused` if it exits instead.
 */
export async function launchPostgres(
  home: PostgresHome,
  address: ListenAddress,
  options: LaunchOptions,
  onSpawn: (started: PostgresProcess) => void,
): Promise<{ refused: string } | PostgresProcess> {
  const logFile = path.join(home.folder, "postgres.log");
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 5_000_000) renameSync(logFile, `${logFile}.1`);
  const output = openSync(logFile, "a", 0o600);
  const alreadyLogged = statSync(logFile).size;
  // Separate process group: Ctrl+C in the terminal must reach only this process, which stops the database last.
  const child = spawn(path.join(home.bin, "postgres"), ["-D", home.cluster, ...settings(address, options)], {
    ...processOptions(home),
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => reject(new Error(`PostgreSQL could not be executed: ${error.message}`)));
  });
  const started = { child, dismissWatchdog: watch(home, child) };
  onSpawn(started);
  const pidFile = path.join(home.cluster, "postmaster.pid");
  await waitUntil(() => hasEnded(child) || logsReady(pidFile, child.pid));
  if (!hasEnded(child)) return started;
  started.dismissWatchdog();
  return { refused: readFileSync(logFile).subarray(alreadyLogged).toString().trim() || "nothing" };
}

/** PostgreSQL writes its state to the eighth line of its pid file. */
function logsReady(pidFile: string, pid: number | undefined): boolean {
  const lines = readOrNull(pidFile)?.split("\n");
  return lines?.[0] === String(pid) && lines[7]?.trim() === "ready";
}

/**
 * A small shell waits for the end of a pipe that only this process holds: when this process exits for any reason, the pipe closes and
 * PostgreSQL gets a SIGINT. Without it, kill -9 would leave an orphaned database.
 */
function watch(home: PostgresHome, postgres: ChildProcess): () => void {
  if (process.platform === "win32") return () => {};
  const script = 'read -r dismissed || kill -INT "$1"';
  const watchdog = spawn("/bin/sh", ["-c", script, "postgres-watchdog", String(postgres.pid)], {
    ...processOptions(home),
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watchdog.on("error", () => {}); // without a shell, the next start stops the orphaned database
  watchdog.stdin.on("error", () => {});
  watchdog.unref();
  (watchdog.stdin as Socket).unref();
  return () => watchdog.stdin.end("dismissed\n");
}

export function processOptions(home: PostgresHome) {
  // Clean environment: variables such as PGPORT or LC_ALL of the caller must not affect PostgreSQL.
  const env = process.platform === "win32" ? undefined : { LC_ALL: "C", TZ: "UTC" };
  return { cwd: home.folder, env, ...home.user };
}

function settings(address: ListenAddress, { durable, settings: added }: LaunchOptions): string[] {
  const values: Record<string, string | number> = {
    ...listenSettings(address),
    timezone: "UTC",
    log_timezone: "UTC",
    max_connections: durable ? 100 : 200,
    shared_buffers: "128MB",
    jit: "off", // compilation costs more than it saves for statements that take a millisecond
    random_page_cost: 1.1,
    max_wal_size: "1GB",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
    ...added,
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

export const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

export async function waitUntil(condition: () => boolean, patience = Number.POSITIVE_INFINITY): Promise<boolean> {
  const deadline = Date.now() + patience;
  while (!condition()) {
    if (Date.now() > deadline) return false;
    await delay(10);
  }
  return true;
}
