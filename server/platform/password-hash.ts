import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { networkPrefixOf } from "./addresses";
import { FairSemaphore } from "./limits/fair-semaphore";
import { limits } from "./limits/limits";

/** argon2id (the library's default) with OWASP's parameters: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const { concurrent, user, shared } = limits.passwords;

/** On whose behalf a password is hashed: a user, an address, a tenant's directory (SCIM), or the program itself. */
export type HashRequester =
  | { tenantId: number; id: number }
  | { address: string }
  | { scimTenantId: number }
  | "program";

const people = new FairSemaphore(user.concurrent, user.queued);
const sharedQueue = new FairSemaphore(shared.concurrent, shared.queued);
/**
 * The next slot is assigned to the tenant or address with the fewest running hashes, so that one tenant's or address's many password
 * changes don't block others.
 */
const globalQueue = new FairSemaphore(concurrent, Number.POSITIVE_INFINITY);

async function runQueued<Result>(requester: HashRequester, work: () => Promise<Result>): Promise<Result> {
  const { turns, own, of } = queueOf(requester);
  const ownDone = await turns.take(own);
  const done = await globalQueue.take("", undefined, of);
  try {
    return await work();
  } finally {
    done();
    ownDone();
  }
}

function queueOf(requester: HashRequester): { turns: FairSemaphore; own: string; of: string } {
  if (requester === "program") return { turns: sharedQueue, own: requester, of: requester };
  if ("address" in requester) {
    const address = `address ${networkPrefixOf(requester.address)}`;
    return { turns: sharedQueue, own: address, of: address };
  }
  if ("scimTenantId" in requester) {
    const tenant = `tenant ${requester.scimTenantId}`;
    return { turns: sharedQueue, own: tenant, of: tenant };
  }
  return { turns: people, own: `${requester.tenantId}/${requester.id}`, of: `tenant ${requester.tenantId}` };
}

/** Normalizes the password: different keyboards may produce different code points for the same text. */
const asTyped = (password: string): string => password.normalize("NFC");

/** @throws Problem 429 when too many hashes of the requester are waiting. */
export function hashPassword(password: string, requester: HashRequester): Promise<string> {
  return runQueued(requester, () => hash(asTyped(password), parameters));
}

/** @throws Problem 429 when too many hashes of the requester are waiting. */
export function verifyPassword(stored: string, password: string, requester: HashRequester): Promise<boolean> {
  return runQueued(requester, () => verify(stored, asTyped(password)).catch(() => false));
}

let dummy: Promise<string> | null = null;

/** Takes as long as a real verification, because the response time must not reveal whether an account exists. */
export async function verifyDummy(password: string, requester: HashRequester): Promise<false> {
  dummy ??= hashPassword(randomBytes(24).toString("base64"), "program").catch((error) => {
    dummy = null; // retried at the next call: a cached failure would make unknown accounts distinguishable forever
    throw error;
  });
  await verifyPassword(await dummy, password, requester);
  return false;
}

export async function matchesAnyHash(
  hashes: readonly string[],
  password: string,
  requester: HashRequester,
): Promise<boolean> {
  for (const stored of hashes) if (await verifyPassword(stored, password, requester)) return true;
  return false;
}
