import { constants, copyFileSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { chown, copyFile, mkdir, open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { changeOwner, type PostgresHome } from "./files";
import { archiveFolder } from "./recovery";

/**
 * Copies of a stopped cluster. An upgrade migrates a copy and exchanges it with the cluster, which is kept until the upgrade is confirmed.
 */

const previousOf = (home: PostgresHome): string => `${home.cluster}.previous`;
const previousArchiveOf = (home: PostgresHome): string => `${archiveFolder(home)}.previous`;

/** Shares the blocks of both copies where the file system can (Btrfs, XFS, APFS). Everything is flushed, as the copy replaces the cluster. */
export async function copyCluster(from: PostgresHome, to: PostgresHome): Promise<void> {
  await copyFolder(from.cluster, to.cluster, from.user);
  await copyFile(path.join(from.folder, "password"), path.join(to.folder, "password"));
}

async function copyFolder(from: string, to: string, user: PostgresHome["user"]): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const name of await readdir(from)) {
    const [source, target] = [path.join(from, name), path.join(to, name)];
    if ((await stat(source)).isDirectory()) {
      await copyFolder(source, target, user);
      continue;
    }
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    if (user) await chown(target, user.uid, user.gid);
    await flush(target);
  }
  if (user) await chown(to, user.uid, user.gid);
  await flush(to);
}

async function flush(file: string): Promise<void> {
  // Windows can't flush folders, and flushes files only if they are open for writing.
  if (process.platform === "win32") return;
  const handle = await open(file, "r");
  await handle.sync().finally(() => handle.close());
}

export async function sizeOfCluster(folder: string): Promise<number> {
  let size = 0;
  for (const name of await readdir(folder)) {
    const found = await stat(path.join(folder, name));
    size += found.isDirectory() ? await sizeOfCluster(path.join(folder, name)) : found.size;
  }
  return size;
}

/**
 * Replaces the cluster with a copy. From then on, every start puts the previous cluster back, unless `forgetPrevious` was called. The
 * archived WAL is exchanged as well, because two clusters with the same past write different segments of the same name.
 */
export function replaceByCopy(home: PostgresHome, copy: PostgresHome): void {
  rmSync(previousArchiveOf(home), { recursive: true, force: true });
  renameSync(home.cluster, previousOf(home));
  if (existsSync(archiveFolder(home))) renameSync(archiveFolder(home), previousArchiveOf(home));
  renameSync(copy.cluster, home.cluster);
  if (existsSync(archiveFolder(copy))) renameSync(archiveFolder(copy), archiveFolder(home));
}

export const hasPrevious = (home: PostgresHome): boolean => existsSync(previousOf(home));

/** Puts the previous cluster back; can be repeated after a kill at any moment. The cluster must be stopped. */
export function putPreviousBack(home: PostgresHome): void {
  rmSync(home.cluster, { recursive: true, force: true });
  if (existsSync(previousArchiveOf(home))) {
    rmSync(archiveFolder(home), { recursive: true, force: true });
    renameSync(previousArchiveOf(home), archiveFolder(home));
  }
  renameSync(previousOf(home), home.cluster);
}

/** The folder is renamed first, so that a partly deleted one is never put back. */
export function forgetPrevious(home: PostgresHome): void {
  const discarded = `${home.cluster}.discarded`;
  rmSync(discarded, { recursive: true, force: true });
  // Copied, not moved: until the renaming, the previous cluster may still be put back.
  const segments = existsSync(previousArchiveOf(home)) ? readdirSync(previousArchiveOf(home)) : [];
  for (const segment of segments) {
    copyFileSync(path.join(previousArchiveOf(home), segment), path.join(archiveFolder(home), segment));
    changeOwner(path.join(archiveFolder(home), segment), home.user);
  }
  renameSync(previousOf(home), discarded);
  rmSync(discarded, { recursive: true, force: true });
  rmSync(previousArchiveOf(home), { recursive: true, force: true });
}
