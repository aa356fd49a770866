/** A part of a file: both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface FileMeta {
  tenantId: number;
  type: string;
}

/** Where uploaded bytes lie: a folder, or an S3-compatible store. Keys are random and never written twice. */
export interface FileStore {
  /** @returns the key under which the bytes lie from now on. */
  put(bytes: Buffer, meta: FileMeta): Promise<string>;
  /** @returns null when there is nothing under the key. */
  get(key: string, range?: ByteRange): Promise<NodeJS.ReadableStream | null>;
  remove(key: string): Promise<void>;
}
