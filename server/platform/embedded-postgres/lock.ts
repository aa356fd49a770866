import { spawnSync } from "node:child_process";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";

/**
 * One instance per data folder.
 *
 * The lock names its holder by process id and start time: after kill -9 the id may belong to an unrelated process,
 * and a lock that believed it would keep the product from ever starting again.
 */
interface Holder {
  pid: number;
  host: string;
  startedAt: string;
}

export interface Lock {
  release(): void;
}

/** Takes the lock, or returns the process id of the living process that holds it. */
export function takeLock(file: string): Lock | { heldBy: number } {
  const mine: Holder = { pid: process.pid, host: hostname(), startedAt: startTimeOf(process.pid) ?? "unknown" };
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(mine));
  try {
    for (;;) {
      // A hard link either appears whole or not at all: nobody ever reads a half-written lock.
      if (linked(draft, file)) return { release: () => releaseIfMine(file, mine) };
      const holder = readHolder(file);
      if (holder && isAlive(holder)) return { heldBy: holder.pid };
      setAside(file, holder);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Takes the lock as soon as its holder is gone: one that is being killed needs a moment to end. */
export async function takeLockSoon(file: string, patienceMs: number): Promise<Lock | { heldBy: number }> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const lock = takeLock(file);
    if (!("heldBy" in lock) || Date.now() > deadline) return lock;
    await delay(50);
  }
}

/** The process id of the living process that holds the lock, or null. */
export function holderOf(file: string): number | null {
  const holder = readHolder(file);
  return holder && isAlive(holder) ? holder.pid : null;
}

/**
 * Moves a dead holder's lock out of the way. Two processes may do this at the same moment, and the slower one would
 * move the faster one's fresh lock: whoever finds a living holder in what was moved puts it back.
 */
function setAside(file: string, dead: Holder | null): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
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
  // A lock from another host name stems from a container that is gone: its process ids mean nothing here.
  return holder.host === hostname() && startTimeOf(holder.pid) === holder.startedAt;
}

/** When a process started, in a form that only serves to be compared; null when none is there, or only its remains. */
export function startTimeOf(pid: number): string | null {
  if (!processExists(pid)) return null;
  if (process.platform === "linux") {
    const stat = readOrNull(`/proc/${pid}/stat`);
    // The command may contain spaces and brackets, so fields are counted from the last closing one.
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
    return codeOf(error) === "EPERM";
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
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

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
