import { useState } from "react";
import { reportFailure } from "./failure";
import { useRepeatGuard } from "./query";

/** Content that a run decides or creates. A run with equal content is a repetition. */
export type RunContent = string | readonly unknown[];

/**
 * Runs work of a button that isn't a single `useAction`, such as several calls. Ignores the second click of a double click like `mutate` of
 * `useAction`, and reports errors. Work that reports its errors itself resolves to false after them.
 */
export function useSingleRun() {
  const guard = useRepeatGuard();
  const [isRunning, setRunning] = useState(false);
  const run = async (content: RunContent, work: () => Promise<unknown>): Promise<void> => {
    const settle = guard.begin(JSON.stringify(content));
    if (!settle) return;
    setRunning(true);
    try {
      settle((await work()) !== false);
    } catch (error) {
      settle(false);
      reportFailure(error as Error);
    } finally {
      setRunning(false);
    }
  };
  return [run, isRunning] as const;
}
