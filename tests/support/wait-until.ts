import { setTimeout as delay } from "node:timers/promises";

/**
 * Polls until `isSo` returns true, for conditions without an event: rows, processes, ports.
 * @throws on timeout, with the current text of `what`
 */
export async function waitUntil(
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
