import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import type { BackupSummary } from "../../../shared/operations/backup/backup.contract";
import { backupIds, isComplete, isFromFuture, listBackups } from "./backup-catalogue";
import {
  type BackupManifest,
  type ClusterBackup,
  DamagedBackupError,
  readFileList,
  readManifest,
} from "./backup-manifest";
import type { BackupStore } from "./backup-store";
import { uploadFolders } from "./uploads";
import { listWal, walFolder } from "./wal-archive";

/**
 * Deletes backups that are older than `days` before the newest one, except the newest verified one, and then the changes and uploads that
 * no remaining backup needs. Must be called while holding the backup lock.
 */
export async function deleteOldBackups(store: BackupStore, days: number, now = new Date()): Promise<void> {
  const backups = await listBackups(store, now);
  const newest = backups.find(({ taken_at }) => taken_at)?.taken_at;
  if (!newest) return;
  const oldest = new Date(new Date(newest).getTime() - days * elapsedDayMs).toISOString();
  const verified = backups.find(({ state }) => state === "verified");
  const isKept = (backup: BackupSummary) => backup === verified || (backup.taken_at ?? newest) > oldest;
  for (const { id } of backups.filter((backup) => !isKept(backup))) {
    // An interrupted deletion leaves an unfinished backup, which the next run deletes.
    await store.remove(`${id}/manifest.json`);
  }
  await deleteUnfinished(store);
  // The files that a backup needs can't be determined without its key, and a backup with a wrong date may be needed as well.
  if (backups.some((backup) => (backup.key_id && !backup.taken_at) || isFromFuture(backup, now))) return;
  await deleteUnneeded(
    store,
    backups.filter((backup) => isKept(backup) && backup.taken_at),
  );
}

export async function deleteUnfinished(store: BackupStore): Promise<void> {
  for (const id of await backupIds(store)) if (!(await isComplete(store, id))) await store.removeFolder(id);
}

async function deleteUnneeded(store: BackupStore, retainedBackups: readonly BackupSummary[]): Promise<void> {
  const manifests = await Promise.all(retainedBackups.map(({ id }) => readManifest(store, id)));
  const clusters = manifests.flatMap(({ cluster }) => cluster ?? []);
  await deleteWal(store, clusters);
  const needed = await neededUploads(store, manifests);
  if (!needed) return;
  const since = Math.min(...manifests.map(({ takenAt }) => new Date(takenAt).getTime()));
  for (const folder of (await store.names("")).filter((name) => uploadFolders.test(name))) {
    for (const { name, modifiedMs } of await store.list(folder)) {
      // Newer copies are kept, because the database can be restored to any minute since the oldest backup.
      if (!needed.has(name) && modifiedMs < since) await store.remove(name);
    }
  }
}

/** Returns null if a backup's file list is damaged, so that nothing is deleted. */
async function neededUploads(store: BackupStore, manifests: readonly BackupManifest[]): Promise<Set<string> | null> {
  try {
    const lists = await Promise.all(manifests.map((manifest) => readFileList(store, manifest)));
    return new Set(lists.flat().map((file) => file.path));
  } catch (error) {
    if (error instanceof DamagedBackupError) return null;
    throw error;
  }
}

/** Keeps the segments from the oldest backup of each cluster on. */
async function deleteWal(store: BackupStore, clusters: readonly ClusterBackup[]): Promise<void> {
  for (const systemId of await store.names("wal")) {
    const needed = clusters
      .filter((cluster) => cluster.systemId === systemId)
      .map(({ firstSegment }) => positionOf(firstSegment));
    if (needed.length === 0) {
      await store.removeFolder(walFolder(systemId));
      continue;
    }
    const oldest = needed.sort()[0] as string;
    for (const { segment, path: file } of await listWal(store, systemId)) {
      if (!segment.endsWith(".history") && positionOf(segment) < oldest) await store.remove(file);
    }
  }
}

/** The part of a segment's name after its timeline. */
const positionOf = (segment: string): string => segment.slice(8);
