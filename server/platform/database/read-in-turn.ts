import type { Readable } from "node:stream";
import type pg from "pg";
import { Problem } from "../../../shared/kernel/problems";

/** From so many bytes on an answer is a long one: a screen has a tenth of it, a board of two thousand cards all. */
const much = 1_000_000;
/** More is read for nobody: a board at all its bounds is a quarter of it. */
const tooMuch = 64_000_000;

/** Waits until it is the transaction's turn to read on. @throws Problem 429 when nobody waits for its answer any more. */
export type WhenMuch = () => Promise<void>;

/** What one transaction reads, as long as it runs. */
export interface ReadInTurn {
  /** Why it was ended, if it was. */
  refused: unknown;
  end(): void;
}

/**
 * Counts what the database answers to a transaction. From a megabyte on, nothing more is read until `whenMuch` lets it: the rest
 * waits in the database, not in our memory, whichever call it is and however many are asked at once. Beyond 64 MB the connection is
 * ended, since its statement can't be stopped otherwise while it sends.
 */
export function readInTurn(client: pg.PoolClient, whenMuch: WhenMuch): ReadInTurn {
  const { stream } = (client as unknown as { connection: { stream: Readable } }).connection;
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
    if (bytes > tooMuch) return refuse(new Problem("answer.tooLong"));
    if (asked || bytes < much) return;
    asked = true;
    stream.pause();
    whenMuch().then(() => stream.resume(), refuse);
  }
  stream.on("data", count);
  return read;
}
