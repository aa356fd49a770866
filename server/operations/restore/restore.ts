import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import type { BackupSummary } from "../../../shared/operations/backup/backup.contract";
import type { Config } from "../../config";
import { ensurePassword, recoverCluster } from "../../platform/embedded-postgres/cluster";
import { hasPrevious, putPreviousBack } from "../../platform/embedded-postgres/cluster-copy";
import { startEmbeddedPostgres } from "../../platform/embedded-postgres/embedded-postgres";
import { type PostgresHome, preparePostgresHome } from "../../platform/embedded-postgres/files";
import { acquireLockWithin, lockHolderOf } from "../../platform/embedded-postgres/lock";
import {
  archiveFolder,
  bringBackPreviousCluster,
  previousCluster,
  replaceCluster,
} from "../../platform/embedded-postgres/recovery";
import { createScratchHome, startScratch } from "../../platform/embedded-postgres/scratch";
import { isFromFuture, listBackups } from "../backup/backup-catalogue";
import { readBackupKeys, setBackupKey } from "../backup/backup-keys";
import { readManifest } from "../backup/backup-manifest";
import type { BackupStore } from "../backup/backup-store";
import { BackupKeyError } from "../backup/encryption";
import { openBackupStore } from "../backup/open-backup-store";
import { recoverInto } from "../backup/recovered-copy";
import { fetchUpload } from "../backup/uploads";
import { contentOf } from "../backup/backup-source";
import { listWal, moveWal, storeWal } from "../backup/wal-archive";

export type RestoreConfig = Pick<Config, "dataDir" | "backup" | "databaseUrl" | "s3">;

/** Thrown when a restore isn't possible; the message explains to the operator what to do. */
export class RestoreError extends Error {}

/** A restore that the operator can review before it is carried out. */
export interface RestorePlan {
  backup: BackupSummary;
  to: Date | "backup" | "latest";
}

/**
 * Chooses the newest backup before the given time. Damaged backups are skipped, because an older backup and the changes since then lead to
 * the same state. `backupId` restores a backup without later changes.
 * @throws RestoreError, BackupKeyError
 */
export async function planRestore(config: RestoreConfig, to: Date | "latest", backupId?: string): Promise<RestorePlan> {
  if (config.databaseUrl)
    throw new RestoreError(
      "Only the embedded database is restored by this command. Restore DATABASE_URL with pg_restore.",
    );
  const backups = await listBackups(await openBackupStore(config));
  const complete = backups.filter((each) => each.kind === "cluster" && each.taken_at);
  const locked = backups.filter((each) => each.key_id && !each.taken_at);
  if (backupId) {
    const backup = [...complete, ...backups.filter((each) => isFromFuture(each))].find(({ id }) => id === backupId);
    throwIfLocked(locked.find(({ id }) => id === backupId));
    if (!backup) throw new RestoreError(`${config.backup.dir} contains no complete backup ${backupId}.`);
    return { backup, to: "backup" };
  }
  if (to instanceof Date && to > new Date())
    throw new RestoreError(`${to.toISOString()} is in the future. Use "latest" for the last archived change.`);
  const usable = complete.filter(({ state }) => state !== "failed");
  const backup = usable.find(({ taken_at }) => to === "latest" || new Date(taken_at as string) <= to);
  // Without its key, it isn't known whether a newer backup is suitable.
  throwIfLocked(locked.find(({ id }) => !backup || id > backup.id));
  if (backup) return { backup, to };
  const first = usable.at(-1)?.taken_at;
  throw new RestoreError(
    first
      ? `The first backup contains changes until ${first}; earlier times can't be restored.`
      : `There is no usable backup in ${config.backup.dir}. Set BACKUP_DIR if it is elsewhere.`,
  );
}

function throwIfLocked(backup: BackupSummary | undefined): void {
  if (backup?.key_id) throw new BackupKeyError(backup.key_id);
}

