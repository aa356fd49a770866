import { createHook } from "node:async_hooks";

/**
 * How often what runs here lets others have their turn meanwhile (`setImmediate`, as `inPieces` does): what goes through a long list in one
 * piece keeps everybody waiting, and does so hardly ever.
 */
export async function turnsGivenBy(run: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const hook = createHook({ init: (_id, type) => void (turns += Number(type === "Immediate")) }).enable();
  try {
    await run();
  } finally {
    hook.disable();
  }
  return turns;
}
