import { createCipheriv, createDecipheriv, type DecipherGCM, hkdfSync, randomBytes } from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";
import type { BackupKey, BackupKeys } from "./backup-keys";

/** Thrown when a backup is encrypted with an unknown key. */
export class BackupKeyError extends Error {
  constructor(readonly keyId: string) {
    super(
      `The backup is encrypted with the key ${keyId}, which is not known here. Set BACKUP_KEY to it. Without it nobody can restore this backup.`,
    );
  }
}

/** Starts every encrypted file, followed by key id, salt and ciphertext. Unencrypted backup files never start with a zero byte. */
const magic = Buffer.from("\0portal-backup-1\n");
const idBytes = 4;
const saltBytes = 32;
const tagBytes = 16;
const headerBytes = magic.length + idBytes + saltBytes;
/** The key of each file is used once, so the nonce may be constant. */
const nonce = Buffer.alloc(12);

/** Derives the key from the file's name as well, so that files can't be swapped. */
const fileKey = (key: BackupKey, salt: Buffer, name: string) =>
  Buffer.from(hkdfSync("sha256", key.bytes, salt, `portal backup file ${name}`, 32));

/** Encrypts with AES-256-GCM and a key derived for this file. */
export function encryption(key: BackupKey, name: string): Transform {
  const salt = randomBytes(saltBytes);
  const cipher = createCipheriv("aes-256-gcm", fileKey(key, salt, name), nonce);
  return new Transform({
    construct(done) {
      this.push(Buffer.concat([magic, Buffer.from(key.id, "hex"), salt]));
      done();
    },
    transform: (chunk: Buffer, _, done) => done(null, cipher.update(chunk)),
    flush: (done) => done(null, Buffer.concat([cipher.final(), cipher.getAuthTag()])),
  });
}

interface DecryptionOptions {
  keys: BackupKeys;
  name: string;
  /** Whether a file that isn't encrypted is refused. */
  encryptedOnly: boolean;
}

/** Decrypts a file, or passes on an unencrypted one. A file is authenticated at its end; after an error, the output must be discarded. */
export class Decryption extends Transform {
  /** Bytes not yet passed on: an incomplete header or a possible tag. */
  private held = Buffer.alloc(0);
  private decipher: DecipherGCM | "none" | null = null;

  constructor(private readonly options: DecryptionOptions) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    attempt(done, () => {
      this.held = Buffer.concat([this.held, chunk]);
      if (!this.decipher && this.held.length < headerBytes) return;
      this.decipher ??= this.open();
      const keep = this.decipher === "none" ? 0 : tagBytes;
      const ready = this.held.subarray(0, Math.max(0, this.held.length - keep));
      this.held = this.held.subarray(ready.length);
      this.push(this.decipher === "none" ? ready : this.decipher.update(ready));
    });
  }

  override _flush(done: TransformCallback): void {
    attempt(done, () => {
      this.decipher ??= this.open();
      if (this.decipher === "none") return void this.push(this.held);
      if (this.held.length < tagBytes) throw new Error("it is truncated");
      this.push(this.decipher.setAuthTag(this.held).final());
    });
  }

  private open(): DecipherGCM | "none" {
    const { keys, name, encryptedOnly } = this.options;
    if (!this.held.subarray(0, magic.length).equals(magic)) {
      if (encryptedOnly) throw new Error("it is not encrypted, unlike its backup");
      return "none";
    }
    if (this.held.length < headerBytes) throw new Error("it is truncated");
    const id = this.held.subarray(magic.length, magic.length + idBytes).toString("hex");
    const salt = this.held.subarray(magic.length + idBytes, headerBytes);
    const key = keys.byId.get(id);
    if (!key) throw new BackupKeyError(id);
    const decipher = createDecipheriv("aes-256-gcm", fileKey(key, salt, name), nonce, { authTagLength: tagBytes });
    this.held = this.held.subarray(headerBytes);
    return decipher;
  }
}

function attempt(done: TransformCallback, work: () => void): void {
  try {
    work();
  } catch (error) {
    return done(error as Error);
  }
  done();
}
