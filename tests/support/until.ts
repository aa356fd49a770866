import { setTimeout as delay } from "node:timers/promises";

/**
 * Asks again and again until the answer is yes. For what tells nobody when it is done: rows, processes, ports.
 * @throws when it takes too long, with `what` as it is by then.
 */
export async function until(
  what: string | (() => string),
  isSo: () => Promise<boolean> | boolean,
  patienceMs = 30_000,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) {
      throw new Error(`Waited ${patienceMs / 1_000} s in vain: ${typeof what === "string" ? what : what()}`);
    }
    await delay(20);
  }
}
