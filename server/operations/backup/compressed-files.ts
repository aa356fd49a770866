import { createHash, type Hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { type BackupFile, DamagedBackupError, damaged } from "./backup-manifest";
import { type BackupStore, chain } from "./backup-store";

/** Gzip, because every Node.js version and system can read it; at level 1 the disk is slower than the processor. */
export const gzipOptions = { level: 1 };

/** Compresses a stream into the store. @returns the file's entry for the list, with size and hash before encryption. */
export async function storeCompressed(source: Readable, store: BackupStore, name: string): Promise<BackupFile> {
  const counter = new HashCounter();
  await store.write(name, chain(source, createGzip(gzipOptions), counter));
  return { path: name, ...counter.result() };
}

/** Unpacks a file of the backup and checks its hash. @throws DamagedBackupError, BackupKeyError */
export async function unpack(store: BackupStore, file: BackupFile, target: string): Promise<void> {
  const counter = new HashCounter();
  try {
    const stored = await store.read(file.path);
    await pipeline(stored, counter, createGunzip(), createWriteStream(target, { mode: 0o600 }));
  } catch (error) {
    throw damaged(file.path, "unpacked", error);
  }
  assertHash(file, counter);
}

/** @throws DamagedBackupError, BackupKeyError */
export async function verifyStored(store: BackupStore, file: BackupFile): Promise<void> {
  const counter = new HashCounter();
  try {
    for await (const chunk of await store.read(file.path)) counter.count(chunk as Buffer);
  } catch (error) {
    throw damaged(file.path, "read", error);
  }
  assertHash(file, counter);
}

export async function describeStored(store: BackupStore, name: string): Promise<BackupFile> {
  const counter = new HashCounter();
  for await (const chunk of await store.read(name)) counter.count(chunk as Buffer);
  return { path: name, ...counter.result() };
}

/** Processes few items at a time, so that a backup leaves the disk and the processor to the product. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
}

function assertHash(file: BackupFile, counter: HashCounter): void {
  if (counter.result().sha256 !== file.sha256) throw new DamagedBackupError(file.path, "does not match its hash");
}

/** Passes bytes on. */
export class HashCounter extends Transform {
  private size = 0;
  private readonly hash: Hash = createHash("sha256");

  count(chunk: Buffer): void {
    this.hash.update(chunk);
    this.size += chunk.length;
  }
  /** Must be called only once, at the end. */
  result(): { size: number; sha256: string } {
    return { size: this.size, sha256: this.hash.digest("hex") };
  }
  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.count(chunk);
    done(null, chunk);
  }
}
