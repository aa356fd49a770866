import { randomBytes } from "node:crypto";
import { Problem } from "../../../shared/kernel/problems";

/** A part of a file: both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where uploaded bytes lie: a folder, or an S3-compatible store. Keys are random and never written twice. */
export interface FileStore {
  /** Under a key of `newStorageKey`. Whoever stores notes the key first: see `files/files.service`. */
  put(key: string, bytes: Buffer, type: string): Promise<void>;
  /** The same of a file on disk that may be too large for memory; it stays where it is. */
  putFile(key: string, path: string, type: string): Promise<void>;
  /** @returns null when nothing lies under the key. */
  get(key: string, range?: ByteRange): Promise<NodeJS.ReadableStream | null>;
  /** Removing what isn't there is fine. */
  remove(key: string): Promise<void>;
}

/** The store can't be used now: nothing is known of what it holds. */
export class FileStoreAwayError extends Problem {
  constructor(reason: unknown) {
    super("unavailable");
    this.message = `The file store is away: ${(reason as Error).message}`;
    this.cause = reason;
  }
}

/** A mistake of ours. */
export class NotAKeyError extends Error {}

/** Random, so that it can't be guessed; spread over folders, so that none grows too large. */
export function newStorageKey(tenantId: number): string {
  const name = randomBytes(20).toString("hex");
  return `${tenantId}/${name.slice(0, 2)}/${name}`;
}
