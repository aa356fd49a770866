import fc from "fast-check";
import { localDays, escalationTime, addWorkingTime } from "./approvals.waiting.rules";

const farAway = new Date("2100-01-01");
const week = { timeZone: "UTC", weekend: [0, 6], holidays: new Set<string>() };
const over = (
  since: string,
  amount: number,
  unit: "hours" | "days",
  calendar: Parameters<typeof localDays>[0] = week,
) => addWorkingTime(new Date(since), amount, unit, localDays(calendar), farAway).toISOString().slice(0, 16);

test.each([
  ["within one day", "2026-11-18T10:00Z", 4, "hours", "2026-11-18T14:00"],
  ["two working days", "2026-11-18T10:00Z", 2, "days", "2026-11-20T10:00"],
  ["over a weekend", "2026-11-20T10:00Z", 1, "days", "2026-11-23T10:00"],
  ["hours over a weekend", "2026-11-20T22:30Z", 4, "hours", "2026-11-23T02:30"],
  ["ends at the end of the week", "2026-11-20T20:00Z", 4, "hours", "2026-11-23T00:00"],
  ["sent on a day off, it starts on the next working day", "2026-11-21T10:00Z", 1, "days", "2026-11-24T00:00"],
] as const)("%s", (_, since, amount, unit, end) => {
  expect(over(since, amount, unit)).toBe(end);
});

test("holidays and the configured weekend do not count as working time", () => {
  expect(over("2026-11-18T10:00Z", 1, "days", { ...week, holidays: new Set(["2026-11-19"]) })).toBe("2026-11-20T10:00");
  expect(over("2026-11-19T10:00Z", 1, "days", { ...week, weekend: [5, 6] })).toBe("2026-11-22T10:00");
});

test("waits in working hours follow the tenant's time zone", () => {
  // Friday 23:00 in Seoul is Friday 14:00 UTC, so one hour of the day is left.
  expect(over("2026-11-20T14:00Z", 2, "hours", { ...week, timeZone: "Asia/Seoul" })).toBe("2026-11-22T16:00");
  expect(over("2026-11-20T14:00Z", 2, "hours")).toBe("2026-11-20T16:00");
  expect(over("2026-11-20T18:15Z", 1, "hours", { ...week, timeZone: "Asia/Kathmandu" })).toBe("2026-11-22T19:15");
});

test("with seven weekend days a wait of one day ends on the next day", () => {
  expect(over("2026-11-18T10:00Z", 1, "days", { ...week, weekend: [0, 1, 2, 3, 4, 5, 6] })).toBe("2026-11-19T10:00");
});

test("a wait ends on a working day, never before the requested time has passed", () => {
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
      const dayAt = localDays(calendar);
      const end = addWorkingTime(new Date(since), hours, "hours", dayAt, farAway).getTime();
      expect(end).toBeGreaterThanOrEqual(since + hours * 3_600_000);
      expect(dayAt(end).free).toBe(false);
      expect(addWorkingTime(new Date(since), hours + 1, "hours", dayAt, farAway).getTime()).toBeGreaterThanOrEqual(end);
    }),
    { numRuns: 50 },
  );
});

test("localDays ends each day at local midnight, even on days with a DST change", () => {
  const zones = ["UTC", "Europe/Berlin", "America/Havana", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca"];
  const moments = fc.integer({ min: Date.UTC(2011, 0, 1), max: Date.UTC(2027, 0, 1) });
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (at, timeZone) => {
      const day = (moment: number) => new Date(moment).toLocaleDateString("en-CA", { timeZone });
      const { over } = localDays({ ...week, timeZone })(at);
      expect(day(over - 1)).toBe(day(at));
      expect(day(over)).not.toBe(day(at));
    }),
    { numRuns: 300 },
  );
  const { over } = localDays({ ...week, timeZone: "Pacific/Apia" })(Date.parse("2011-12-29T20:00Z"));
  expect(new Date(over).toISOString()).toBe("2011-12-30T10:00:00.000Z"); // the local date is then 31 December: Samoa skipped the 30th
});

test("a wait of many years is computed quickly and stops after the limit", () => {
  const calendar = { ...week, timeZone: "Europe/Berlin", weekend: [0, 1, 2, 3, 4, 5] };
  const began = process.cpuUsage().user;
  expect(over("2026-11-20T10:00Z", 1_000, "days", calendar)).toBe("2046-01-19T23:00");
  const dayAt = localDays(calendar);
  const soon = new Date("2027-11-20T10:00Z");
  for (let n = 0; n < 200; n++)
    expect(addWorkingTime(new Date(Date.UTC(2026, 10, 20, 10, n)), 1_000, "days", dayAt, soon) > soon).toBe(true);
  expect(process.cpuUsage().user - began).toBeLessThan(600_000);
});

describe("escalation before a requested day", () => {
  const hours = { starts: 8, ends: 16 };
  const berlin = localDays({ timeZone: "Europe/Berlin", weekend: [0, 6], holidays: new Set(["2026-12-04"]) });
  const moves = (since: string, begins: string) =>
    escalationTime(new Date(since), new Date(begins), berlin, hours)?.toISOString() ?? null;
  // Monday, 7 December 2026, in Berlin. The Friday before is a holiday.
  const monday = "2026-12-06T23:00:00Z";

  test("a step escalates at noon of the last working day before the requested day", () => {
    expect(moves("2026-11-25T09:00:00Z", monday)).toBe("2026-12-03T11:00:00.000Z");
  });

  test("a step that starts late escalates halfway through the remaining working time", () => {
    expect(moves("2026-12-03T13:00:00Z", monday)).toBe("2026-12-03T14:00:00.000Z");
    expect(moves("2026-12-02T22:00:00Z", monday)).toBe("2026-12-03T11:00:00.000Z");
  });

  test("a step after the last working day escalates after half of the remaining time", () => {
    expect(moves("2026-12-05T23:00:00Z", monday)).toBe("2026-12-06T11:00:00.000Z");
  });

  test("escalationTime returns null for a day that has already begun", () => {
    expect(moves(monday, monday)).toBeNull();
    expect(moves("2026-12-08T09:00:00Z", monday)).toBeNull();
  });

  test("escalation follows the time zone and its DST changes", () => {
    const baghdad = localDays({ timeZone: "Asia/Baghdad", weekend: [5, 6], holidays: new Set() });
    const sunday = new Date("2026-12-05T21:00:00Z");
    expect(escalationTime(new Date("2026-11-25T09:00:00Z"), sunday, baghdad, hours)).toEqual(
      new Date("2026-12-03T09:00:00Z"),
    );
    expect(moves("2026-10-20T09:00:00Z", "2026-10-25T23:00:00Z")).toBe("2026-10-23T10:00:00.000Z");
  });
});
