import { daysApart, type ZonedSpanFormats, zonedSpanText } from "./zoned-span";
import { readFileSync } from "node:fs";
import { zoneName } from "./zone-names";

const write = (options: Intl.DateTimeFormatOptions) => (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone }).format(at);
const texts = {
  "when.at": "{day}, {time}",
  "when.midnight": "midnight",
  "when.span": "{from} to {until}",
  "when.zone": "{when} ({zone})",
  "when.zoneAndYours": "{when} ({zone}; your time {yours})",
};
const textOf = (id: string) => texts[id as keyof typeof texts] ?? id.replace("zone.", "");
const formats: ZonedSpanFormats = {
  day: write({ day: "numeric", month: "short" }),
  time: write({ hour: "2-digit", minute: "2-digit" }),
  text: (id, values) => textOf(id).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ""),
  direction: "ltr",
};
const when = (from: string, until: string, timeZone = "Asia/Baghdad") => ({
  from: new Date(from),
  until: new Date(until),
  timeZone,
});
const morning = when("2026-12-07T06:00:00Z", "2026-12-07T09:30:00Z");

test("zonedSpanText names the location's time zone", () => {
  expect(zonedSpanText(morning, formats)).toBe("7 Dec, 09:00 to 12:30 (Baghdad)");
});

test("zonedSpanText adds the reader's time if local times differ", () => {
  expect(zonedSpanText(morning, formats, { reader: "Europe/Berlin" })).toBe(
    "7 Dec, 09:00 to 12:30 (Baghdad; your time 07:00 to 10:30)",
  );
  expect(zonedSpanText(morning, formats, { reader: "Europe/Moscow" })).toBe("7 Dec, 09:00 to 12:30 (Baghdad)");
  expect(zonedSpanText(morning, formats, { reader: "Europe/Moscow", named: false })).toBe("7 Dec, 09:00 to 12:30");
});

test("zonedSpanText adds the reader's day if it differs", () => {
  expect(zonedSpanText(morning, formats, { reader: "America/Los_Angeles", withDay: false })).toBe(
    "09:00 to 12:30 (Baghdad; your time 6 Dec, 22:00 to 7 Dec, 01:30)",
  );
});

test("zonedSpanText shows both days of a longer range, even without withDay", () => {
  const trip = when("2026-12-07T13:00:00Z", "2026-12-10T01:00:00Z");
  expect(zonedSpanText(trip, formats, { withDay: false, named: false })).toBe("7 Dec, 16:00 to 10 Dec, 04:00");
  expect(daysApart(trip.from, trip.until, trip.timeZone)).toBe(3);
});

test("daysApart counts calendar days in the location's time zone", () => {
  const night = when("2026-12-07T20:30:00Z", "2026-12-07T21:30:00Z");
  expect(daysApart(night.from, night.until, "Asia/Baghdad")).toBe(1);
  expect(daysApart(night.from, night.until, "UTC")).toBe(0);
});

test("an end at midnight belongs to the day before", () => {
  const evening = when("2026-12-07T18:00:00Z", "2026-12-07T21:00:00Z");
  expect(zonedSpanText(evening, formats, { named: false })).toBe("7 Dec, 21:00 to midnight");
  expect(daysApart(evening.from, evening.until, evening.timeZone)).toBe(0);
  const twoDays = when("2026-12-06T21:00:00Z", "2026-12-08T21:00:00Z");
  expect(zonedSpanText(twoDays, formats, { named: false })).toBe("7 Dec, 00:00 to 8 Dec, midnight");
  // In Beirut, 28 March 2027 has no midnight and begins at 1:00.
  const night = when("2027-03-27T20:00:00Z", "2027-03-27T22:00:00Z", "Asia/Beirut");
  expect(zonedSpanText(night, formats, { named: false })).toBe("27 Mar, 22:00 to midnight");
});

test.each([
  ["Asia/Baghdad", "Baghdad"],
  ["America/Argentina/Buenos_Aires", "Buenos Aires"],
  ["UTC", "UTC"],
  ["Etc/GMT+3", "Etc/GMT+3"],
])("zoneName displays %s as %s", (timeZone, name) => expect(zoneName(timeZone, textIn("en"))).toBe(name));

const catalogueOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../locales/${language}.json`, import.meta.url), "utf8"));
function textIn(language: string) {
  const catalogue = catalogueOf(language);
  return (id: string) => catalogue[id] as string;
}

test.each([
  ["ar", "بغداد"],
  ["ckb", "بەغدا"],
  ["ko", "바그다드"],
  ["de", "Bagdad"],
])("zoneName is in the reader's language: %s", (language, name) => {
  expect(zoneName("Asia/Baghdad", textIn(language))).toBe(name);
  const readerFormats = {
    ...formats,
    text: (id: string, values: Record<string, string>) =>
      id.startsWith("zone.") ? textIn(language)(id) : formats.text(id as "when.at", values),
  };
  expect(zonedSpanText(morning, readerFormats)).toContain(name);
});
