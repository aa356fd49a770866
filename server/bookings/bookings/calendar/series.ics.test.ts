import { Temporal } from "@js-temporal/polyfill";
import { expandCalendar } from "../../../../tests/support/expand-calendar";
import { calendarFaults } from "../../../../tests/support/icalendar";
import { serializeCalendar } from "../../../platform/calendar-text";
import { calendarMessage } from "./calendar-message";
import { createCalendar } from "./ics";
import { expandSeries, type SeriesInput } from "../series.dates";
import { calendarEventsOf, type SeriesBooking } from "./series.ics";

function rowsOf(
  timeZone: string,
  wall: string,
  input: Partial<SeriesInput>,
  change: (row: SeriesBooking, n: number) => Partial<SeriesBooking> | null = () => ({}),
  minutes = 45,
): SeriesBooking[] {
  const start = Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).toInstant();
  const times = { start_date: start.toString(), end_date: start.add({ minutes }).toString() };
  const { dates, rrule } = expandSeries({ ...times, timeZone, ...input });
  const series = {
    id: 1,
    uid: "abc",
    rrule: rrule as string,
    time_zone: timeZone,
    sequence: 7,
    one_event: true,
    begins: `${wall.slice(11)}:00`,
  };
  return dates.flatMap((date, n) => {
    const row = {
      uid: `date-${n}`,
      title: "Jour fixe",
      note: null,
      place: "Zab",
      vehicle: null,
      status: "approved" as const,
      starts_at: new Date(date.start_date),
      ends_at: new Date(date.end_date),
      created_at: new Date("2026-11-01T00:00:00Z"),
      calendar_sequence: 0,
      private: false,
      series: { ...series, first_date: dates[0]?.date as string, date: date.date },
    };
    const changed = change(row, n);
    return changed === null ? [] : [{ ...row, ...changed }];
  });
}

function calendarWith(rows: SeriesBooking[]): string {
  const calendar = createCalendar("PUBLISH");
  for (const make of calendarEventsOf(rows, "acme.test")) calendar.addSubcomponent(make());
  return serializeCalendar(calendar);
}

const shownBy = (text: string): string[] => {
  expect(calendarFaults(text)).toEqual([]);
  return expandCalendar(text)
    .map(({ start, end, title }) => `${start} ${end} ${title}`)
    .sort();
};

const expected = (rows: SeriesBooking[]) =>
  rows.map(({ starts_at, ends_at, title }) => `${starts_at.toISOString()} ${ends_at.toISOString()} ${title}`).sort();

