import type { Logger } from "pino";

const everyMs = 10_000;

/** Logs a frequent failure once per interval, with the number suppressed since the last entry, so that an outage doesn't fill the log. */
export function createThrottledLog(log: Pick<Logger, "warn" | "error">, now: () => number = Date.now) {
  const last = new Map<string, { at: number; since: number }>();
  return (level: "warn" | "error", message: string, fields: Record<string, unknown>): void => {
    const known = last.get(message);
    if (known && now() - known.at < everyMs) {
      known.since += 1;
      return;
    }
    last.set(message, { at: now(), since: 0 });
    log[level](known?.since ? { ...fields, suppressed: known.since } : fields, message);
  };
}
