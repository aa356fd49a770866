import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { DataSource } from "typeorm";
import { secretOf } from "../platform/secrets";

/** Keys for what is kept of second factors: follow from one secret of the installation. */
export interface FactorKeys {
  seal(text: string, owner: Owner): Buffer;
  /** @throws when it was sealed for somebody else, or changed since. */
  open(sealed: Buffer, owner: Owner): string;
  /** Of a recovery code: without the key a copy of the database can't be searched for it. */
  hash(code: string, owner: Owner): Buffer;
}

export interface Owner {
  tenantId: number;
  userId: number;
}

const ivBytes = 12;
const tagBytes = 16;
const made = new WeakMap<DataSource, Promise<FactorKeys>>();

export function factorKeys(database: DataSource): Promise<FactorKeys> {
  const known = made.get(database);
  if (known) return known;
  const keys = secretOf(database, "second-factor", () => randomBytes(32).toString("base64url")).then(keysFrom);
  made.set(database, keys);
  keys.catch(() => made.delete(database)); // the next one asks again
  return keys;
}

export function keysFrom(secret: string): FactorKeys {
  const derived = (use: string) => Buffer.from(hkdfSync("sha256", Buffer.from(secret, "base64url"), "", use, 32));
  const sealing = derived("second-factor seal");
  const hashing = derived("second-factor codes");
  /** A row that is copied to another person opens nothing there. */
  const bound = ({ tenantId, userId }: Owner) => Buffer.from(`${tenantId}/${userId}`);
  return {
    seal(text, owner) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", sealing, iv).setAAD(bound(owner));
      return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, owner) {
      const tag = sealed.subarray(sealed.length - tagBytes);
      const decipher = createDecipheriv("aes-256-gcm", sealing, sealed.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(bound(owner))
        .setAuthTag(tag);
      const text = decipher.update(sealed.subarray(ivBytes, sealed.length - tagBytes));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    },
    hash: (code, owner) => createHmac("sha256", hashing).update(bound(owner)).update("\0").update(code).digest(),
  };
}
