import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { BackupPlace, StoredFile } from "./backup-store";

export function folderPlace(folder: string): BackupPlace {
  const pathOf = (name: string) => path.join(folder, name);
  return {
    address: folder,
    lockFile: pathOf("running.lock"),
    prepare: async () => void (await mkdir(folder, { recursive: true, mode: 0o700 })),
    assertAvailable: async () => void (await stat(folder)),
    names: (name) => readdir(pathOf(name)).catch(missingIsEmpty),
    list: (name) => listFiles(folder, name),
    async read(name) {
      // Opens the file immediately, so that this call fails if the file is missing.
      return (await open(pathOf(name))).createReadStream();
    },
    async write(name, content) {
      const target = pathOf(name);
      const draft = `${target}.${process.pid}.tmp`;
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      try {
        await pipeline(content, createWriteStream(draft, { mode: 0o600, flush: true }));
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    removeFolder: (name) => rm(pathOf(name), { recursive: true, force: true }),
  };
}

async function listFiles(root: string, folder: string): Promise<StoredFile[]> {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true }).catch(
    missingIsEmpty,
  );
  const files: StoredFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const found = await stat(file).catch(() => null); // null: deleted meanwhile
    if (!found) continue;
    const name = path.relative(root, file).replaceAll(path.sep, "/");
    files.push({ name, size: found.size, modifiedMs: found.mtimeMs });
  }
  return files;
}

function missingIsEmpty(error: NodeJS.ErrnoException): never[] {
  if (error.code === "ENOENT") return [];
  throw error;
}
