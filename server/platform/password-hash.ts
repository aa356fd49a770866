import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { Problem } from "../../shared/kernel/problems";

/** argon2id (the library's default) with OWASP's parameters: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing is made to be expensive: more at once would take the processor from everybody else. */
const atOnce = 2;
/** Waiting longer than this many others (a few seconds) helps nobody. */
const mostWaiting = 500;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw new Problem("unavailable", { retryAfterSeconds: 5 });
    await new Promise<void>((go) => waiting.push(go)); // whoever ends passes the place on
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** The same password typed on different keyboards is the same text. */
const asTyped = (password: string): string => password.normalize("NFC");

/** @throws Problem 503 when too many are waiting. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(asTyped(password), parameters));
}

/** @throws Problem 503 when too many are waiting. */
export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return inTurn(() => verify(stored, asTyped(password)).catch(() => false));
}

let dummy: Promise<string> | null = null;

/** Takes as long as a real check: the time of the answer must not tell whether an account exists. */
export async function verifyNobody(password: string): Promise<false> {
  dummy ??= hashPassword(randomBytes(24).toString("base64")).catch((error) => {
    dummy = null; // the next one tries again: kept, one busy moment would tell unknown accounts from known ones for ever
    throw error;
  });
  await verifyPassword(await dummy, password);
  return false;
}

/** Whether any of these hashes is of the password. */
export async function isAmong(hashes: readonly string[], password: string): Promise<boolean> {
  for (const stored of hashes) if (await verifyPassword(stored, password)) return true;
  return false;
}
