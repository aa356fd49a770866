import { createReadStream, mkdirSync } from "node:fs";
import { chmod, copyFile, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config";
import { type FileStore, FileStoreAwayError, NotAKeyError } from "./file-store";
import { s3FileStore } from "./files-s3";

/** On S3-compatible storage when a bucket is configured, else in a folder. */
export function createFileStore(config: Pick<Config, "s3" | "dataDir">): FileStore {
  return saysWhenAway(config.s3 ? s3FileStore(config.s3) : folderFileStore(join(config.dataDir, "files")));
}

/** Whatever a store can't do is 503, worth trying again: it is full, out of reach, or its folder isn't there. */
function saysWhenAway(store: FileStore): FileStore {
  const away = (error: unknown): never => {
    if (error instanceof NotAKeyError) throw error;
    throw new FileStoreAwayError(error);
  };
  return {
    put: (key, bytes, type) => store.put(key, bytes, type).catch(away),
    putFile: (key, path, type) => store.putFile(key, path, type).catch(away),
    get: (key, range) => store.get(key, range).catch(away),
    remove: (key) => store.remove(key).catch(away),
  };
}

const wellFormed = /^\d+\/[0-9a-f]{2}\/[0-9a-f]{40}$/;

function folderFileStore(folder: string): FileStore {
  // Made here and nowhere else: a disk that is taken away later must be missed, not written beside.
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // Everything else works without files, and each of their calls says so.
  }
  const pathOf = (key: string): string => {
    if (!wellFormed.test(key)) throw new NotAKeyError("Not a storage key"); // a path from anywhere else could leave the folder
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
      await rm(`${path}.part`, { force: true }); // of a process that was killed while it wrote
    },
  };
}

/** Its parent must be there. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** @throws when the whole folder isn't: then nobody knows what is in it. */
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
