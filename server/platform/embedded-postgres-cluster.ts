import { spawnSync } from "node:child_process";
import { mkdirSync, readlinkSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { handOver, type PostgresHome } from "./embedded-postgres-files";
import { readOrNull, startTimeOf } from "./embedded-postgres-lock";
import { becomesTrue, processOptions } from "./embedded-postgres-process";

/** PostgreSQL's data folder before it runs: made the first time, put in order after a crash. */

export const SUPERUSER = "postgres";
export const DATABASE = "portal";

/** Made beside its final place and renamed, so that a kill in between leaves nothing half-made. */
export function createCluster(home: PostgresHome, durable: boolean): void {
  const draft = `${home.cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  handOver(draft, home.user);
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const flush = durable ? [] : ["--no-sync"];
  run(home, "initdb", ["-D", draft, "-U", SUPERUSER, "--auth=trust", "--no-instructions", ...locale, ...flush]);
  run(home, "postgres", ["--single", "-D", draft, "postgres"], `CREATE DATABASE ${DATABASE};\n`);
  renameSync(draft, home.cluster);
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

/** Deals with what an instance that was killed has left behind. */
export async function recoverCluster(home: PostgresHome, log?: (sentence: string) => void): Promise<void> {
  const pidFile = path.join(home.cluster, "postmaster.pid");
  const lines = readOrNull(pidFile)?.split("\n");
  const pid = Number(lines?.[0]);
  if (!lines || !pid || startTimeOf(pid) === null) return; // PostgreSQL recognises the file of a dead one itself
  if (!runsHere(home, pid)) {
    // The number was given to another program meanwhile. PostgreSQL would refuse to start, unless the file names
    // its own parent; it mustn't be deleted, since it also says which shared memory to look at.
    writeFileSync(pidFile, [String(process.pid), ...lines.slice(1)].join("\n"));
    return;
  }
  log?.(`Stopping the database that an earlier run left behind (process ${pid}).`);
  for (const [signal, patience] of [
    ["SIGINT", 15_000],
    ["SIGQUIT", 10_000],
  ] as const) {
    signalIfThere(pid, signal);
    if (await becomesTrue(() => startTimeOf(pid) === null, patience)) return;
  }
  throw new Error(`The database of an earlier run (process ${pid}) doesn't end. End it, then start again.`);
}

/** Whether that process is the PostgreSQL of this very data folder. */
function runsHere(home: PostgresHome, pid: number): boolean {
  const cluster = realpathSync(home.cluster);
  try {
    if (process.platform === "linux") return readlinkSync(`/proc/${pid}/cwd`) === cluster;
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
