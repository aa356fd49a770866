import fc from "fast-check";
import { addDays, daysFrom } from "./days";
import {
  bucketOf,
  bucketsOf,
  isInPeriod,
  lastDays,
  periodGroupings,
  periodLength,
  previousPeriod,
  resolvePeriod,
} from "./periods.rules";

const days = fc.integer({ min: 0, max: 2_000 }).map((count) => addDays("2024-01-01", count));
const periods = fc.tuple(days, fc.nat(399)).map(([from, length]) => ({ from, to: addDays(from, length) }));

test("buckets cover each day once; only the first and the last are shortened", () => {
  fc.assert(
    fc.property(periods, fc.constantFrom(...periodGroupings), (period, by) => {
      const buckets = bucketsOf(period, by);
      expect(buckets.flatMap(({ from, to }) => daysFrom(from, to))).toEqual(daysFrom(period.from, period.to));
    }),
  );
});

test("buckets are days, weeks from Monday, or months", () => {
  const period = { from: "2026-01-30", to: "2026-02-02" };
  const firstDays = (by: "day" | "week" | "month") => bucketsOf(period, by).map(({ from, to }) => [from, to]);
  expect(firstDays("day")).toEqual(daysFrom(period.from, period.to).map((day) => [day, day]));
  expect(firstDays("week")).toEqual([
    ["2026-01-30", "2026-02-01"],
    ["2026-02-02", "2026-02-02"],
  ]);
  expect(firstDays("month")).toEqual([
    ["2026-01-30", "2026-01-31"],
    ["2026-02-01", "2026-02-02"],
  ]);
  expect(periodGroupings.map((by) => bucketOf("2026-02-28", by))).toEqual(["2026-02-28", "2026-02-23", "2026-02-01"]);
});

test("both bounds are in the period", () => {
  const isIn = (day: string) => isInPeriod({ from: "2026-03-01", to: "2026-03-31" }, day);
  expect(["2026-02-28", "2026-03-01", "2026-03-31", "2026-04-01"].map(isIn)).toEqual([false, true, true, false]);
});

test("the previous period ends the day before this one and has the same length", () => {
  expect(previousPeriod({ from: "2026-03-01", to: "2026-03-31" })).toEqual({ from: "2026-01-29", to: "2026-02-28" });
  fc.assert(fc.property(periods, (period) => expect(periodLength(previousPeriod(period))).toBe(periodLength(period))));
});

test("resolvePeriod returns 30 days when one or both bounds are missing", () => {
  expect(resolvePeriod({}, "2026-11-20")).toEqual({ from: "2026-10-22", to: "2026-11-20" });
  expect(resolvePeriod({ from: "2026-01-01" }, "2026-11-20")).toEqual({ from: "2026-01-01", to: "2026-01-30" });
  expect(resolvePeriod({ to: "2026-01-30" }, "2026-11-20")).toEqual({ from: "2026-01-01", to: "2026-01-30" });
});

test.each([7, 30, 90, 365])("the last %d days end today", (days) => {
  const period = resolvePeriod(lastDays(days, "2026-11-20"), "2026-11-20");
  expect([period.to, periodLength(period)]).toEqual(["2026-11-20", days]);
});
