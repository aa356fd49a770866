import { createReadStream } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config } from "../config";
import type { FileStore } from "./file-store";
import { s3FileStore } from "./files-s3";

/** On S3-compatible storage when a bucket is configured, else in a folder. */
export function createFileStore(config: Pick<Config, "s3" | "dataDir">): FileStore {
  return config.s3 ? s3FileStore(config.s3) : folderFileStore(join(config.dataDir, "files"));
}

const wellFormed = /^\d+\/[0-9a-f]{2}\/[0-9a-f]{40}$/;

function folderFileStore(folder: string): FileStore {
  const pathOf = (key: string): string => {
    if (!wellFormed.test(key)) throw new Error("Not a storage key"); // a path from anywhere else could leave the folder
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(`${path}.part`, bytes, { mode: 0o600, flush: true });
      await rename(`${path}.part`, path);
    },
    async get(key, range) {
      const path = pathOf(key);
      const there = await stat(path).catch(() => null);
      return there ? createReadStream(path, range) : null;
    },
    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      await rm(`${path}.part`, { force: true }); // of a process that was killed while it wrote
    },
  };
}
