import { rmSync } from "node:fs";
import { statfs } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import {
  copyCluster,
  forgetPrevious,
  putPreviousBack,
  replaceByCopy,
  sizeOfCluster,
} from "../../platform/embedded-postgres/cluster-copy";
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  lockDataFolder,
  startEmbeddedPostgres,
} from "../../platform/embedded-postgres/embedded-postgres";
import { preparePostgresHome } from "../../platform/embedded-postgres/files";

/** Error whose message is shown to the operator: the upgrade failed, and the data is as before. */
export class UpgradeError extends Error {}

export interface UpgradeOptions extends EmbeddedPostgresOptions {
  /** Names of the migrations to run; null on an empty database. */
  pending(client: pg.Client): Promise<string[] | null>;
  migrate(url: string): Promise<void>;
}

/** An upgrade whose database is in use, while the previous one is kept. */
interface UnconfirmedUpgrade {
  /**
   * Waits until the product is ready, then deletes the previous database. Nothing may be accepted from users before.
   * @param problem why the product isn't ready, or null
   * @throws when it isn't ready in time
   */
  confirm(problem: () => Promise<string | null>, patienceMs?: number): Promise<void>;
  /** Stops the database and puts the previous one back. @returns the error for the operator. */
  undo(reason: unknown): Promise<UpgradeError>;
}

export type StartedPostgres = EmbeddedPostgres & { upgrade: UnconfirmedUpgrade | null };

/** As long as a load balancer or service manager usually waits for a start. */
const readyWithinMs = 120_000;

/**
 * Starts the embedded database. Migrations run on a copy of the stopped cluster, which replaces the cluster only if all of them succeed. If
 * the process is killed, the previous cluster is in place or is put back by the next start.
 * @throws UpgradeError when a migration fails
 */
export async function startUpgraded(options: UpgradeOptions): Promise<StartedPostgres> {
  const current = await startEmbeddedPostgres(options);
  let pending: string[] | null;
  try {
    pending = await pendingOn(current.url, options);
  } catch (error) {
    await current.stop();
    throw error;
  }
  if (pending === null || pending.length === 0) return { ...current, upgrade: null };

  options.log?.(`Upgrading the database (${pending.length} migrations). A copy of it is migrated first.`);
  await current.stop();
  await replaceByMigratedCopy(options);
  const upgraded = await startEmbeddedPostgres({ ...options, keepPrevious: true });
  return { ...upgraded, upgrade: unconfirmed(upgraded, options) };
}

async function replaceByMigratedCopy(options: UpgradeOptions): Promise<void> {
  const dataDir = path.resolve(options.dataDir);
  const lock = await lockDataFolder(dataDir);
  const copyDir = path.join(dataDir, "upgrade");
  const copyFolders = [copyDir];
  try {
    rmSync(copyDir, { recursive: true, force: true }); // left by a killed upgrade
    const [home, copy] = [preparePostgresHome(dataDir), preparePostgresHome(copyDir)];
    copyFolders.push(copy.folder);
    await assertSpaceFor(home.cluster);
    await copyCluster(home, copy);
    await migrate(copyDir, options);
    replaceByCopy(home, copy);
  } finally {
    for (const folder of copyFolders) rmSync(folder, { recursive: true, force: true });
    lock.release();
  }
}

/** Requires space for the copy, and as much again for data that a migration may rewrite. */
async function assertSpaceFor(cluster: string): Promise<void> {
  const { bavail, bsize } = await statfs(cluster);
  const needed = 2 * (await sizeOfCluster(cluster));
  if (bavail * bsize >= needed) return;
  throw new UpgradeError(
    `The upgrade needs ${Math.ceil(needed / 1024 ** 2)} MB of free disk space for a copy of the database. ` +
      "Nothing was changed. Free space and start again, or start the previous version.",
  );
}

async function migrate(dataDir: string, options: UpgradeOptions): Promise<void> {
  const copy = await startEmbeddedPostgres({ dataDir, log: options.log });
  try {
    await options.migrate(copy.url).catch(async (error: unknown) => {
      const [failed = "after the last one"] = (await pendingOn(copy.url, options)) ?? [];
      throw failure(`migration ${failed} failed: ${messageOf(error)}`);
    });
  } finally {
    await copy.stop();
  }
}

function unconfirmed(postgres: EmbeddedPostgres, { dataDir, log }: UpgradeOptions): UnconfirmedUpgrade {
  return {
    async confirm(problem, patienceMs = readyWithinMs) {
      const deadline = Date.now() + patienceMs;
      for (;;) {
        const reason = await problem().catch(messageOf);
        if (reason === null) break;
        if (Date.now() > deadline) {
          throw new Error(`the product was not ready within ${patienceMs / 1_000} seconds: ${reason}`);
        }
        await delay(Math.min(500, patienceMs));
      }
      forgetPrevious(preparePostgresHome(path.resolve(dataDir)));
      log?.("The upgrade is complete.");
    },
    async undo(reason) {
      await postgres.stop();
      putPreviousBack(preparePostgresHome(path.resolve(dataDir)));
      return failure(messageOf(reason));
    },
  };
}

const failure = (reason: string): UpgradeError =>
  new UpgradeError(
    `The upgrade failed and was undone: ${reason}\n` +
      "The database is as it was before. Start the previous version, which continues with it, and report this message.",
  );

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function pendingOn(url: string, { pending }: UpgradeOptions): Promise<string[] | null> {
  const client = new pg.Client({ connectionString: url, application_name: "portal-upgrade" });
  client.on("error", () => {});
  await client.connect();
  try {
    return await pending(client);
  } finally {
    await client.end();
  }
}
