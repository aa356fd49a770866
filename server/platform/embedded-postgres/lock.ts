import { spawnSync } from "node:child_process";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";

/**
 * One instance per data folder.
 *
 * The lock names its holder by process id and start time: after kill -9 the id may belong to an unrelated process, and a lock with only the
 * id would keep the product from ever starting again.
 */
interface Holder {
  pid: number;
  host: string;
  startedAt: string;
}

export interface ProcessLock {
  release(): void;
}

/** Takes the lock, or returns the process id of its living holder. */
export function acquireLock(file: string): ProcessLock | { heldBy: number } {
  const mine: Holder = { pid: process.pid, host: hostname(), startedAt: startTimeOf(process.pid) ?? "unknown" };
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(mine));
  try {
    for (;;) {
      // A hard link is created atomically: no process ever reads a half-written lock.
      if (linked(draft, file)) return { release: () => releaseIfMine(file, mine) };
      const holder = readHolder(file);
      if (holder && isAlive(holder)) return { heldBy: holder.pid };
      setAside(file, holder);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Waits for the lock: a holder that is being killed needs a moment to end. */
export async function acquireLockWithin(file: string, patienceMs: number): Promise<ProcessLock | { heldBy: number }> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const lock = acquireLock(file);
    if (!("heldBy" in lock) || Date.now() > deadline) return lock;
    await delay(50);
  }
}

/** The process id of the lock's living holder, or null. */
export function lockHolderOf(file: string): number | null {
  const holder = readHolder(file);
  return holder && isAlive(holder) ? holder.pid : null;
}

/**
 * Moves a dead holder's lock out of the way. Two processes may do this concurrently, and the slower one could move the faster one's new
 * lock: if the moved lock has a living holder, it is put back.
 */
function setAside(file: string, dead: Holder | null): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT") return;
    throw error;
  }
  const moved = readHolder(aside);
  const isAnothers = moved !== null && (moved.pid !== dead?.pid || moved.startedAt !== dead.startedAt);
  if (isAnothers && isAlive(moved)) linked(aside, file);
  rmSync(aside, { force: true });
}

function releaseIfMine(file: string, mine: Holder): void {
  if (readHolder(file)?.pid === mine.pid) rmSync(file, { force: true });
}

function isAlive(holder: Holder): boolean {
  // A lock with another host name is from a deleted container: its process id has no meaning here.
  return holder.host === hostname() && startTimeOf(holder.pid) === holder.startedAt;
}

/** Start time of a process, only for comparison; null when it doesn't exist or is a zombie. */
export function startTimeOf(pid: number): string | null {
  if (!processExists(pid)) return null;
  if (process.platform === "linux") {
    const stat = readOrNull(`/proc/${pid}/stat`);
    // The command name may contain spaces and parentheses, so fields are counted from the last closing parenthesis.
    const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields === undefined || /[ZX]/.test(fields[0] ?? "") ? null : (fields[19] ?? null);
  }
  if (process.platform === "win32") return "running";
  const started = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim();
  return started === "" ? null : started;
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCodeOf(error) === "EPERM";
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readOrNull(file) ?? "null") as Holder | null;
  } catch {
    return null;
  }
}

export function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

export const errorCodeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
