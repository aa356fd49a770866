import type { Logger } from "pino";

const everyMs = 10_000;

/** Logs a frequent failure once per interval, with the number suppressed since the last entry, so that an outage doesn't fill the log. */
export function createThrottledLog(log: Pick<Logger, "warn" | "error">, now: () => number = Date.now) {
  const last = new Map<string, { at: number; since: number }>();
  return (level: "warn" | "error", message: string, fields: Record<string, unknown>): void => {
    const lastEntry = last.get(message);
    if (lastEntry && now() - lastEntry.at < everyMs) {
      lastEntry.since += 1;
      return;
    }
    last.set(message, { at: now(), since: 0 });
    log[level](lastEntry?.since ? { ...fields, suppressed: lastEntry.since } : fields, message);
  };
}
