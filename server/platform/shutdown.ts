import type { Logger } from "pino";
import { withTimeout } from "./with-timeout";

export interface ShutdownStep {
  name: string;
  /** Timeout in milliseconds for steps that may hang when a dependency such as Redis is down; redrive recovers their work. */
  patienceMs?: number;
  run(): unknown;
}

/** In milliseconds; longer than a request may take, shorter than an orchestrator waits before it kills the process. */
const deadlineMs = 20_000;
const signals = ["SIGTERM", "SIGINT"] as const;
/** A second signal this many milliseconds after the first exits immediately. */
const forceExitAfterMs = 3_000;

/**
 * Ends the process in named steps on a signal. A failed step doesn't prevent the next steps; a step that hangs results in a non-zero exit
 * code. `continueWith` runs after all steps, can handle signals itself, and may return the exit code.
 */
export function endOnSignals(
  steps: readonly ShutdownStep[],
  log: Logger,
  continueWith: () => Promise<number | null> = async () => null,
): (code?: number) => Promise<void> {
  let since = 0;
  const end = async (code = 0) => {
    if (since > 0) {
      if (Date.now() - since > forceExitAfterMs) process.exit(1);
      return;
    }
    since = Date.now();
    const deadline = setTimeout(() => {
      log.error("shutdown took too long");
      process.exit(1);
    }, deadlineMs).unref();
    for (const step of steps) {
      try {
        await (step.patienceMs === undefined ? step.run() : withTimeout(step.run(), step.patienceMs));
        log.debug({ step: step.name }, "stopped");
      } catch (error) {
        log.error({ err: error, step: step.name }, "could not stop cleanly");
      }
    }
    clearTimeout(deadline);
    for (const signal of signals) process.off(signal, endWithout);
    process.exit((await continueWith()) ?? code);
  };
  const endWithout = () => void end();
  for (const signal of signals) process.on(signal, endWithout);
  return end;
}
