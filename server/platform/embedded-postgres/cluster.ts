import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readlinkSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { closeDoors, DATABASE, keepPassword, knownPassword, newPassword, passwordStatement, SUPERUSER } from "./access";
import { handOver, type PostgresHome } from "./files";
import { readOrNull, startTimeOf } from "./lock";
import { becomesTrue, processOptions } from "./process";

/** PostgreSQL's data folder before it runs: made the first time, put in order after a crash. */

/** Made beside its final place and renamed, so that a kill in between leaves nothing half-made. */
export function createCluster(home: PostgresHome, durable: boolean): void {
  const draft = `${home.cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  handOver(draft, home.user);
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const flush = durable ? [] : ["--no-sync"];
  // Trusted by nobody but initdb: the doors are closed before it ever listens.
  run(home, "initdb", ["-D", draft, "-U", SUPERUSER, "--auth=trust", "--no-instructions", ...locale, ...flush]);
  closeDoors(home, draft);
  run(home, "postgres", ["--single", "-D", draft, "postgres"], `CREATE DATABASE ${DATABASE};\n`);
  renameSync(draft, home.cluster);
}

/** The superuser's password, made the first time. A database of an earlier version, which trusted everybody, gets one. */
export function ensurePassword(home: PostgresHome): string {
  closeDoors(home);
  const known = knownPassword(home);
  if (known) return known;
  const password = newPassword();
  run(home, "postgres", ["--single", "-D", home.cluster, "postgres"], passwordStatement(password));
  keepPassword(home, password);
  return password;
}

function run(home: PostgresHome, program: string, args: string[], input?: string): void {
  const child = spawnSync(path.join(home.bin, program), args, { ...processOptions(home), input });
  if (child.status === 0) return;
  const reason = child.error?.message ?? String(child.stderr).trim();
  throw new Error(`Creating the database in ${home.cluster} failed: ${reason}`);
}

export function mustBeSameVersion(home: PostgresHome): void {
  const found = readOrNull(path.join(home.cluster, "PG_VERSION"))?.trim();
  const program = spawnSync(path.join(home.bin, "postgres"), ["--version"], processOptions(home));
  const ours = /(\d+)/.exec(String(program.stdout))?.[1];
  if (found === ours) return;
  throw new Error(
    `The database in ${home.cluster} was written by PostgreSQL ${found}, this version brings PostgreSQL ${ours}. ` +
      "Start the version that wrote it and dump the data, or choose another DATA_DIR.",
  );
}

/**
 * Deals with what an instance that was killed has left behind: ends its database if that still runs, and disowns its pid
 * file. PostgreSQL asks only whether a process of that number exists, and refuses to start when there is one: another
 * program that was given the number meanwhile, or the dead database itself, which stays in the process table as a zombie
 * until its parent looks (in a container without an init nobody ever does).
 */
export async function recoverCluster(home: PostgresHome, log?: (sentence: string) => void): Promise<void> {
  const pidFile = path.join(home.cluster, "postmaster.pid");
  const pid = Number(readOrNull(pidFile)?.split("\n")[0]);
  if (!pid) return;
  if (startTimeOf(pid) !== null && runsHere(home, pid)) {
    log?.(`Stopping the database that an earlier run left behind (process ${pid}).`);
    await endOrphan(pid);
  }
  disown(pidFile);
}

async function endOrphan(pid: number): Promise<void> {
  for (const [signal, patience] of [
    ["SIGINT", 15_000],
    ["SIGQUIT", 10_000],
  ] as const) {
    signalIfThere(pid, signal);
    if (await becomesTrue(() => startTimeOf(pid) === null, patience)) return;
  }
  throw new Error(`The database of an earlier run (process ${pid}) doesn't end. End it, then start again.`);
}

/**
 * Ends what a killed PostgreSQL has left: children that wait for a lock which another child held when it was killed. They
 * wait in the kernel, where the end of their parent isn't noticed, and as long as they are there no PostgreSQL starts on
 * these files. To be called while we hold the folder's lock and none of ours runs. @returns how many there were.
 */
export function endChildrenLeft(home: PostgresHome): number {
  if (process.platform !== "linux") return 0;
  const left = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isChildHere(home, Number(name)));
  for (const pid of left) signalIfThere(Number(pid), "SIGKILL");
  return left.length;
}

/** A child calls itself `postgres: ` and what it does; whoever else stands in that folder is none. */
const isChildHere = (home: PostgresHome, pid: number): boolean =>
  runsHere(home, pid) && readOrNull(`/proc/${pid}/cmdline`)?.startsWith("postgres: ") === true;

/**
 * PostgreSQL believes a file that names its own parent to be an old one. The file mustn't be deleted: it also says which
 * shared memory to look at, which children of the dead one may still use.
 */
function disown(pidFile: string): void {
  const lines = readOrNull(pidFile)?.split("\n");
  if (lines) writeFileSync(pidFile, [String(process.pid), ...lines.slice(1)].join("\n"));
}

/** Whether that process is the PostgreSQL of this very data folder. */
function runsHere(home: PostgresHome, pid: number): boolean {
  const cluster = realpathSync(home.cluster);
  try {
    if (process.platform === "linux") {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster && readOrNull(`/proc/${pid}/comm`)?.trim() === "postgres";
    }
  } catch {
    return false; // another user's process can't be looked into, and ours never is another user's
  }
  const command = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
  return command.includes("postgres") && (command.includes(cluster) || command.includes(home.cluster));
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone in this very moment: what was wanted.
  }
}
