import { createReadStream, createWriteStream } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { BackupFile } from "./backup-manifest";
import type { BackupStore } from "./backup-store";

/** Uploads that a process has copied. */
export interface CopiedUploads {
  /** Folders that were read at the given modification time; nothing was added to them while it stays the same. */
  mtimeByFolder: Map<string, number>;
  /** Names in the store; read once, as only this product adds to it. */
  stored: Set<string> | null;
  keyId: string | null;
}

export const noCopiedUploads = (): CopiedUploads => ({ mtimeByFolder: new Map(), stored: null, keyId: null });

/** Uploads are named as in `folderFileStore`: tenant, first two digits, key. Other files aren't uploads or are incomplete. */
const keyPattern = /^[0-9a-f]{40}$/;

/** Separate for each key, so that uploads are copied again when encryption begins. */
const folderOf = (keyId: string | null) => (keyId ? `uploads.${keyId}` : "uploads");
export const uploadFolders = /^uploads(?:\.[0-9a-f]{8})?$/;

export const isUpload = ({ path: name }: Pick<BackupFile, "path">): boolean =>
  uploadFolders.test(name.slice(0, name.indexOf("/")));

export const keyOfUpload = ({ path: name }: Pick<BackupFile, "path">): string => name.slice(name.indexOf("/") + 1);

export const uploadName = ({ keyId }: Pick<BackupStore, "keyId">, key: string): string => `${folderOf(keyId)}/${key}`;

/**
 * Copies uploads that the store doesn't have. The bytes of a key never change, so existing copies are kept. With `copied`, only folders
 * that have changed since are read.
 * @returns the keys of the folders that were read.
 */
export async function copyUploads(folder: string, store: BackupStore, copied = noCopiedUploads()): Promise<string[]> {
  if (copied.keyId !== store.keyId) Object.assign(copied, noCopiedUploads(), { keyId: store.keyId });
  const { mtimeByFolder } = copied;
  const keys: string[] = [];
  for (const tenant of await subfolders(folder)) {
    for (const part of await subfolders(path.join(folder, tenant))) {
      const source = path.join(folder, tenant, part);
      const { mtimeMs } = await stat(source);
      if (mtimeByFolder.get(source) === mtimeMs) continue;
      copied.stored ??= new Set((await store.list(folderOf(store.keyId))).map(({ name }) => name));
      for (const name of (await readdir(source)).filter((each) => keyPattern.test(each))) {
        const key = `${tenant}/${part}/${name}`;
        if (!copied.stored.has(uploadName(store, key))) await copyUpload(path.join(source, name), store, key);
        copied.stored.add(uploadName(store, key));
        keys.push(key);
      }
      mtimeByFolder.set(source, mtimeMs);
    }
  }
  return keys;
}

async function copyUpload(source: string, store: BackupStore, key: string): Promise<void> {
  try {
    await store.write(uploadName(store, key), createReadStream(source));
  } catch (error) {
    const deleted = !(await stat(source).catch(() => null));
    if (!deleted) throw error;
  }
}

/** Copies an upload from the folder of the store that contains it. @returns false if no folder contains it or it can't be read */
export async function fetchUpload(store: BackupStore, key: string, target: string): Promise<boolean> {
  const folders = (await store.names("")).filter((name) => uploadFolders.test(name));
  const draft = `${target}.part`;
  for (const folder of folders) {
    try {
      await pipeline(await store.read(`${folder}/${key}`), createWriteStream(draft, { mode: 0o600 }));
      await rename(draft, target);
      return true;
    } catch {
      await rm(draft, { force: true });
    }
  }
  return false;
}

/** A store that was never used has no folder. */
async function subfolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
