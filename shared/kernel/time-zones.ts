const name = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/;

/** Three-letter time zone names that PostgreSQL supports; browsers accept more (`AET`, `CTT`). */
const short = ["CET", "EET", "EST", "GMT", "HST", "MET", "MST", "PRC", "ROC", "ROK", "UCT", "UTC", "WET"];

/**
 * Whether `text` is an IANA time zone name (`Asia/Baghdad`, `UTC`) that both the browser and the database support. Rejects offsets
 * (`+03:00`).
 */
export function isTimeZone(text: unknown): text is string {
  if (typeof text !== "string" || !name.test(text)) return false;
  if (text.length === 3 && !short.includes(text.toUpperCase())) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
