import type { Readable } from "node:stream";
import type pg from "pg";
import { Problem } from "../../../shared/kernel/problems";

/** From so many bytes on an answer is a long one: a screen has a tenth of it, a board of two thousand cards all. */
const much = 1_000_000;
/** More is read for nobody: a board at all its bounds is a quarter of it. */
const tooMuch = 64_000_000;
/** Nor by what changes something, which isn't read in turn: to empty a full column takes a quarter of it. */
const tooMuchToChange = 32_000_000;

/** Most turns come within it. Whoever waits for longer would keep a connection that others of their organisation wait for. */
const patienceMs = 200;

/** Waits until it is the transaction's turn to read on. @throws Problem 429 when nobody waits for its answer any more. */
export type WhenMuch = () => Promise<void>;

/** It was ended so that others have its connection: it is to run again when it is its turn. */
class NotItsTurn extends Error {}

/** Runs what only reads; once more from its beginning where its turn was long in coming, when it has come. */
export async function againInTurn<Result>(whenMuch: WhenMuch, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotItsTurn)) throw error;
  }
  await whenMuch();
  return work();
}

/** What one transaction reads, as long as it runs. */
export interface ReadInTurn {
  /** Why it was ended, if it was. */
  refused: unknown;
  end(): void;
}

/**
 * Counts what the database answers to a transaction. From a megabyte on, nothing more is read until `whenMuch` lets it: the rest
 * waits in the database, not in our memory, whichever call it is and however many are asked at once. Where that takes longer than a
 * moment it is ended, for `againInTurn`. Beyond what anybody reads its connection is ended, since its statement can't be stopped
 * otherwise while it sends. Without `whenMuch` it changes something: nothing of it waits.
 */
export function readInTurn(client: pg.PoolClient, whenMuch: WhenMuch | undefined): ReadInTurn {
  const { stream } = (client as unknown as { connection: { stream: Readable } }).connection;
  const most = whenMuch ? tooMuch : tooMuchToChange;
  let bytes = 0;
  let asked = false;
  const read: ReadInTurn = { refused: undefined, end: () => stream.off("data", count) };
  const refuse = (why: unknown) => {
    read.refused = why;
    read.end();
    stream.destroy();
  };
  function count(chunk: Buffer): void {
    bytes += chunk.length;
    if (bytes > most) return refuse(new Problem(whenMuch ? "answer.tooLong" : "request.tooMuch"));
    if (asked || !whenMuch || bytes < much) return;
    asked = true;
    stream.pause();
    const timer = setTimeout(() => refuse(new NotItsTurn()), patienceMs);
    whenMuch()
      .finally(() => clearTimeout(timer))
      .then(() => stream.resume(), refuse);
  }
  stream.on("data", count);
  return read;
}
