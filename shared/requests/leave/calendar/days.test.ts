import fc from "fast-check";
import {
  countDays,
  daysByYear,
  sumDays,
  type Holiday,
  halfDayRangeOf,
  type LeaveSpan,
  needsAttachment,
  weekdayOf,
} from "./days.rules";
import type { DayCounting } from "../types/counting.rules";
import { dayNumber, dayOfNumber } from "../../../kernel/day-number";

/** Friday and Saturday are the weekend. */
const calendar = {
  weekend: [5, 6],
  holidays: [
    { date: "2026-03-23", name: "Spring", translations: { de: "Frühling" }, half: null },
    { date: "2026-12-31", name: "New Year's Eve", translations: {}, half: "afternoon" },
  ] satisfies Holiday[],
};
/** Whether the span ends before it begins, or begins and ends at noon of the same day. */
const isEmptySpan = (span: LeaveSpan): boolean => {
  const { from, to } = halfDayRangeOf(span);
  return to <= from;
};
const cost = (span: LeaveSpan, counting: DayCounting = "working") => sumDays(countDays(span, counting, calendar));

test.each<[string, LeaveSpan, number]>([
  ["a working week", { start_date: "2026-03-15", end_date: "2026-03-19" }, 5],
  ["a week-end in the middle", { start_date: "2026-03-18", end_date: "2026-03-22" }, 3],
  [
    "a half at each end",
    { start_date: "2026-03-15", end_date: "2026-03-17", start_half: "afternoon", end_half: "morning" },
    2,
  ],
  [
    "a half day at the edge that falls on a holiday",
    { start_date: "2026-03-22", end_date: "2026-03-23", end_half: "morning" },
    1,
  ],
  ["one half of one day", { start_date: "2026-03-16", end_date: "2026-03-16", start_half: "afternoon" }, 0.5],
  ["a day of which half is a holiday", { start_date: "2026-12-31", end_date: "2026-12-31" }, 0.5],
  ["the half that is a holiday", { start_date: "2026-12-31", end_date: "2026-12-31", start_half: "afternoon" }, 0],
  ["the half that isn't", { start_date: "2026-12-31", end_date: "2026-12-31", end_half: "morning" }, 0.5],
  ["only days off", { start_date: "2026-03-20", end_date: "2026-03-21" }, 0],
])("%s", (_, span, days) => {
  expect(cost(span)).toBe(days);
});

test("calendar-day counting includes weekends and holidays", () => {
  expect(cost({ start_date: "2026-03-18", end_date: "2026-03-23" }, "calendar")).toBe(6);
  expect(cost({ start_date: "2026-03-18", end_date: "2026-03-23", end_half: "morning" }, "calendar")).toBe(5.5);
});

test("countDays returns for each free day why it costs nothing", () => {
  const days = countDays({ start_date: "2026-03-20", end_date: "2026-03-24" }, "working", calendar);
  expect(days.map(({ why, holiday, days: cost }) => [why, holiday, cost])).toEqual([
    ["weekend", null, 0],
    ["weekend", null, 0],
    [null, null, 1],
    ["holiday", { name: "Spring", translations: { de: "Frühling" } }, 0],
    [null, null, 1],
  ]);
});

test("leave across New Year's Eve is counted per year", () => {
  const days = countDays({ start_date: "2026-12-30", end_date: "2027-01-04" }, "working", calendar);
  expect([...daysByYear(days)]).toEqual([
    [2026, 1.5],
    [2027, 2],
  ]);
});

test("a document is required only above the configured number of days", () => {
  expect([needsAttachment(2, 2), needsAttachment(2.5, 2), needsAttachment(30, null), needsAttachment(0.5, 0)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

const day = fc.integer({ min: dayNumber("2024-01-01"), max: dayNumber("2028-12-31") }).map(dayOfNumber);
const span: fc.Arbitrary<LeaveSpan> = fc
  .record({
    start_date: day,
    length: fc.nat(40),
    start_half: fc.constantFrom("afternoon" as const, null),
    end_half: fc.constantFrom("morning" as const, null),
  })
  .map(({ length, ...rest }) => ({ ...rest, end_date: dayOfNumber(dayNumber(rest.start_date) + length) }))
  .filter((one) => !isEmptySpan(one));
const calendars = fc.record({
  weekend: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 3 }),
  holidays: fc.array(
    fc.record({
      date: day,
      name: fc.constant("Holiday"),
      translations: fc.constant({}),
      half: fc.constantFrom("morning" as const, "afternoon" as const, null),
    }),
    { maxLength: 20 },
  ),
});

test("calendar days cost half a day per half; working days never cost more", () => {
  fc.assert(
    fc.property(span, calendars, (leave, work) => {
      const { from, to } = halfDayRangeOf(leave);
      const all = sumDays(countDays(leave, "calendar", work));
      expect(all).toBe((to - from) / 2);
      expect(sumDays(countDays(leave, "working", work))).toBeLessThanOrEqual(all);
    }),
  );
});

test("splitting a leave does not change its cost", () => {
  fc.assert(
    fc.property(span, calendars, fc.nat(40), (leave, work, at) => {
      const cut = dayOfNumber(Math.min(dayNumber(leave.start_date) + at, dayNumber(leave.end_date)));
      const first = { ...leave, end_date: cut, end_half: "morning" as const };
      const second = { ...leave, start_date: cut, start_half: "afternoon" as const };
      fc.pre(!isEmptySpan(first) && !isEmptySpan(second));
      const costOf = (part: LeaveSpan) => sumDays(countDays(part, "working", work));
      expect(costOf(first) + costOf(second)).toBe(costOf(leave));
    }),
  );
});

test("weekends cost nothing, and ordinary working days cost something", () => {
  fc.assert(
    fc.property(span, calendars, (leave, work) => {
      for (const { date, days, why } of countDays(leave, "working", work)) {
        if (work.weekend.includes(weekdayOf(date))) expect([days, why]).toEqual([0, "weekend"]);
        else if (!work.holidays.some((holiday) => holiday.date === date)) expect([days > 0, why]).toEqual([true, null]);
      }
    }),
  );
});
