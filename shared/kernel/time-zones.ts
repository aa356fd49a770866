const name = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/;

/** Whether `text` is an IANA name (`Asia/Baghdad`, `UTC`) that both sides can reckon with. Offsets (`+03:00`) are none. */
export function isTimeZone(text: unknown): text is string {
  if (typeof text !== "string" || !name.test(text)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
