import { pipeline, Readable, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";

/** A stored file; its name is relative to the place and has `/` between folders. */
export interface StoredFile {
  name: string;
  size: number;
  modifiedMs: number;
}

/** A folder or a bucket. A file appears under its name only when it is complete. */
export interface BackupPlace {
  /** As in BACKUP_DIR. */
  readonly address: string;
  /** Lock file held by the process that takes or verifies backups. */
  readonly lockFile: string;
  /** Creates the folder. Called only for the first backup: if the disk isn't mounted, the folder would be created on another disk. */
  prepare(): Promise<void>;
  /** @throws when the place is missing or can't be reached */
  assertAvailable(): Promise<void>;
  /** Names of the files and folders in a folder; none if it doesn't exist. */
  names(folder: string): Promise<string[]>;
  /** All files in a folder and its subfolders. */
  list(folder: string): Promise<StoredFile[]>;
  /** @throws an error with the code ENOENT when the file doesn't exist */
  read(name: string): Promise<Readable>;
  write(name: string, content: Readable): Promise<void>;
  remove(name: string): Promise<void>;
  removeFolder(folder: string): Promise<void>;
}

/** A place whose files are encrypted if a key is in use. */
export interface BackupStore extends BackupPlace {
  readonly place: BackupPlace;
  /** Id of the key that encrypts written files; null if files aren't encrypted. */
  readonly keyId: string | null;
  /** Time since which backups must be encrypted; null if encryption isn't required. */
  readonly encryptedSince: string | null;
  /** The same store for encrypted backups, which refuses to read unencrypted files. */
  readonly encryptedOnly: BackupStore;
}

export const readBytes = async (place: BackupPlace, name: string): Promise<Buffer> => buffer(await place.read(name));

export const writeBytes = (place: BackupPlace, name: string, content: string | Buffer): Promise<void> =>
  place.write(name, Readable.from([Buffer.from(content)]));

/** Connects streams and returns the last one, which also reports the errors of the others. */
export const chain = <Last extends NodeJS.WritableStream & Readable>(
  source: Readable,
  ...transforms: [...NodeJS.ReadWriteStream[], Last]
): Last => pipeline([source, ...transforms], () => {}) as unknown as Last;

/** Bytes per second, about a terabyte a day. Compressing them takes a tenth of a processor. */
const rate = 12 * 1024 * 1024;

/** Limits the rate of reads and writes of all files together, so that a backup during working hours isn't noticed. */
export function pacedPlace(place: BackupPlace): BackupPlace {
  let freeAt = 0;
  const paced = () =>
    new Transform({
      transform(chunk: Buffer, _, done) {
        const now = performance.now();
        freeAt = Math.max(freeAt, now) + (chunk.length / rate) * 1_000;
        setTimeout(done, freeAt - now, null, chunk);
      },
    });
  return {
    ...place,
    read: async (name) => chain(await place.read(name), paced()),
    write: (name, content) => place.write(name, chain(content, paced())),
  };
}
