import type { BackupSummary } from "../../../shared/operations/backup/backup.contract";
import { lockHolderOf } from "../../platform/embedded-postgres/lock";
import { type BackupManifest, DamagedBackupError, readManifest, readVerification } from "./backup-manifest";
import type { BackupStore } from "./backup-store";
import { BackupKeyError } from "./encryption";

const idPattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** Ids of all backups, newest first, complete or not. */
export const backupIds = async (store: BackupStore): Promise<string[]> =>
  (await store.names(""))
    .filter((name) => idPattern.test(name))
    .sort()
    .reverse();

export const isComplete = async (store: BackupStore, id: string): Promise<boolean> =>
  (await store.names(id)).includes("manifest.json");

/**
 * The backups of a store, newest first. Reads only the store, so that they can be listed while the database is broken. A folder that doesn't
 * exist contains none. Backups that were taken while a clock was wrong are listed as failed, without `taken_at`, so that they never count as
 * the newest.
 */
export async function listBackups(store: BackupStore, now = new Date()): Promise<BackupSummary[]> {
  const ids = await backupIds(store);
  return Promise.all(
    ids.map(async (id) => ((await isComplete(store, id)) ? summary(store, id, now) : unfinished(store, id))),
  );
}

/** Difference between the clocks of two computers that isn't a fault. */
const clockToleranceMs = 600_000;

/** Whether the backup's date is wrong, although its content may be restored. */
export const isFromFuture = ({ id, taken_at }: Pick<BackupSummary, "id" | "taken_at">, now = new Date()): boolean =>
  !taken_at && timeOfId(id) > now.getTime() + clockToleranceMs;

const timeOfId = (id: string): number => Date.parse(id.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, "T$1:$2:$3Z"));

async function summary(store: BackupStore, id: string, now: Date): Promise<BackupSummary> {
  let manifest: BackupManifest;
  try {
    manifest = await readManifest(store, id);
  } catch (error) {
    if (error instanceof BackupKeyError) return { ...emptySummary(id), key_id: error.keyId, problem: error.message };
    if (!(error instanceof DamagedBackupError)) throw error;
    return { ...emptySummary(id), problem: error.message, file: error.file };
  }
  const { encryptedSince } = store;
  if (!manifest.keyId && encryptedSince && manifest.takenAt > encryptedSince)
    return { ...emptySummary(id), problem: `It is not encrypted, unlike all backups since ${encryptedSince}.` };
  if (Date.parse(manifest.takenAt) > now.getTime() + clockToleranceMs) {
    const problem = `Its date ${manifest.takenAt} is in the future: the clock was wrong when it was taken. Delete its folder if it isn't needed.`;
    return { ...emptySummary(id), kind: manifest.kind, tenants: manifest.tenants, problem };
  }
  const verification = await readVerification(store, id);
  return {
    id,
    kind: manifest.kind,
    state: !verification ? "unverified" : verification.problem === null ? "verified" : "failed",
    taken_at: manifest.takenAt,
    last_change: manifest.lastChange,
    size: manifest.size,
    key_id: manifest.keyId ?? null,
    tenants: manifest.tenants,
    verified_at: verification?.at ?? null,
    problem: verification?.problem ?? null,
    file: verification?.file ?? null,
  };
}

function unfinished(store: BackupStore, id: string): BackupSummary {
  const running = lockHolderOf(store.lockFile) !== null;
  const empty = emptySummary(id);
  return running ? { ...empty, state: "running" } : { ...empty, problem: "The backup was interrupted." };
}

const emptySummary = (id: string): BackupSummary => ({
  id,
  kind: "cluster",
  state: "failed",
  taken_at: null,
  last_change: null,
  size: 0,
  key_id: null,
  tenants: [],
  verified_at: null,
  problem: null,
  file: null,
});
