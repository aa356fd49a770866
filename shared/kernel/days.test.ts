import fc from "fast-check";
import {
  addDays,
  daysFrom,
  localDayIn,
  mondayOf,
  nextMidnight,
  splitByDay,
  weekdayOf,
  weekNumber,
  wholeMinutesBetween,
} from "./days";

const zones = [
  "UTC",
  "Asia/Baghdad",
  "Europe/Berlin",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "Asia/Beirut",
];
const zone = fc.constantFrom(...zones);
const moment = fc.date({
  min: new Date("2009-01-01T00:00:00Z"),
  max: new Date("2031-12-31T00:00:00Z"),
  noInvalidDate: true,
});
const length = fc.integer({ min: 0, max: 5 * 24 * 3_600_000 });
const sum = (parts: readonly { minutes: number }[]) => parts.reduce((all, part) => all + part.minutes, 0);

describe("splitting a time range by day", () => {
  test("splitByDay preserves the minutes in any time zone, even across DST changes", () => {
    fc.assert(
      fc.property(zone, moment, length, (where, from, ms) => {
        const to = new Date(from.getTime() + ms);
        const parts = splitByDay(where, from, to);
        expect(sum(parts)).toBe(wholeMinutesBetween(from, to));
        expect(parts.every((part) => part.minutes > 0 && part.minutes <= 25 * 60)).toBe(true);
        const dates = parts.map((part) => part.date);
        expect(dates).toEqual([...new Set(dates)].sort());
        for (const date of dates) {
          expect(date >= localDayIn(where, from) && date <= localDayIn(where, to)).toBe(true);
        }
      }),
    );
  });

  test("splitByDay returns one part for a range within a day", () => {
    const parts = splitByDay("Asia/Baghdad", new Date("2026-11-18T06:00:00Z"), new Date("2026-11-18T07:30:20Z"));
    expect(parts).toEqual([{ date: "2026-11-18", minutes: 90 }]);
  });

  test("splitByDay splits at local midnight, not at midnight UTC", () => {
    const parts = splitByDay("Asia/Baghdad", new Date("2026-11-18T20:30:00Z"), new Date("2026-11-18T21:40:00Z"));
    expect(parts).toEqual([
      { date: "2026-11-18", minutes: 30 },
      { date: "2026-11-19", minutes: 40 },
    ]);
  });

  test("days of DST changes have 25 or 23 hours", () => {
    const back = splitByDay("Europe/Berlin", new Date("2026-10-24T22:00:00Z"), new Date("2026-10-25T23:00:00Z"));
    expect(back).toEqual([{ date: "2026-10-25", minutes: 25 * 60 }]);
    const forward = splitByDay("Europe/Berlin", new Date("2026-03-28T23:00:00Z"), new Date("2026-03-29T22:00:00Z"));
    expect(forward).toEqual([{ date: "2026-03-29", minutes: 23 * 60 }]);
  });

  test("a calendar day that the time zone skips gets no minutes", () => {
    const parts = splitByDay("Pacific/Apia", new Date("2011-12-30T09:00:00Z"), new Date("2011-12-30T11:00:00Z"));
    expect(parts).toEqual([
      { date: "2011-12-29", minutes: 60 },
      { date: "2011-12-31", minutes: 60 },
    ]);
  });

  test.each([
    [59_999, 0],
    [60_000, 1],
    [89_999, 1],
    [90_000, 2],
  ])("wholeMinutesBetween rounds %d ms to %d minutes", (ms, minutes) => {
    expect(wholeMinutesBetween(new Date(0), new Date(ms))).toBe(minutes);
  });
});

test("nextMidnight returns the first instant of another day", () => {
  fc.assert(
    fc.property(zone, moment, (where, at) => {
      const edge = nextMidnight(where, at);
      expect(localDayIn(where, edge)).not.toBe(localDayIn(where, at));
      expect(localDayIn(where, new Date(edge.getTime() - 1))).toBe(localDayIn(where, at));
    }),
  );
});

test("a calendar week starts on Monday and keeps its number until Sunday", () => {
  fc.assert(
    fc.property(moment, (at) => {
      const day = at.toISOString().slice(0, 10);
      const monday = mondayOf(day);
      expect(weekdayOf(monday)).toBe(1);
      expect(addDays(monday, weekdayOf(day) - 1)).toBe(day);
      expect(weekNumber(addDays(monday, 6))).toBe(weekNumber(day));
    }),
  );
});

test.each([
  ["2026-11-18", 47],
  ["2027-01-03", 53],
  ["2027-01-04", 1],
  ["2024-12-30", 1],
  ["2021-01-03", 53],
])("weekNumber: %s is in week %d", (day, number) => {
  expect(weekNumber(day)).toBe(number);
});

test("daysFrom ends at the last supported day, and addDays throws beyond it", () => {
  expect(daysFrom("9999-12-30", "9999-12-31")).toEqual(["9999-12-30", "9999-12-31"]);
  expect(daysFrom("2027-03-01", "2027-02-28")).toEqual([]);
  expect(() => addDays("9999-12-31", 1)).toThrow(RangeError);
});

test.each([
  ["2026-11-21T22:30:00Z", "Asia/Baghdad", "2026-11-22"],
  ["2026-11-21T20:59:59Z", "Asia/Baghdad", "2026-11-21"],
  ["2026-11-21T02:30:00Z", "America/New_York", "2026-11-20"],
  ["2026-12-31T23:59:00Z", "Asia/Seoul", "2027-01-01"],
  ["2026-03-01T00:00:00Z", "UTC", "2026-03-01"],
])("localDayIn: %s in %s is on %s", (moment, zone, day) => {
  expect(localDayIn(zone, new Date(moment))).toBe(day);
});
