import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { restrictAccess } from "../../platform/embedded-postgres/access";
import { ensurePassword } from "../../platform/embedded-postgres/cluster";
import { changeOwner, type PostgresHome } from "../../platform/embedded-postgres/files";
import { readOrNull } from "../../platform/embedded-postgres/lock";
import { createScratchHome, PostgresRefusedError, startScratch } from "../../platform/embedded-postgres/scratch";
import { type BackupFile, type BackupManifest, readFileList, readManifest, storeOf } from "./backup-manifest";
import type { BackupStore } from "./backup-store";
import { inParallel, unpack } from "./compressed-files";
import { isHistory, listWal, unpackWal, walFrom } from "./wal-archive";

export interface Recovery {
  /** The product's data folder, in which the copy is created. */
  dataDir: string;
  store: BackupStore;
  /** Id of a backup of kind `cluster`. */
  id: string;
  /** `backup`: as the backup was taken. `latest`: the last archived change. A time must not be before `taken_at` of the backup. */
  to: Date | "backup" | "latest";
  progress?: (sentence: string) => void;
  signal?: AbortSignal;
}

/** Thrown when the backup is of another kind of database, or the time is before the backup. */
export class UnsuitableBackupError extends Error {}

/**
 * Opens a copy of the database as of a given time on a separate PostgreSQL behind a private socket, and removes it afterwards. `url`
 * connects as superuser. The copy may be changed.
 * @throws DamagedBackupError, BackupKeyError, UnsuitableBackupError
 */
export async function withRecoveredCopy<T>(recovery: Recovery, work: (url: string) => Promise<T>): Promise<T> {
  const home = createScratchHome(recovery.dataDir);
  try {
    await recoverInto(home, recovery, false);
    ensurePassword(home);
    const { signal } = recovery;
    const copy = await startScratch(home, { durable: false, ...(signal ? { signal } : {}) });
    try {
      return await work(copy.url);
    } finally {
      await copy.stop();
    }
  } finally {
    rmSync(home.folder, { recursive: true, force: true });
  }
}

/** Unpacks a backup into the home's cluster and replays the archive up to the time. PostgreSQL is stopped afterwards. */
export async function recoverInto(home: PostgresHome, recovery: Recovery, durable: boolean): Promise<void> {
  const { to, signal, progress = () => {} } = recovery;
  const manifest = await readManifest(recovery.store, recovery.id);
  const store = storeOf(recovery.store, manifest);
  const { cluster } = manifest;
  if (!cluster) throw new UnsuitableBackupError(`The backup ${manifest.id} is a dump. Restore it with pg_restore.`);
  if (to instanceof Date && to < new Date(manifest.takenAt))
    throw new UnsuitableBackupError(`The backup ${manifest.id} contains changes until ${manifest.takenAt}.`);
  await unpackCluster(home, manifest, await readFileList(store, manifest), { ...recovery, store });
  const archived = await listWal(store, cluster.systemId);
  const wal = walFrom(archived, cluster.firstSegment).filter(
    ({ segment }) => to !== "backup" || segment <= cluster.lastSegment,
  );
  progress(`Unpacking ${wal.length} files of changes.`);
  await inParallel(wal, async (file) => {
    signal?.throwIfAborted();
    const target = path.join(home.cluster, "pg_wal", file.segment);
    await unpackWal(store, file, target);
    changeOwner(target, home.user);
  });
  // PostgreSQL continues with the first timeline that has no history file. The content of history files, which may be encrypted with an
  // earlier key, isn't needed, because a recovery stays on the timeline of its backup.
  for (const { segment } of archived.filter(isHistory)) {
    const target = path.join(home.cluster, "pg_wal", segment);
    writeFileSync(target, "");
    changeOwner(target, home.user);
  }
  const request = path.join(home.cluster, "recovery.signal");
  writeFileSync(request, "");
  changeOwner(request, home.user);
  restrictAccess(home);
  await replay(home, recovery, durable);
}

async function unpackCluster(
  home: PostgresHome,
  manifest: BackupManifest,
  files: BackupFile[],
  recovery: Recovery,
): Promise<void> {
  const prefix = `${manifest.id}/cluster/`;
  for (const folder of manifest.cluster?.folders ?? []) {
    mkdirSync(path.join(home.cluster, folder), { mode: 0o700, recursive: true });
    changeOwner(path.join(home.cluster, folder), home.user);
  }
  const clusterFiles = files.filter((file) => file.path.startsWith(prefix));
  const total = clusterFiles.reduce((sum, { size }) => sum + size, 0);
  const report = percentages("Unpacking the database", total, recovery.progress);
  await inParallel(clusterFiles, async (file) => {
    recovery.signal?.throwIfAborted();
    const target = path.join(home.cluster, file.path.slice(prefix.length).replace(/\.gz$/, ""));
    await unpack(recovery.store, file, target);
    changeOwner(target, home.user);
    report(file.size);
  });
}

const endedBefore = "recovery ended before configured recovery target was reached";

/** Replays without connections until PostgreSQL has left recovery. */
async function replay(home: PostgresHome, { to, progress, signal }: Recovery, durable: boolean): Promise<void> {
  const settings = {
    // All segments are in pg_wal already, but recovery from an archive requires a command.
    restore_command: "exit 1",
    // Not `latest`, because the backup's timeline continues after a restore is undone.
    recovery_target_timeline: "current",
    hot_standby: "off",
    log_startup_progress_interval: "2s",
  };
  const target: Record<string, string> =
    to instanceof Date ? { recovery_target_time: postgresTime(to), recovery_target_action: "promote" } : {};
  const watching = setInterval(() => {
    const lines = readOrNull(path.join(home.folder, "postgres.log"))?.match(/redo in progress.*/g);
    if (lines) progress?.(`Replaying changes: ${lines.at(-1)}`);
  }, 2_000);
  const options = { durable, ...(signal ? { signal } : {}) };
  try {
    let postgres: { stop(): Promise<void> };
    try {
      postgres = await startScratch(home, { ...options, settings: { ...settings, ...target } });
    } catch (error) {
      // PostgreSQL reports this if nothing was changed between the last archived change and the given time.
      if (!(error instanceof PostgresRefusedError && error.message.includes(endedBefore))) throw error;
      postgres = await startScratch(home, { ...options, settings });
    }
    await postgres.stop();
  } finally {
    clearInterval(watching);
  }
}

/** The setting doesn't accept the `T` and `Z` of ISO 8601. */
const postgresTime = (time: Date): string => time.toISOString().replace("T", " ").replace("Z", "+00");

/** Reports each tenth of the work. */
function percentages(what: string, total: number, progress?: (sentence: string) => void): (amount: number) => void {
  let [done, reported] = [0, 0];
  return (amount) => {
    done += amount;
    const tenths = Math.floor((done / total) * 10);
    if (tenths > reported) progress?.(`${what}: ${tenths * 10} percent.`);
    reported = tenths;
  };
}