/** Whether the database from before the last restore is still kept. */
export const isUnconfirmed = ({ dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">): boolean =>
  !databaseUrl && existsSync(previousCluster(preparePostgresHome(dataDir)));

/** @throws RestoreError if the database from before the last restore would have to be overwritten */
export function requireConfirmed(config: RestoreConfig): void {
  if (isUnconfirmed(config))
    throw new RestoreError(
      "The last restore isn't confirmed. Run `npm run restore -- --confirm` or `-- --undo` first.",
    );
}

/** @throws RestoreError if the product runs */
export function requireStopped({ dataDir }: RestoreConfig): void {
  const holder = lockHolderOf(path.join(dataDir, "instance.lock"));
  if (holder !== null) throw new RestoreError(`The product is running (process ${holder}). Stop it first.`);
}

/**
 * Replaces the database with a recovered one and adds missing uploads. The product must be stopped. The current database may be missing or
 * broken, and is kept until `confirmRestore`.
 */
export async function restore(
  config: RestoreConfig,
  { backup, to }: RestorePlan,
  progress: (sentence: string) => void,
): Promise<void> {
  await whileStopped(config, async (home) => {
    requireConfirmed(config);
    const store = await openBackupStore(config);
    const { cluster, keyId } = await readManifest(store, backup.id);
    const systemId = cluster?.systemId ?? "";
    // Moves the last changes from before the product was stopped or its disk failed.
    if (existsSync(archiveFolder(home))) await moveWal(archiveFolder(home), store, systemId);
    const scratch = createScratchHome(config.dataDir);
    try {
      await recoverInto(scratch, { dataDir: config.dataDir, store, id: backup.id, to, progress }, true);
      await reserveTimelines(scratch, store, systemId);
      const { uploads, lastChange } = await beginEpoch(scratch);
      progress(`The last change that it contains is of ${lastChange ?? "no known time"}.`);
      if (!config.s3) await addMissingUploads(uploads, config.dataDir, store, progress);
      // Sets the key, so that the next backups are encrypted as well.
      const { byId, own } = readBackupKeys(config);
      const key = byId.get(keyId ?? "");
      if (key && own.length === 0) setBackupKey(config.dataDir, key);
      replaceCluster(home, scratch.cluster);
    } finally {
      rmSync(scratch.folder, { recursive: true, force: true });
    }
  });
}

/** Deletes the database from before the restore. @returns false if there is none */
export async function confirmRestore(config: RestoreConfig): Promise<boolean> {
  const previous = previousCluster(preparePostgresHome(config.dataDir));
  if (!existsSync(previous)) return false;
  await rm(previous, { recursive: true });
  return true;
}

/** Puts the database from before the restore back. @returns false if there is none */
export async function undoRestore(config: RestoreConfig): Promise<boolean> {
  const undone = await whileStopped(config, async (home) => bringBackPreviousCluster(home));
  if (!undone) return false;
  // Begins a new epoch, because clients may have read the restored database.
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir });
  try {
    await readContentAndBeginEpoch(postgres.url);
  } finally {
    await postgres.stop();
  }
  return true;
}

/** Holds the lock of the data folder, so that the product doesn't start meanwhile. */
async function whileStopped<T>({ dataDir }: RestoreConfig, work: (home: PostgresHome) => Promise<T>): Promise<T> {
  mkdirSync(dataDir, { recursive: true });
  const lock = await acquireLockWithin(path.join(dataDir, "instance.lock"), 2_000);
  if ("heldBy" in lock) throw new RestoreError(`The product is running (process ${lock.heldBy}). Stop it first.`);
  try {
    const home = preparePostgresHome(dataDir);
    await recoverCluster(home);
    // Undoes an upgrade that was killed before its confirmation; otherwise the next start would undo it together with the restore.
    if (hasPrevious(home)) putPreviousBack(home);
    return await work(home);
  } finally {
    lock.release();
  }
}

/** Stores the history of the new timeline, so that a later restore of the same backup gets another timeline. */
async function reserveTimelines(home: PostgresHome, store: BackupStore, systemId: string): Promise<void> {
  const folder = path.join(home.cluster, "pg_wal");
  const storedSegments = new Set((await listWal(store, systemId)).map(({ segment }) => segment));
  for (const name of await readdir(folder)) {
    if (/^[0-9A-F]{8}\.history$/.test(name) && !storedSegments.has(name))
      await storeWal(path.join(folder, name), store, systemId);
  }
}

async function beginEpoch(scratch: PostgresHome): Promise<RestoredContent> {
  ensurePassword(scratch);
  const postgres = await startScratch(scratch, { durable: true });
  try {
    return await readContentAndBeginEpoch(postgres.url);
  } finally {
    await postgres.stop();
  }
}

interface RestoredContent {
  uploads: Upload[];
  lastChange: string | null;
}

interface Upload {
  key: string;
  size: number;
}

/**
 * Begins an epoch: revisions repeat after a restore, so clients must read everything again. Older databases get their epoch from a
 * migration.
 */
async function readContentAndBeginEpoch(url: string): Promise<RestoredContent> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const epochCheck = await client.query<{ known: boolean }>(
      "SELECT to_regprocedure('begin_epoch()') IS NOT NULL AS known",
    );
    if (epochCheck.rows[0]?.known) await client.query("SELECT begin_epoch()");
    const { rows } = await client.query<{ key: string; size: string }>(`
      SELECT storage_key AS key, size::text FROM file
      UNION ALL SELECT preview_key, preview_size::text FROM file WHERE preview_key IS NOT NULL`);
    const { lastChange } = await contentOf(client);
    return { uploads: rows.map(({ key, size }) => ({ key, size: Number(size) })), lastChange };
  } finally {
    await client.end();
  }
}

/** Bytes of a key never change, so present uploads are kept unless they are incomplete. */
async function addMissingUploads(
  uploads: readonly Upload[],
  dataDir: string,
  store: BackupStore,
  progress: (sentence: string) => void,
): Promise<void> {
  let missing = 0;
  for (const { key, size } of uploads) {
    const target = path.join(dataDir, "files", key);
    if ((await stat(target).catch(() => null))?.size === size) continue;
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    if (!(await fetchUpload(store, key, target))) missing += 1;
  }
  if (missing > 0) progress(`${missing} of ${uploads.length} uploads are not in the backup.`);
}
