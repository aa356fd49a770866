import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Reversible encryption: AES-256-GCM with a key derived from an installation secret. */
export interface EncryptionSeal {
  /** `owner` is authenticated with the text, so that ciphertext copied to another row can't be decrypted there. */
  seal(text: string, owner: string): Buffer;
  /** @throws when the ciphertext was sealed for another owner or modified. */
  open(sealed: Buffer, owner: string): string;
}

const ivBytes = 12;
const tagBytes = 16;

export const deriveEncryptionKey = (secret: string, use: string): Buffer =>
  Buffer.from(hkdfSync("sha256", Buffer.from(secret, "base64url"), "", use, 32));

export function createEncryptionSeal(secret: string, use: string): EncryptionSeal {
  const key = deriveEncryptionKey(secret, use);
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
