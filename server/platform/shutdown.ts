import type { Logger } from "pino";

export interface Step {
  name: string;
  /** What may hang when others are away (Redis) is given up after this; what it left is found again by redrive. */
  patienceMs?: number;
  run(): Promise<unknown> | unknown;
}

/** Longer than a request may take, shorter than an orchestrator waits before it kills. */
const deadlineMs = 20_000;
/** A second signal this long after the first means "now". */
const impatientAfterMs = 3_000;

/**
 * Ends the process in named steps when asked to. A step that fails doesn't keep the rest from running; a step that
 * hangs ends in a non-zero exit.
 */
export function endOnSignals(steps: readonly Step[], log: Logger): (code?: number) => Promise<void> {
  let since = 0;
  const end = async (code = 0) => {
    if (since > 0) {
      if (Date.now() - since > impatientAfterMs) process.exit(1);
      return;
    }
    since = Date.now();
    setTimeout(() => {
      log.error("shutdown took too long");
      process.exit(1);
    }, deadlineMs).unref();
    for (const step of steps) {
      try {
        await withinPatience(step);
        log.debug({ step: step.name }, "stopped");
      } catch (error) {
        log.error({ err: error, step: step.name }, "could not stop cleanly");
      }
    }
    process.exit(code);
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());
  return end;
}

function withinPatience({ name, run, patienceMs }: Step): Promise<unknown> | unknown {
  if (patienceMs === undefined) return run();
  let timer: NodeJS.Timeout;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} took longer than ${patienceMs} ms`)), patienceMs);
  });
  return Promise.race([run(), late]).finally(() => clearTimeout(timer));
}
