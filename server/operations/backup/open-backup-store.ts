import type { Config } from "../../config";
import { type BackupPlace, type BackupStore, chain, readBytes, writeBytes } from "./backup-store";
import { type BackupKeys, readBackupKeys } from "./backup-keys";
import { bucketPlace } from "./bucket-place";
import { Decryption, encryption } from "./encryption";
import { folderPlace } from "./folder-place";

export type BackupLocation = Pick<Config, "dataDir" | "backup">;

/** Thrown when the place has encrypted backups but the installation has no key, so new files would be readable. */
export class UnencryptedWriteError extends Error {}

/** Names the key with which the backups of a place are encrypted. */
const noticeName = "encryption.json";
interface EncryptionNotice {
  keyId: string;
  since: string;
}

export const openBackupPlace = ({ dataDir, backup }: BackupLocation): BackupPlace =>
  backup.bucket ? bucketPlace(backup.bucket, dataDir) : folderPlace(backup.dir);

/** Opens the place of BACKUP_DIR with the current keys. */
export async function openBackupStore(
  location: BackupLocation,
  place = openBackupPlace(location),
): Promise<BackupStore> {
  return encryptedStore(place, readBackupKeys(location), await readNotice(place));
}

/** Records that backups of this store are encrypted from now on. */
export async function noteEncryption({ place, keyId }: BackupStore): Promise<void> {
  const notice = await readNotice(place);
  if (!keyId || notice?.keyId === keyId) return;
  const since = notice?.since ?? new Date().toISOString();
  await writeBytes(place, noticeName, JSON.stringify({ keyId, since } satisfies EncryptionNotice));
}

async function readNotice(place: BackupPlace): Promise<EncryptionNotice | null> {
  try {
    return JSON.parse((await readBytes(place, noticeName)).toString("utf8")) as EncryptionNotice;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export function encryptedStore(
  place: BackupPlace,
  keys: BackupKeys,
  notice: EncryptionNotice | null = null,
  encryptedOnly = false,
): BackupStore {
  const { current } = keys;
  return {
    ...place,
    place,
    keyId: current?.id ?? null,
    encryptedSince: notice?.since ?? null,
    get encryptedOnly() {
      return encryptedStore(place, keys, notice, true);
    },
    async read(name) {
      return chain(await place.read(name), new Decryption({ keys, name, encryptedOnly }));
    },
    async write(name, content) {
      if (current) return place.write(name, chain(content, encryption(current, name)));
      if (!notice) return place.write(name, content);
      content.destroy();
      throw new UnencryptedWriteError(
        `The backups in ${place.address} are encrypted with the key ${notice.keyId}, which is not known here. ` +
          "Set BACKUP_KEY to it, or use another key: `npm run backup -- --new-key`.",
      );
    },
  };
}
