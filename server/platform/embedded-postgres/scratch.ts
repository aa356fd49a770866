import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { setPriority } from "node:os";
import path from "node:path";
import { chooseAddress, connectionUrlOf, readPassword, removeAddress } from "./access";
import { changeOwner, type PostgresHome, preparePostgresHome } from "./files";
import { startTimeOf } from "./lock";
import { hasEnded, launchPostgres, type LaunchOptions, type PostgresProcess } from "./process";

const prefix = "scratch-";
/** The product's own database has precedence over a copy that is being checked. */
const lowPriority = 10;

/** Thrown when PostgreSQL exited instead of accepting connections; the message is its output. */
export class PostgresRefusedError extends Error {}

/** Creates a home next to the product's, with an empty folder for a cluster, and removes the homes of killed processes. */
export function createScratchHome(dataDir: string): PostgresHome {
  const home = preparePostgresHome(dataDir);
  for (const name of readdirSync(home.folder).filter((each) => each.startsWith(prefix))) {
    const owner = Number(name.slice(prefix.length).split("-")[0]);
    if (startTimeOf(owner) === null)
      rmSync(path.join(home.folder, name), { recursive: true, force: true, maxRetries: 20 });
  }
  const folder = mkdtempSync(path.join(home.folder, `${prefix}${process.pid}-`));
  const cluster = path.join(folder, "cluster");
  mkdirSync(cluster, { mode: 0o700 });
  for (const each of [folder, cluster]) changeOwner(each, home.user);
  return { ...home, folder, cluster };
}

/** Starts PostgreSQL on a private socket. @throws PostgresRefusedError */
export async function startScratch(
  home: PostgresHome,
  { signal, ...options }: LaunchOptions & { signal?: AbortSignal },
): Promise<{ url: string; stop(): Promise<void> }> {
  const address = await chooseAddress(home);
  let process: PostgresProcess | undefined;
  const kill = () => process?.child.kill("SIGQUIT");
  signal?.addEventListener("abort", kill);
  const result = await launchPostgres(home, address, options, (started) => {
    process = started;
    lowerPriority(started.child.pid);
    if (signal?.aborted) kill();
  });
  const stop = async () => {
    signal?.removeEventListener("abort", kill);
    if (process && !hasEnded(process.child)) {
      const ended = once(process.child, "exit");
      process.child.kill("SIGINT");
      await ended;
    }
    process?.dismissWatchdog();
    removeAddress(home, address);
  };
  if (!("refused" in result)) return { url: connectionUrlOf(address, readPassword(home) ?? ""), stop };
  await stop();
  signal?.throwIfAborted();
  throw new PostgresRefusedError(result.refused);
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, lowPriority);
  } catch {
    // The process has already exited, or the system doesn't allow it.
  }
}
