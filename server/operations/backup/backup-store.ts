import { pipeline, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

/** A stored file; its name is relative to the place and has `/` between folders. */
export interface StoredFile {
  name: string;
  size: number;
  modifiedMs: number;
}

/** A folder or a bucket. A file has its name only when it is complete. */
export interface BackupPlace {
  /** As in BACKUP_DIR. */
  readonly address: string;
  /** Held by the process that takes or verifies backups. */
  readonly lockFile: string;
  /** Creates the folder. Must not be called while working: the disk may be unmounted, and its folder would be created on another. */
  prepare(): Promise<void>;
  /** @throws when it is missing or can't be reached */
  assertAvailable(): Promise<void>;
  /** Names of the files and folders in a folder; none if it doesn't exist. */
  names(folder: string): Promise<string[]>;
  /** All files in a folder and its subfolders. */
  list(folder: string): Promise<StoredFile[]>;
  /** @throws an error with the code ENOENT when it doesn't exist */
  read(name: string): Promise<Readable>;
  write(name: string, content: Readable): Promise<void>;
  remove(name: string): Promise<void>;
  removeFolder(folder: string): Promise<void>;
}

/** A place whose files are encrypted if a key is in use. */
export interface BackupStore extends BackupPlace {
  readonly place: BackupPlace;
  /** The key with which files are written; null if they are written as they are. */
  readonly keyId: string | null;
  /** Since when backups have to be encrypted; null if they don't. */
  readonly encryptedSince: string | null;
  /** The same store, for backups that were encrypted: refuses to read files that are not. */
  readonly encryptedOnly: BackupStore;
}

export const readBytes = async (place: BackupPlace, name: string): Promise<Buffer> => buffer(await place.read(name));

export const writeBytes = (place: BackupPlace, name: string, content: string | Buffer): Promise<void> =>
  place.write(name, Readable.from([Buffer.from(content)]));

/** Connects streams so that an error of each of them is an error of the last one, which is returned. */
export const chain = <Last extends NodeJS.WritableStream & Readable>(
  source: Readable,
  ...transforms: [...NodeJS.ReadWriteStream[], Last]
): Last => pipeline([source, ...transforms], () => {}) as unknown as Last;
