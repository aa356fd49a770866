import { createHook } from "node:async_hooks";

/**
 * Counts how often `run` yields to the event loop (by `setImmediate`, like `mapInChunks`): code that processes a long list in one chunk
 * blocks other requests and hardly yields.
 */
export async function countEventLoopYields(run: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const hook = createHook({ init: (_id, type) => void (turns += Number(type === "Immediate")) }).enable();
  try {
    await run();
  } finally {
    hook.disable();
  }
  return turns;
}
