/** Violations of RFC 5545 and 5546 in a calendar's text, checked without the library that creates it. */
export function calendarFaults(text: string, now = new Date()): string[] {
  const faults: string[] = [];
  if (!text.endsWith("\r\n")) faults.push("the last line has no end");
  const bytes = Buffer.from(text);
  let from = 0;
  for (let at = bytes.indexOf("\r\n"); at !== -1; at = bytes.indexOf("\r\n", from)) {
    const octets = bytes.subarray(from, at);
    const line = octets.toString();
    if (octets.length > 75) faults.push(`${octets.length} octets: ${line}`);
    if (line.includes("\ufffd")) faults.push(`folded inside a character: ${line}`);
    from = at + 2;
  }
  const lines = text
    .replaceAll(/\r\n[ \t]/g, "")
    .split("\r\n")
    .slice(0, -1);
  for (const line of lines) {
    // Control characters except tabs, and line ends other than CRLF.
    if (/[\p{Cc}\u2028\u2029]/u.test(line.replaceAll("\t", ""))) faults.push(`control character: ${line}`);
    const [, name, parameters] =
      /^([A-Z0-9-]+)((?:;[A-Z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):/.exec(line) ?? [];
    if (!name) faults.push(`no content line: ${line}`);
    const names = [...(parameters ?? "").matchAll(/;([A-Z0-9-]+)=/g)].map(([, parameter]) => parameter);
    if (new Set(names).size < names.length) faults.push(`a parameter twice: ${line}`);
  }
  const calendar = lines.filter((line) => /^(VERSION|PRODID|METHOD)[:;]/.test(line));
  if (lines[0] !== "BEGIN:VCALENDAR" || lines.at(-1) !== "END:VCALENDAR") faults.push("no calendar");
  if (!["VERSION", "PRODID"].every((name) => calendar.some((line) => line.startsWith(name))))
    faults.push("no version or product");
  for (const event of text
    .replaceAll(/\r\n[ \t]/g, "")
    .split("BEGIN:VEVENT\r\n")
    .slice(1)) {
    const values = new Map<string, string[]>();
    for (const line of event.split("END:VEVENT")[0]?.split("\r\n") ?? []) {
      const name = /^[A-Z0-9-]+/.exec(line)?.[0] ?? "";
      values.set(name, [...(values.get(name) ?? []), line.slice(line.indexOf(":") + 1)]);
    }
    for (const name of ["UID", "DTSTAMP", "DTSTART"]) {
      if (values.get(name)?.length !== 1) faults.push(`${name} isn't there once`);
    }
    for (const name of [
      "DTEND",
      "SUMMARY",
      "STATUS",
      "CLASS",
      "SEQUENCE",
      "DESCRIPTION",
      "LOCATION",
      "ORGANIZER",
      "RRULE",
    ]) {
      if ((values.get(name)?.length ?? 0) > 1) faults.push(`${name} is there more than once`);
    }
    const [stamp = ""] = values.get("DTSTAMP") ?? [];
    const stampParts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp);
    const at = stampParts
      ? Date.parse(`${stampParts.slice(1, 4).join("-")}T${stampParts.slice(4, 7).join(":")}Z`)
      : Number.NaN;
    if (!(at <= now.getTime() + 60_000)) faults.push(`DTSTAMP isn't when it was written: ${stamp}`);
  }
  return faults;
}
