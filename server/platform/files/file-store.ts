import { randomBytes } from "node:crypto";
import { Problem } from "../../../shared/kernel/problems";

/** A byte range of a file; both ends are inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Store for uploaded bytes: a folder or an S3-compatible store. Keys are random and never written twice. */
export interface FileStore {
  /** Stores bytes under a key from `newStorageKey`. The caller records the key first: see `files/files.service`. */
  put(key: string, bytes: Buffer, type: string): Promise<void>;
  /** Like `put`, for a file on disk that may be too large for memory; the file is kept. */
  putFile(key: string, path: string, type: string): Promise<void>;
  /** @returns null when the key doesn't exist. */
  get(key: string, range?: ByteRange): Promise<NodeJS.ReadableStream | null>;
  /** Does nothing if the key doesn't exist. */
  remove(key: string): Promise<void>;
}

/** Thrown when the store is unavailable, so that it is unknown which files exist. */
export class FileStoreUnavailableError extends Problem {
  constructor(reason: unknown) {
    super("unavailable");
    this.message = `The file store is away: ${(reason as Error).message}`;
    this.cause = reason;
  }
}

export class InvalidStorageKeyError extends Error {}

/** Creates a random key that can't be guessed. Keys are spread over folders, so that no folder grows too large. */
export function newStorageKey(tenantId: number): string {
  const name = randomBytes(20).toString("hex");
  return `${tenantId}/${name.slice(0, 2)}/${name}`;
}
