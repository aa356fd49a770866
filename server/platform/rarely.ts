import type { Logger } from "pino";

const everyMs = 10_000;

/**
 * Says a failure that meets hundreds at once a single time, and with the next one how many there were. An outage must not
 * fill the log with the same stack.
 */
export function createRareLog(log: Pick<Logger, "warn" | "error">, now: () => number = Date.now) {
  const last = new Map<string, { at: number; since: number }>();
  return (level: "warn" | "error", message: string, fields: Record<string, unknown>): void => {
    const known = last.get(message);
    if (known && now() - known.at < everyMs) {
      known.since += 1;
      return;
    }
    last.set(message, { at: now(), since: 0 });
    log[level](known?.since ? { ...fields, unsaid: known.since } : fields, message);
  };
}
