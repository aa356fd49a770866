import fc from "fast-check";
import { daysThere, waitedSince } from "./approvals.waiting.rules";

const farAway = new Date("2100-01-01");
const week = { timeZone: "UTC", weekend: [0, 6], holidays: new Set<string>() };
const over = (
  since: string,
  amount: number,
  unit: "hours" | "days",
  calendar: Parameters<typeof daysThere>[0] = week,
) => waitedSince(new Date(since), amount, unit, daysThere(calendar), farAway).toISOString().slice(0, 16);

test.each([
  ["within one day", "2026-11-18T10:00Z", 4, "hours", "2026-11-18T14:00"],
  ["two working days", "2026-11-18T10:00Z", 2, "days", "2026-11-20T10:00"],
  ["over a week-end", "2026-11-20T10:00Z", 1, "days", "2026-11-23T10:00"],
  ["hours over a week-end", "2026-11-20T22:30Z", 4, "hours", "2026-11-23T02:30"],
  ["ends as the week does", "2026-11-20T20:00Z", 4, "hours", "2026-11-23T00:00"],
  ["sent on a free day, it begins with the next working one", "2026-11-21T10:00Z", 1, "days", "2026-11-24T00:00"],
] as const)("%s", (_, since, amount, unit, end) => {
  expect(over(since, amount, unit)).toBe(end);
});

test("holidays don't count, nor do other week-ends than ours", () => {
  expect(over("2026-11-18T10:00Z", 1, "days", { ...week, holidays: new Set(["2026-11-19"]) })).toBe("2026-11-20T10:00");
  expect(over("2026-11-19T10:00Z", 1, "days", { ...week, weekend: [5, 6] })).toBe("2026-11-22T10:00");
});

test("days are those of the tenant's own clock", () => {
  // Friday 23:00 in Seoul is Friday 14:00 in Greenwich: one hour is left of it.
  expect(over("2026-11-20T14:00Z", 2, "hours", { ...week, timeZone: "Asia/Seoul" })).toBe("2026-11-22T16:00");
  expect(over("2026-11-20T14:00Z", 2, "hours")).toBe("2026-11-20T16:00");
  expect(over("2026-11-20T18:15Z", 1, "hours", { ...week, timeZone: "Asia/Kathmandu" })).toBe("2026-11-22T19:15");
});

test("a week that is all week-end doesn't wait for ever", () => {
  expect(over("2026-11-18T10:00Z", 1, "days", { ...week, weekend: [0, 1, 2, 3, 4, 5, 6] })).toBe("2026-11-19T10:00");
});

test("never earlier than by the clock, never on a free day, and longer is never sooner", () => {
  const moments = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
  const calendars = fc.record({
    timeZone: fc.constantFrom("UTC", "Asia/Baghdad", "Europe/Berlin", "America/St_Johns"),
    weekend: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 6 }),
    holidays: fc
      .uniqueArray(fc.integer({ min: 1, max: 28 }))
      .map((days) => new Set(days.map((day) => `2026-03-${String(day).padStart(2, "0")}`))),
  });
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 60 }), calendars, (since, hours, calendar) => {
      const dayAt = daysThere(calendar);
      const end = waitedSince(new Date(since), hours, "hours", dayAt, farAway).getTime();
      expect(end).toBeGreaterThanOrEqual(since + hours * 3_600_000);
      expect(dayAt(end).free).toBe(false);
      expect(waitedSince(new Date(since), hours + 1, "hours", dayAt, farAway).getTime()).toBeGreaterThanOrEqual(end);
    }),
    { numRuns: 50 },
  );
});

test("a day is over as the clock there says, also on days on which it is changed, or that are left out", () => {
  const zones = ["UTC", "Europe/Berlin", "America/Havana", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca"];
  const moments = fc.integer({ min: Date.UTC(2011, 0, 1), max: Date.UTC(2027, 0, 1) });
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (at, timeZone) => {
      const day = (moment: number) => new Date(moment).toLocaleDateString("en-CA", { timeZone });
      const { over } = daysThere({ ...week, timeZone })(at);
      expect(day(over - 1)).toBe(day(at));
      expect(day(over)).not.toBe(day(at));
    }),
    { numRuns: 300 },
  );
  const { over } = daysThere({ ...week, timeZone: "Pacific/Apia" })(Date.parse("2011-12-29T20:00Z"));
  expect(new Date(over).toISOString()).toBe("2011-12-30T10:00:00.000Z"); // and then it is the 31st
});

test("what is over in nineteen years is found as quickly as the rest, and no further than one wants to know", () => {
  const calendar = { ...week, timeZone: "Europe/Berlin", weekend: [0, 1, 2, 3, 4, 5] };
  const began = process.cpuUsage().user;
  expect(over("2026-11-20T10:00Z", 1_000, "days", calendar)).toBe("2046-01-19T23:00");
  const dayAt = daysThere(calendar);
  const soon = new Date("2027-11-20T10:00Z");
  for (let n = 0; n < 200; n++)
    expect(waitedSince(new Date(Date.UTC(2026, 10, 20, 10, n)), 1_000, "days", dayAt, soon) > soon).toBe(true);
  expect(process.cpuUsage().user - began).toBeLessThan(600_000);
});
