import type { BackupSummary } from "../../../shared/operations/backup/backup.contract";
import type { Config } from "../../config";
import { acquireLock } from "../../platform/embedded-postgres/lock";
import type { Mailer } from "../../platform/mail/mail";
import { listBackups } from "./backup-catalogue";
import { readManifest, type Verification } from "./backup-manifest";
import { type BackupStore, pacedPlace } from "./backup-store";
import { backUpCluster } from "./cluster-backup";
import { dumpDatabase } from "./dump-backup";
import { noteEncryption, openBackupPlace, openBackupStore } from "./open-backup-store";
import { preparePlace } from "./place-marker";
import { deleteOldBackups, deleteUnfinished } from "./retention";
import { compareStored, verifyBackup } from "./verify-backup";
import { isHistory, listWal, walFrom } from "./wal-archive";

export interface BackupRun {
  config: Pick<Config, "backup" | "dataDir" | "databaseUrl" | "s3">;
  /** URL of the embedded PostgreSQL's superuser, or DATABASE_URL. */
  url: string;
  signal?: AbortSignal;
  progress?: (sentence: string) => void;
  /** Limits the bytes per second, for a backup during working hours. */
  slowly?: boolean;
}

/** Thrown when another process is taking or verifying a backup. */
export class BackupRunningError extends Error {}
/** Exit code of `npm run backup` for a `BackupRunningError` ("temporary failure" of sysexits). */
export const exitCodeOfRunning = 75;

/** Takes a backup, proves it by restoring it, compares the older ones with their hashes, and deletes those that are too old. */
export function runBackup(run: BackupRun): Promise<BackupSummary> {
  return withBackupLock(run, async (store) => {
    const { config, url, signal, progress } = run;
    await noteEncryption(store);
    await deleteUnfinished(store);
    const source = {
      url,
      dataDir: config.dataDir,
      store,
      withUploads: !config.s3,
      ...definedOptions({ signal, progress }),
    };
    const id = await (config.databaseUrl ? dumpDatabase(source) : backUpCluster(source));
    await verifyAll(run, store, id);
    await deleteOldBackups(store, config.backup.days);
    return (await listBackups(store)).find((backup) => backup.id === id) as BackupSummary;
  });
}

/** Verifies a backup whose verification was interrupted. */
export function resumeVerification(run: BackupRun, id: string): Promise<void> {
  return withBackupLock(run, (store) => verifyAll(run, store, id));
}

async function withBackupLock<T>({ config, slowly }: BackupRun, work: (store: BackupStore) => Promise<T>): Promise<T> {
  const place = openBackupPlace(config);
  const store = await openBackupStore(config, slowly ? pacedPlace(place) : place);
  await preparePlace(place, config.dataDir);
  const lock = acquireLock(store.lockFile);
  if ("heldBy" in lock) throw new BackupRunningError(`A backup is already running (process ${lock.heldBy}).`);
  try {
    return await work(store);
  } finally {
    lock.release();
  }
}

async function verifyAll({ config, signal, progress }: BackupRun, store: BackupStore, id: string): Promise<void> {
  const options = { store, dataDir: config.dataDir, ...definedOptions({ signal, progress }) };
  if (!config.databaseUrl) {
    progress?.("Verifying the backup by restoring it.");
    await verifyBackup({ ...options, id });
  }
  // A bucket verifies its objects itself, and reading all of them every night would cost money.
  if (config.backup.bucket) return;
  progress?.("Comparing older backups with their hashes.");
  const compared = new Set<string>();
  for (const { id: each, state } of await listBackups(store)) {
    // The backup that was just restored has already been read.
    if (state !== "failed" && (each !== id || config.databaseUrl))
      await compareStored({ ...options, id: each }, compared);
  }
}

const hourOfBackup = 2;

/** Whether no backup was completed since the last night at 2:00 UTC, or the newest one isn't encrypted with the key in use. */
export function isBackupDue(now: Date, backups: readonly BackupSummary[], keyId: string | null): boolean {
  const lastNight = new Date(now);
  lastNight.setUTCHours(hourOfBackup, 0, 0, 0);
  if (lastNight > now) lastNight.setUTCDate(lastNight.getUTCDate() - 1);
  const newest = backups.find(({ taken_at }) => taken_at);
  return !newest?.taken_at || new Date(newest.taken_at) < lastNight || newest.key_id !== keyId;
}

/**
 * Whether changes since a backup can't be restored, because a restore began another timeline or segments were deleted while the backup
 * folder was unavailable. `currentSegment` is the segment that PostgreSQL is writing.
 */
export async function isArchiveBroken(store: BackupStore, id: string, currentSegment: string): Promise<boolean> {
  const { cluster } = await readManifest(store, id);
  if (!cluster) return false;
  const timeline = currentSegment.slice(0, 8);
  const archived = await listWal(store, cluster.systemId);
  const newest = archived.findLast((file) => file.segment.startsWith(timeline) && !isHistory(file));
  const reachable = walFrom(archived, cluster.firstSegment);
  return !cluster.firstSegment.startsWith(timeline) || newest?.segment !== reachable.at(-1)?.segment;
}

/** Sends the operator a mail about a failed backup, if an address is configured. */
export async function sendBackupAlarm(
  { operatorEmail, publicUrl }: Pick<Config, "operatorEmail" | "publicUrl">,
  mailer: Pick<Mailer, "deliver">,
  problem: Pick<Verification, "problem" | "file">,
): Promise<void> {
  if (!operatorEmail) return;
  const text = [
    `${publicUrl ?? "The installation"} has no proven backup of this night.`,
    problem.problem,
    ...(problem.file ? [`File: ${problem.file}`] : []),
    "See “Backup” in docs/operations.md, then run `npm run backup`.",
  ];
  await mailer.deliver({ to: operatorEmail, subject: "Backup failed", text: text.join("\n\n") });
}

/** Removes properties that are undefined. */
function definedOptions<T extends object>(options: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}
