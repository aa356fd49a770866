import { createHash, randomBytes } from "node:crypto";
import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Config } from "../../config";

/** Crockford's alphabet, which omits letters that look like digits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const keyBytes = 20;
const keyLength = 32;

export interface BackupKey {
  /** Identifies the key in files and messages without revealing it. */
  id: string;
  /** The key as displayed and typed, in eight groups of four characters. */
  text: string;
  bytes: Buffer;
}

export interface BackupKeys {
  /** Keys stored in the data folder. */
  own: readonly BackupKey[];
  byId: ReadonlyMap<string, BackupKey>;
  /** Key that encrypts new files. */
  current: BackupKey | null;
}

export class InvalidBackupKeyError extends Error {}

export const newBackupKey = (): BackupKey => keyOf(randomBytes(keyBytes));

/** Null if the text is not a key. Case, spaces, hyphens and letters that look like digits don't matter. */
export function parseBackupKey(text: string): BackupKey | null {
  const characters = text.toUpperCase().replace(/[\s-]/g, "").replace(/[IL]/g, "1").replaceAll("O", "0");
  const digits = [...characters].map((character) => alphabet.indexOf(character));
  if (digits.length !== keyLength || digits.includes(-1)) return null;
  const number = digits.reduce((sum, digit) => sum * 32n + BigInt(digit), 0n);
  return keyOf(Buffer.from(number.toString(16).padStart(keyBytes * 2, "0"), "hex"));
}

function keyOf(bytes: Buffer): BackupKey {
  let number = BigInt(`0x${bytes.toString("hex")}`);
  let characters = "";
  for (let at = 0; at < keyLength; at += 1, number /= 32n) characters = alphabet[Number(number % 32n)] + characters;
  const id = createHash("sha256").update("portal backup key").update(bytes).digest("hex").slice(0, 8);
  return { id, text: characters.replace(/.{4}(?=.)/g, "$&-"), bytes };
}

const fileOf = (dataDir: string) => path.join(dataDir, "backup-keys");

/** Reads the installation's keys, the last of which is in use, and the keys in BACKUP_KEY. @throws InvalidBackupKeyError */
export function readBackupKeys({ dataDir, backup }: Pick<Config, "dataDir" | "backup">): BackupKeys {
  const ownKeys = readOwn(dataDir);
  const configuredKeys = backup.keys.map((text) => {
    const key = parseBackupKey(text);
    if (!key) throw new InvalidBackupKeyError("BACKUP_KEY is not a key of backups: eight groups of four characters.");
    return key;
  });
  const byId = new Map([...configuredKeys, ...ownKeys].map((key) => [key.id, key]));
  return { byId, own: ownKeys, current: ownKeys.at(-1) ?? configuredKeys.at(-1) ?? null };
}

function readOwn(dataDir: string): BackupKey[] {
  let text: string;
  try {
    text = readFileSync(fileOf(dataDir), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error; // without it, backups would not be encrypted
  }
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const key = parseBackupKey(line);
      if (!key) throw new Error(`${fileOf(dataDir)} contains a line that is not a backup key.`);
      return key;
    });
}

/** Puts a key into use. Earlier keys are kept, because earlier backups need them. */
export function setBackupKey(dataDir: string, key: BackupKey): void {
  const others = readOwn(dataDir).filter(({ id }) => id !== key.id);
  const draft = `${fileOf(dataDir)}.tmp`;
  writeFileSync(draft, [...others, key].map(({ text }) => `${text}\n`).join(""), { mode: 0o600, flush: true });
  chmodSync(draft, 0o600); // in case an interrupted run left the draft
  renameSync(draft, fileOf(dataDir));
}
