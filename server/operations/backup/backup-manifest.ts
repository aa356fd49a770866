import { createHash } from "node:crypto";
import { BackupKeyError } from "./encryption";
import { type BackupStore, readBytes, writeBytes } from "./backup-store";

/**
 * Layout of the backup folder or bucket. Each file may be encrypted (`encryption.ts`).
 *
 * - `<id>/manifest.json`, with its hash in `manifest.sha256`; written last and removed first, so that a backup without it is not complete
 * - `<id>/files.jsonl`: each file of the backup with size and hash
 * - `<id>/cluster/…`: the data folder of PostgreSQL, each file compressed
 * - `<id>/verification.json`: result of the last verification
 * - `wal/<system identifier>/<segment>.<hash>.gz`: the WAL archive
 * - `uploads/<storage key>`: uploaded files, shared by all backups because a key's bytes never change; encrypted ones are in
 *   `uploads.<key id>`
 * - `encryption.json`: the key in use, if backups are encrypted; never encrypted itself
 */
export interface BackupManifest {
  version: 1;
  id: string;
  kind: "cluster" | "dump";
  takenAt: string;
  lastChange: string | null;
  tenants: { id: number; name: string }[];
  size: number;
  /** Hash of `files.jsonl`. */
  filesSha256: string;
  /** Null for a dump. */
  cluster: ClusterBackup | null;
  /** False if uploads are in a bucket, which has to be backed up separately. */
  containsUploads: boolean;
  /** Id of the key that encrypts all files of the backup; absent in older manifests. */
  keyId?: string | null;
}

export interface ClusterBackup {
  /** Identifies the cluster, because WAL segments of a new cluster have the same names. */
  systemId: string;
  /** WAL that the backup needs to become consistent. */
  firstSegment: string;
  lastSegment: string;
  /** Folders of the cluster, including empty ones. */
  folders: string[];
}

/** A stored file; `path` is relative to the backup folder. */
export interface BackupFile {
  path: string;
  size: number;
  sha256: string;
}

export interface Verification {
  at: string;
  /** Null if the backup was restored and passed all checks. */
  problem: string | null;
  file: string | null;
}

/** Thrown when a file of the backup is missing, unreadable or altered. */
export class DamagedBackupError extends Error {
  constructor(
    readonly file: string,
    reason: string,
  ) {
    super(`${file} ${reason}.`);
  }
}

export const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

/** Completes a backup. */
export async function writeManifest(
  store: BackupStore,
  manifest: Omit<BackupManifest, "version" | "size" | "filesSha256" | "keyId">,
  files: readonly BackupFile[],
): Promise<void> {
  const { id } = manifest;
  const list = files.map((file) => `${JSON.stringify(file)}\n`).join("");
  await writeBytes(store, `${id}/files.jsonl`, list);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const text = JSON.stringify(
    { version: 1, ...manifest, size, filesSha256: sha256(list), keyId: store.keyId } satisfies BackupManifest,
    null,
    2,
  );
  await writeBytes(store, `${id}/manifest.sha256`, `${sha256(text)}\n`);
  await writeBytes(store, `${id}/manifest.json`, text);
}

/** @throws DamagedBackupError, BackupKeyError */
export async function readManifest(store: BackupStore, id: string): Promise<BackupManifest> {
  const file = `${id}/manifest.json`;
  const text = await readStored(store, file);
  const expected = await readStored(store, `${id}/manifest.sha256`);
  if (sha256(text) !== expected.trim()) throw new DamagedBackupError(file, "does not match its hash");
  return JSON.parse(text) as BackupManifest;
}

/** Returns the store for reading a backup's files; in an encrypted backup, all files must be encrypted. */
export const storeOf = (store: BackupStore, { keyId }: BackupManifest): BackupStore =>
  keyId ? store.encryptedOnly : store;

/** @throws DamagedBackupError */
export async function readFileList(store: BackupStore, manifest: BackupManifest): Promise<BackupFile[]> {
  const file = `${manifest.id}/files.jsonl`;
  const text = await readStored(store, file);
  if (sha256(text) !== manifest.filesSha256) throw new DamagedBackupError(file, "does not match its hash");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as BackupFile);
}

/** Null before the first verification, or if its file is unreadable. */
export async function readVerification(store: BackupStore, id: string): Promise<Verification | null> {
  try {
    return JSON.parse((await readBytes(store, `${id}/verification.json`)).toString("utf8")) as Verification;
  } catch {
    return null;
  }
}

export const writeVerification = (store: BackupStore, id: string, verification: Verification): Promise<void> =>
  writeBytes(store, `${id}/verification.json`, JSON.stringify(verification));

async function readStored(store: BackupStore, file: string): Promise<string> {
  try {
    return (await readBytes(store, file)).toString("utf8");
  } catch (error) {
    throw damaged(file, "read", error);
  }
}

/** A missing key doesn't mean that the file is damaged. */
export const damaged = (file: string, verb: "read" | "unpacked", error: unknown): Error =>
  error instanceof BackupKeyError
    ? error
    : new DamagedBackupError(file, `can't be ${verb} (${(error as Error).message})`);
