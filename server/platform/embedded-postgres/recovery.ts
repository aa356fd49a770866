import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { forgetPassword } from "./access";
import { changeOwner, type PostgresHome } from "./files";

/** Folder into which PostgreSQL copies completed WAL segments; the product moves them to the backup folder. */
export const archiveFolder = (home: PostgresHome): string => path.join(home.folder, "archive");

export function prepareArchiveFolder(home: PostgresHome): void {
  const folder = archiveFolder(home);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  changeOwner(folder, home.user);
}

/**
 * Seconds after which PostgreSQL closes a segment that contains changes. With the interval at which segments are moved, at most 60 seconds
 * of changes are lost with the disk.
 */
const archiveTimeout = 30;

/** PostgreSQL never waits for the backup folder, which may be a slow or missing network folder: it archives into a folder on its own disk. */
export function archiveSettings(home: PostgresHome): Record<string, string | number> {
  if (!hasArchiveModule(home)) return {};
  return {
    archive_mode: "on",
    archive_library: "basic_archive",
    "basic_archive.archive_directory": archiveFolder(home),
    archive_timeout: archiveTimeout,
  };
}

/** Without the module, which a package for another platform may lack, PostgreSQL would keep all segments until the disk is full. */
function hasArchiveModule({ bin }: PostgresHome): boolean {
  const folders = ["lib/postgresql", "lib"].map((folder) => path.join(bin, "..", folder));
  return folders.some(
    (folder) => existsSync(folder) && readdirSync(folder).some((name) => name.startsWith("basic_archive.")),
  );
}

/** A complete cluster that replaces the current one. */
const restoredCluster = (home: PostgresHome): string => `${home.cluster}.restored`;

/** The cluster before a restore, kept until the operator confirms the restore. */
export const previousCluster = (home: PostgresHome): string => `${home.cluster}.before`;

/** Completes a replacement of the cluster that was interrupted between its two renames. */
export function finishSwap(home: PostgresHome): void {
  if (!existsSync(home.cluster) && existsSync(restoredCluster(home))) renameSync(restoredCluster(home), home.cluster);
}

/** Replaces the current cluster with a stopped one. The next start sets a new password. */
export function replaceCluster(home: PostgresHome, replacement: string): void {
  rmSync(restoredCluster(home), { recursive: true, force: true });
  renameSync(replacement, restoredCluster(home));
  forgetPassword(home);
  if (existsSync(home.cluster)) renameSync(home.cluster, previousCluster(home));
  finishSwap(home);
}

/** Puts the cluster from before a restore back. @returns false if there is none */
export function bringBackPreviousCluster(home: PostgresHome): boolean {
  if (existsSync(previousCluster(home))) renameSync(previousCluster(home), restoredCluster(home));
  if (!existsSync(restoredCluster(home))) return false;
  const undone = `${home.cluster}.undone`;
  rmSync(undone, { recursive: true, force: true });
  forgetPassword(home);
  if (existsSync(home.cluster)) renameSync(home.cluster, undone);
  finishSwap(home);
  rmSync(undone, { recursive: true, force: true });
  return true;
}
