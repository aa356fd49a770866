import { randomBytes } from "node:crypto";

/** A part of a file: both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface FileMeta {
  tenantId: number;
  /** By content, not by name. */
  type: string;
}

/** Where uploaded bytes lie: a folder, or an S3-compatible store. Keys are random and never written twice. */
export interface FileStore {
  /** @returns the key under which the bytes lie from now on. */
  put(bytes: Buffer, meta: FileMeta): Promise<string>;
  /** @returns null when nothing lies under the key. */
  get(key: string, range?: ByteRange): Promise<NodeJS.ReadableStream | null>;
  /** Removing what isn't there is fine. */
  remove(key: string): Promise<void>;
}

/** Random, so that it can't be guessed; spread over folders, so that none grows too large. */
export function newStorageKey(tenantId: number): string {
  const name = randomBytes(20).toString("hex");
  return `${tenantId}/${name.slice(0, 2)}/${name}`;
}
