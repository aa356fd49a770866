import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readlinkSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  restrictAccess,
  DATABASE,
  storePassword,
  readPassword,
  newPassword,
  passwordStatement,
  SUPERUSER,
} from "./access";
import { changeOwner, type PostgresHome } from "./files";
import { readOrNull, startTimeOf } from "./lock";
import { waitUntil, processOptions } from "./process";

/** Prepares PostgreSQL's data folder before the server starts: creates it at the first start and repairs it after a crash. */

/** Creates the cluster under a temporary name and renames it, so that a kill in between leaves nothing incomplete. */
export function createCluster(home: PostgresHome, durable: boolean): void {
  const draft = `${home.cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  changeOwner(draft, home.user);
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const flush = durable ? [] : ["--no-sync"];
  // `trust` applies to initdb only: `restrictAccess` requires a password before the server ever listens.
  run(home, "initdb", ["-D", draft, "-U", SUPERUSER, "--auth=trust", "--no-instructions", ...locale, ...flush]);
  restrictAccess(home, draft);
  run(home, "postgres", ["--single", "-D", draft, "postgres"], `CREATE DATABASE ${DATABASE};\n`);
  renameSync(draft, home.cluster);
}

/** Returns the superuser's password, created at the first start. Databases of earlier versions, which had none, get one. */
export function ensurePassword(home: PostgresHome): string {
  restrictAccess(home);
  const storedPassword = readPassword(home);
  if (storedPassword) return storedPassword;
  const password = newPassword();
  run(home, "postgres", ["--single", "-D", home.cluster, "postgres"], passwordStatement(password));
  storePassword(home, password);
  return password;
}

function run(home: PostgresHome, program: string, args: string[], input?: string): void {
  const child = spawnSync(path.join(home.bin, program), args, { ...processOptions(home), input });
  if (child.status === 0) return;
  const reason = child.error?.message ?? String(child.stderr).trim();
  throw new Error(`Creating the database in ${home.cluster} failed: ${reason}`);
}

export function assertSameVersion(home: PostgresHome): void {
  const found = readOrNull(path.join(home.cluster, "PG_VERSION"))?.trim();
  const program = spawnSync(path.join(home.bin, "postgres"), ["--version"], processOptions(home));
  const ours = /(\d+)/.exec(String(program.stdout))?.[1];
  if (found === ours) return;
  throw new Error(
    `The database in ${home.cluster} was created by PostgreSQL ${found}, but this version includes PostgreSQL ${ours}. ` +
      "Start the version that wrote it and dump the data, or choose another DATA_DIR.",
  );
}

/**
 * Cleans up after a killed instance: stops its database if it still runs, and marks its pid file as stale. PostgreSQL refuses to start if a
 * process with that id exists, although it may be an unrelated program with a reused id, or the dead database as a zombie that its parent
 * never reaps (a container without an init process).
 */
export async function recoverCluster(home: PostgresHome, log?: (sentence: string) => void): Promise<void> {
  const pidFile = path.join(home.cluster, "postmaster.pid");
  const pid = Number(readOrNull(pidFile)?.split("\n")[0]);
  if (!pid) return;
  if (startTimeOf(pid) !== null && isOurPostgres(home, pid)) {
    log?.(`Stopping the database left by a previous run (process ${pid}).`);
    await endOrphan(pid);
  }
  markPidFileStale(pidFile);
}

async function endOrphan(pid: number): Promise<void> {
  for (const [signal, patience] of [
    ["SIGINT", 15_000],
    ["SIGQUIT", 10_000],
  ] as const) {
    signalIfThere(pid, signal);
    if (await waitUntil(() => startTimeOf(pid) === null, patience)) return;
  }
  throw new Error(`The database of a previous run (process ${pid}) does not stop. Stop it, then start again.`);
}

/**
 * Kills orphaned PostgreSQL children that wait in the kernel for a lock of another killed child. They don't notice that their parent has
 * ended, and PostgreSQL doesn't start on these files while they exist. Must be called while holding the folder's lock with no server
 * running.
 * @returns their number.
 */
export function endOrphanedChildren(home: PostgresHome): number {
  if (process.platform !== "linux") return 0;
  const left = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isChildHere(home, Number(name)));
  for (const pid of left) signalIfThere(Number(pid), "SIGKILL");
  return left.length;
}

/** PostgreSQL children have the title `postgres: …`; other processes that run in the data folder don't. */
const isChildHere = (home: PostgresHome, pid: number): boolean =>
  isOurPostgres(home, pid) && readOrNull(`/proc/${pid}/cmdline`)?.startsWith("postgres: ") === true;

/**
 * PostgreSQL treats a pid file that names its own parent as stale. The file must not be deleted: it also names the shared memory segment,
 * which children of the dead server may still use.
 */
function markPidFileStale(pidFile: string): void {
  const lines = readOrNull(pidFile)?.split("\n");
  if (lines) writeFileSync(pidFile, [String(process.pid), ...lines.slice(1)].join("\n"));
}

function isOurPostgres(home: PostgresHome, pid: number): boolean {
  const cluster = realpathSync(home.cluster);
  try {
    if (process.platform === "linux") {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster && readOrNull(`/proc/${pid}/comm`)?.trim() === "postgres";
    }
  } catch {
    return false; // another user's process can't be inspected, and ours never belongs to another user
  }
  const command = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
  return command.includes("postgres") && (command.includes(cluster) || command.includes(home.cluster));
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended, which was the goal.
  }
}