const zones = ["Europe/Berlin", "America/New_York", "Asia/Baghdad", "Asia/Beirut", "Australia/Lord_Howe", "UTC"];
const rules: [string, Partial<SeriesInput>][] = [
  ["weekly", { repeat: "weekly", repeat_count: 40 }],
  ["daily until a day", { repeat: "daily", repeat_until: "2027-06-30" }],
  ["monthly on the 31st", { repeat: "monthly", repeat_until: "2027-12-31" }],
  ["the third Monday", { repeat: "custom", rrule: "FREQ=MONTHLY;BYDAY=3MO;COUNT=9" }],
  ["every second week, two days", { repeat: "custom", rrule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR;COUNT=15" }],
];

describe.each(zones)("calendar series in %s", (zone) => {
  test.each(rules)("%s: calendar clients show the same dates as the bookings", (_, input) => {
    const wall = input.repeat === "monthly" ? "2027-01-31T23:30" : "2027-01-04T23:30";
    expect(shownBy(calendarWith(rowsOf(zone, wall, input)))).toEqual(expected(rowsOf(zone, wall, input)));
    const rows = rowsOf(zone, wall, input, (row, n) => {
      if (n === 2) return null; // cancelled
      if (n === 1)
        return { starts_at: new Date(+row.starts_at + 5_400_000), ends_at: new Date(+row.ends_at + 9_000_000) };
      return n === 3 ? { title: "Jour fixe in the garden" } : {};
    });
    expect(shownBy(calendarWith(rows))).toEqual(expected(rows));
  });
});

test("dates with another exact duration on a clock change are exceptions", () => {
  const rows = rowsOf("Europe/Berlin", "2027-03-20T20:00", { repeat: "daily", repeat_count: 20 }, undefined, 720);
  const text = calendarWith(rows);
  expect(text.match(/^RECURRENCE-ID.*/gm)).toEqual(["RECURRENCE-ID;TZID=Europe/Berlin:20270327T200000"]);
  expect(shownBy(text)).toEqual(expected(rows));
});

test("a date in the second occurrence of an hour is exported in UTC", () => {
  const rows = rowsOf("Europe/Berlin", "2027-10-24T02:00", { repeat: "weekly", repeat_count: 3 }, (_, n) =>
    n === 1 ? { starts_at: new Date("2027-10-31T01:00Z"), ends_at: new Date("2027-10-31T01:45Z") } : {},
  );
  const text = calendarWith(rows);
  expect(text).toContain("DTSTART:20271031T010000Z");
  expect(shownBy(text)).toEqual(expected(rows));
});

test("calendar clients show a moved series at its new time", () => {
  for (const hours of [3, 24, 31]) {
    const later = (at: Date) => new Date(+at + hours * 3_600_000);
    const rows = rowsOf("Europe/Berlin", "2027-01-04T09:00", { repeat: "weekly", repeat_count: 6 }, (row) => ({
      starts_at: later(row.starts_at),
      ends_at: later(row.ends_at),
    }));
    expect(shownBy(calendarWith(rows))).toEqual(expected(rows));
  }
});

test("events of a series share UID and SEQUENCE but not CLASS:PRIVATE", () => {
  const rows = rowsOf("Asia/Baghdad", "2027-01-04T09:00", { repeat: "weekly", repeat_count: 4 }, (_, n) =>
    n === 1 ? { title: "Elsewhere", private: true } : {},
  );
  const text = calendarWith(rows);
  expect(new Set(text.match(/^UID:.*/gm))).toEqual(new Set(["UID:series-abc@acme.test"]));
  expect(text.match(/^SEQUENCE:.*/gm)).toEqual(["SEQUENCE:7", "SEQUENCE:7"]);
  expect(text.match(/^CLASS:.*/gm)).toEqual(["CLASS:PRIVATE"]);
  expect(text.match(/^BEGIN:VTIMEZONE/gm)).toHaveLength(1);
  expect(text).toContain("DTSTART;TZID=Asia/Baghdad:20270104T090000");
  expect(text).toContain("RECURRENCE-ID;TZID=Asia/Baghdad:20270111T090000");
});

const to = {
  organizer: { name: "Amira", email: "amira@acme.test" },
  attendee: { name: "Dara", email: "dara@acme.test" },
  isAsked: true,
  host: "acme.test",
  stamp: new Date("2026-12-01T00:00:00Z"),
};
const weekly = () => rowsOf("Asia/Baghdad", "2027-01-04T09:00", { repeat: "weekly", repeat_count: 3 });

test("a cancellation names the cancelled dates, or the series if no date is left", () => {
  const [first, second, third] = weekly().map((row) => ({ ...row, answer: null }));
  const some = calendarMessage("CANCEL", [second] as never, { ...to, left: [first, third] as never });
  expect(some.match(/^RECURRENCE-ID.*/gm)).toEqual(["RECURRENCE-ID;TZID=Asia/Baghdad:20270111T090000"]);
  expect([some.includes("METHOD:CANCEL"), some.includes("RRULE")]).toEqual([true, false]);
  const all = calendarMessage("CANCEL", [first, second, third] as never, { ...to, left: [] });
  expect([all.match(/^BEGIN:VEVENT/gm)?.length, all.includes("RECURRENCE-ID")]).toEqual([1, false]);
  expect(all).toContain("UID:series-abc@acme.test");
});

test("a date with a different answer keeps its own PARTSTAT", () => {
  const rows = weekly().map((row, n) => ({ ...row, answer: n === 1 ? ("declined" as const) : ("accepted" as const) }));
  const text = calendarMessage("REQUEST", rows, { ...to, left: [] }).replaceAll("\r\n ", "");
  const answers = text.split("BEGIN:VEVENT").slice(1);
  expect(answers.map((event) => /PARTSTAT=(\w+)/.exec(event)?.[1])).toEqual(["ACCEPTED", "DECLINED"]);
});

test.each([
  ["without an end", (rrule: string) => rrule],
  ["whose stored rule ends later", () => "FREQ=DAILY;UNTIL=20280104T225959Z"],
])("a calendar shows exactly the 200 dates of a series %s", (_, ruleOf) => {
  const rows = rowsOf("Europe/Berlin", "2027-01-04T09:00", { repeat: "daily" }, (row) => ({
    series: { ...row.series, rrule: ruleOf(row.series.rrule) },
  }));
  expect(rows).toHaveLength(200);
  expect(shownBy(calendarWith(rows))).toEqual(expected(rows));
});
