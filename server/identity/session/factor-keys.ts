import { createHmac, randomBytes } from "node:crypto";
import type { DataSource } from "typeorm";
import { deriveEncryptionKey, createEncryptionSeal } from "../../platform/encryption-seal";
import { loadOrCreateSecret } from "../../platform/secrets";

/** Encryption of second-factor data, with keys derived from one secret of the installation. */
export interface FactorKeys {
  seal(text: string, owner: KeyOwner): Buffer;
  /** @throws when the data was sealed for another user or modified. */
  open(sealed: Buffer, owner: KeyOwner): string;
  /** Keyed hash of a recovery code: without the key, a copy of the database can't be used to find codes. */
  hash(code: string, owner: KeyOwner): Buffer;
}

export interface KeyOwner {
  tenantId: number;
  userId: number;
}

const cache = new WeakMap<DataSource, Promise<FactorKeys>>();

export function factorKeys(database: DataSource): Promise<FactorKeys> {
  const cachedKeys = cache.get(database);
  if (cachedKeys) return cachedKeys;
  const keys = loadOrCreateSecret(database, "second-factor", () => randomBytes(32).toString("base64url")).then(
    createFactorKeys,
  );
  cache.set(database, keys);
  keys.catch(() => cache.delete(database)); // the next call retries
  return keys;
}

export function createFactorKeys(secret: string): FactorKeys {
  const { seal, open } = createEncryptionSeal(secret, "second-factor seal");
  const hashing = deriveEncryptionKey(secret, "second-factor codes");
  const bound = ({ tenantId, userId }: KeyOwner) => `${tenantId}/${userId}`;
  return {
    seal: (text, owner) => seal(text, bound(owner)),
    open: (sealed, owner) => open(sealed, bound(owner)),
    hash: (code, owner) => createHmac("sha256", hashing).update(bound(owner)).update("\0").update(code).digest(),
  };
}
