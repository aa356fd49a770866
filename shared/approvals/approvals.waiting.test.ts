import fc from "fast-check";
import { freeTime, waitedSince } from "./approvals.waiting.rules";

const week = { timeZone: "UTC", weekend: [0, 6], holidays: new Set<string>() };
const over = (since: string, amount: number, unit: "hours" | "days", calendar: Parameters<typeof freeTime>[0] = week) =>
  waitedSince(new Date(since), amount, unit, freeTime(calendar)).toISOString().slice(0, 16);

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
      const isFree = freeTime(calendar);
      const end = waitedSince(new Date(since), hours, "hours", isFree).getTime();
      expect(end).toBeGreaterThanOrEqual(since + hours * 3_600_000);
      expect(isFree(end)).toBe(false);
      expect(waitedSince(new Date(since), hours + 1, "hours", isFree).getTime()).toBeGreaterThanOrEqual(end);
    }),
    { numRuns: 50 },
  );
});
