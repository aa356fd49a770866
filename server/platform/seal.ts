import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts what has to be read again: AES-256-GCM with a key that follows from a secret of the installation. */
export interface Seal {
  /** `owner`: whose it is; a row that is copied to another opens nothing there. */
  seal(text: string, owner: string): Buffer;
  /** @throws when it was sealed for somebody else, or changed since. */
  open(sealed: Buffer, owner: string): string;
}

const ivBytes = 12;
const tagBytes = 16;

/** A key of its own for each use of the secret. */
export const keyFor = (secret: string, use: string): Buffer =>
  Buffer.from(hkdfSync("sha256", Buffer.from(secret, "base64url"), "", use, 32));

export function sealFrom(secret: string, use: string): Seal {
  const key = keyFor(secret, use);
  return {
    seal(text, owner) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(owner));
      return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, owner) {
      const iv = sealed.subarray(0, ivBytes);
      const tag = sealed.subarray(sealed.length - tagBytes);
      const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes })
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      const text = decipher.update(sealed.subarray(ivBytes, sealed.length - tagBytes));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    },
  };
}
