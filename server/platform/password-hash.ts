import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { networkOf } from "./http/addresses";
import { Turns } from "./turns";

/** argon2id (the library's default) with OWASP's parameters: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing is made to be expensive: more at once would take the processor from everybody else. */
const atOnce = 2;
/** One of a person at a time; of an address as many as there are, since an office has one. */
const ofPerson = { atOnce: 1, waiting: 6 };
const ofMany = { atOnce, waiting: 200 };

/** For whom it is: somebody signed in, whoever is at an address, an organisation's directory (SCIM), or ourselves. */
export type HashedFor = { tenantId: number; id: number } | { address: string } | { directoryOf: number } | "program";

const people = new Turns(ofPerson.atOnce, ofPerson.waiting);
const shared = new Turns(ofMany.atOnce, ofMany.waiting);
/** Next is whoever of the organisations and addresses has the fewest: people who change theirs all the time keep nobody out. */
const all = new Turns(atOnce, Number.POSITIVE_INFINITY);

async function inTurn<Result>(whose: HashedFor, work: () => Promise<Result>): Promise<Result> {
  const { turns, own, of } = linesOf(whose);
  const ownDone = await turns.take(own);
  const done = await all.take("", undefined, of);
  try {
    return await work();
  } finally {
    done();
    ownDone();
  }
}

/** The line in which they wait for themselves, and as whose they wait with all others. */
function linesOf(whose: HashedFor): { turns: Turns; own: string; of: string } {
  if (whose === "program") return { turns: shared, own: whose, of: whose };
  if ("address" in whose) {
    const address = `address ${networkOf(whose.address)}`;
    return { turns: shared, own: address, of: address };
  }
  if ("directoryOf" in whose) {
    const tenant = `tenant ${whose.directoryOf}`;
    return { turns: shared, own: tenant, of: tenant };
  }
  return { turns: people, own: `${whose.tenantId}/${whose.id}`, of: `tenant ${whose.tenantId}` };
}

/** The same password typed on different keyboards is the same text. */
const asTyped = (password: string): string => password.normalize("NFC");

/** @throws Problem 429 when too many of theirs are waiting. */
export function hashPassword(password: string, whose: HashedFor): Promise<string> {
  return inTurn(whose, () => hash(asTyped(password), parameters));
}

/** @throws Problem 429 when too many of theirs are waiting. */
export function verifyPassword(stored: string, password: string, whose: HashedFor): Promise<boolean> {
  return inTurn(whose, () => verify(stored, asTyped(password)).catch(() => false));
}

let dummy: Promise<string> | null = null;

/** Takes as long as a real check: the time of the answer must not tell whether an account exists. */
export async function verifyNobody(password: string, whose: HashedFor): Promise<false> {
  dummy ??= hashPassword(randomBytes(24).toString("base64"), "program").catch((error) => {
    dummy = null; // the next one tries again: kept, one busy moment would tell unknown accounts from known ones for ever
    throw error;
  });
  await verifyPassword(await dummy, password, whose);
  return false;
}

/** Whether any of these hashes is of the password. */
export async function isAmong(hashes: readonly string[], password: string, whose: HashedFor): Promise<boolean> {
  for (const stored of hashes) if (await verifyPassword(stored, password, whose)) return true;
  return false;
}
