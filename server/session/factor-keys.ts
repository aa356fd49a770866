import { createHmac, randomBytes } from "node:crypto";
import type { DataSource } from "typeorm";
import { keyFor, sealFrom } from "../platform/seal";
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
  const { seal, open } = sealFrom(secret, "second-factor seal");
  const hashing = keyFor(secret, "second-factor codes");
  const bound = ({ tenantId, userId }: Owner) => `${tenantId}/${userId}`;
  return {
    seal: (text, owner) => seal(text, bound(owner)),
    open: (sealed, owner) => open(sealed, bound(owner)),
    hash: (code, owner) => createHmac("sha256", hashing).update(bound(owner)).update("\0").update(code).digest(),
  };
}
