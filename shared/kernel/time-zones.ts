const name = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/;

/** Names of three letters that are the world's; browsers know others besides (`AET`, `CTT`), databases don't. */
const short = ["CET", "EET", "EST", "GMT", "HST", "MET", "MST", "PRC", "ROC", "ROK", "UCT", "UTC", "WET"];

/** Whether `text` is an IANA name (`Asia/Baghdad`, `UTC`) that both sides can reckon with. Offsets (`+03:00`) are none. */
export function isTimeZone(text: unknown): text is string {
  if (typeof text !== "string" || !name.test(text)) return false;
  if (text.length === 3 && !short.includes(text.toUpperCase())) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
