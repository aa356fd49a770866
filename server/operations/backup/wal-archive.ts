import { open, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { type BackupFile, damaged, sha256 } from "./backup-manifest";
import { type BackupStore, readBytes, writeBytes } from "./backup-store";
import { gzipOptions } from "./compressed-files";

/** WAL segments, and history files of timelines. Each restore begins a timeline. */
const archivedName = /^(?:[0-9A-F]{24}|[0-9A-F]{8}\.history)$/;
const storedName = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)\.([0-9a-f]{64})\.gz$/;
const segmentSize = 16 * 1024 * 1024;
const pageSize = 8 * 1024;
const zeroPage = Buffer.alloc(pageSize);

/** Bytes of segments that may wait for the backup folder. More would fill the disk of the database. */
export const stagedLimit = 1024 ** 3;
/** basic_archive writes under a temporary name, which is left over if PostgreSQL is killed. */
const abandonedMs = 600_000;

export const walFolder = (systemId: string): string => `wal/${systemId}`;

export interface ArchivedWal extends BackupFile {
  segment: string;
}

/**
 * Moves segments from PostgreSQL's archive folder to the backup folder, compressed, with their hash in the name. Several processes may do
 * this at once. `systemId` applies to history files, which don't contain one.
 * @returns the number of moved files.
 */
export async function moveWal(archive: string, store: BackupStore, systemId: string): Promise<number> {
  const names = (await readdir(archive)).sort();
  let moved = 0;
  for (const name of names) {
    if (archivedName.test(name)) {
      await storeWal(path.join(archive, name), store, systemId);
      moved += 1;
    } else if (!(await isRecent(path.join(archive, name)))) {
      await rm(path.join(archive, name), { force: true });
      continue;
    } else continue;
    await rm(path.join(archive, name), { force: true });
  }
  return moved;
}

/** Stores a segment without its unused end, which contains only zeros. */
export async function storeWal(source: string, store: BackupStore, systemId: string): Promise<void> {
  const name = path.basename(source);
  const content = await readFile(source).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null; // another process has moved it
    throw error;
  });
  if (!content) return;
  const folder = walFolder(content.length === segmentSize ? systemIdOf(content) : systemId);
  const compressed = await promisify(gzip)(content.subarray(0, usedLength(content)), gzipOptions);
  await writeBytes(store, `${folder}/${name}.${sha256(compressed)}.gz`, compressed);
}

/** Reads the system id from the header of a segment's first page (`XLogLongPageHeaderData`), in the machine's byte order. */
const systemIdOf = (segment: Buffer): string => segment.readBigUInt64LE(24).toString();

function usedLength(content: Buffer): number {
  let end = content.length;
  while (end >= pageSize && content.subarray(end - pageSize, end).equals(zeroPage)) end -= pageSize;
  return end;
}

/**
 * Deletes waiting segments when they exceed the limit, so that the database keeps running. The time until the next backup then can't be
 * restored.
 * @returns whether segments were deleted.
 */
export async function discardExcessWal(archive: string, limit = stagedLimit): Promise<boolean> {
  const names = (await readdir(archive)).filter((name) => archivedName.test(name));
  if (names.length * segmentSize <= limit) return false;
  for (const name of names) await rm(path.join(archive, name), { force: true });
  return true;
}

/** Archived segments and history files of a cluster by name. */
export async function listWal(store: BackupStore, systemId: string): Promise<ArchivedWal[]> {
  const files = await store.list(walFolder(systemId));
  return files
    .flatMap(({ name, size }) => {
      const [, segment, hash] = storedName.exec(path.posix.basename(name)) ?? [];
      return segment && hash ? [{ segment, path: name, size, sha256: hash }] : [];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The segments of one timeline from `first` on, up to the first one that is missing. */
export function walFrom(archived: readonly ArchivedWal[], first: string): ArchivedWal[] {
  const bySegment = new Map(archived.map((file) => [file.segment, file]));
  const found: ArchivedWal[] = [];
  for (let name = first; ; name = nextSegment(name)) {
    const file = bySegment.get(name);
    if (!file) break;
    found.push(file);
  }
  return found;
}

export const isHistory = ({ segment }: ArchivedWal): boolean => segment.endsWith(".history");

/** A name consists of the timeline and the two halves of the segment's number, eight digits each; the last counts to 0xFF. */
export function nextSegment(name: string): string {
  const number = Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16) + 1;
  const digits = (value: number) => value.toString(16).toUpperCase().padStart(8, "0");
  return name.slice(0, 8) + digits(Math.floor(number / 256)) + digits(number % 256);
}

/** Unpacks into `pg_wal`. The zeros at the end become a hole in the file, which takes no space. @throws DamagedBackupError, BackupKeyError */
export async function unpackWal(store: BackupStore, wal: ArchivedWal, target: string): Promise<void> {
  let content: Buffer;
  try {
    const stored = await readBytes(store, wal.path);
    if (sha256(stored) !== wal.sha256) throw new Error("its hash differs");
    content = await promisify(gunzip)(stored);
  } catch (error) {
    throw damaged(wal.path, "unpacked", error);
  }
  const file = await open(target, "w", 0o600);
  await file.writeFile(content);
  await file.truncate(segmentSize);
  await file.close();
}

async function isRecent(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs < abandonedMs;
}
