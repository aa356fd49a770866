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
 * exist contains none.
 */
export async function listBackups(store: BackupStore): Promise<BackupSummary[]> {
  const ids = await backupIds(store);
  return Promise.all(
    ids.map(async (id) => ((await isComplete(store, id)) ? summary(store, id) : unfinished(store, id))),
  );
}

async function summary(store: BackupStore, id: string): Promise<BackupSummary> {
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
