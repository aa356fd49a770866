import type { EventEmitter } from "node:events";
import type { Logger } from "pino";
import { createRareLog } from "./rarely";

/**
 * What nobody catches (a handler of an event that throws, a promise whose failure nobody waits for) would end the process, with
 * everybody's requests: it is logged, and the others go on. docs/decisions/0320 says why. To be called once the process
 * has started: a start that fails ends.
 *
 * @param from the process, or what tests put in its place
 * @returns how many there were
 */
export function goOnAfterUncaught(log: Pick<Logger, "warn" | "error">, from: EventEmitter = process): () => number {
  const rarely = createRareLog(log);
  let count = 0;
  // A rejection that nobody handles comes here too, with another origin.
  from.on("uncaughtException", (error: unknown, origin: string) => {
    count += 1;
    rarely("error", "nobody caught this", { err: error, origin });
  });
  return () => count;
}
