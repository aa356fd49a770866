import { createReadStream, mkdirSync } from "node:fs";
import { chmod, copyFile, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config";
import { type FileStore, FileStoreUnavailableError, InvalidStorageKeyError } from "./file-store";
import { s3FileStore } from "./files-s3";

/** Uses S3-compatible storage if a bucket is configured, else a folder. */
export function createFileStore(config: Pick<Config, "s3" | "dataDir">): FileStore {
  return withUnavailableErrors(config.s3 ? s3FileStore(config.s3) : folderFileStore(join(config.dataDir, "files")));
}

/** Converts every store failure (full, unreachable, folder missing) to a 503, after which callers may retry. */
function withUnavailableErrors(store: FileStore): FileStore {
  const away = (error: unknown): never => {
    if (error instanceof InvalidStorageKeyError) throw error;
    throw new FileStoreUnavailableError(error);
  };
  return {
    put: (key, bytes, type) => store.put(key, bytes, type).catch(away),
    putFile: (key, path, type) => store.putFile(key, path, type).catch(away),
    get: (key, range) => store.get(key, range).catch(away),
    remove: (key) => store.remove(key).catch(away),
  };
}

const storageKeyPattern = /^\d+\/[0-9a-f]{2}\/[0-9a-f]{40}$/;

function folderFileStore(folder: string): FileStore {
  // The folder is created only here, at the start: if its disk is unmounted later, writes must fail instead of going to the mount point.
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // All other features work without files, and each file call reports the problem.
  }
  const pathOf = (key: string): string => {
    if (!storageKeyPattern.test(key)) throw new InvalidStorageKeyError("Not a storage key"); // any other path could leave the folder
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      const [tenant = "", part = ""] = key.split("/");
      await makeFolder(join(folder, tenant));
      await makeFolder(join(folder, tenant, part));
      await writeFile(`${path}.part`, bytes, { mode: 0o600, flush: true });
      await rename(`${path}.part`, path);
    },
    async putFile(key, from) {
      const path = pathOf(key);
      const [tenant = "", part = ""] = key.split("/");
      await makeFolder(join(folder, tenant));
      await makeFolder(join(folder, tenant, part));
      await copyFile(from, `${path}.part`);
      await chmod(`${path}.part`, 0o600);
      await rename(`${path}.part`, path);
    },
    async get(key, range) {
      const path = pathOf(key);
      return (await isThere(path, folder)) ? createReadStream(path, range) : null;
    },
    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      await rm(`${path}.part`, { force: true }); // left by a process that was killed while writing
    },
  };
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** @throws when the whole store folder is missing, because its content is then unknown. */
async function isThere(path: string, folder: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await stat(folder);
    return false;
  }
}
