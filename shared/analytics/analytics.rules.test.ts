import fc from "fast-check";
import { addDays, daysFrom } from "../time/days.rules";
import { dayRanges, daysBetween, inRange, percentile } from "./figures.rules";
import { forecastOf } from "./forecast.rules";
import { bucketsOf, groupings, lengthOf, periodBefore, periodOf } from "./periods.rules";

const days = fc.integer({ min: 0, max: 2_000 }).map((days) => addDays("2024-01-01", days));
const periods = fc.tuple(days, fc.nat(399)).map(([from, more]) => ({ from, to: addDays(from, more) }));

describe("periods", () => {
  test("buckets hold every day once, in order, whole weeks and months but at the ends", () => {
    fc.assert(
      fc.property(periods, fc.constantFrom(...groupings), (period, by) => {
        const buckets = bucketsOf(period, by);
        expect(buckets.flatMap(({ from, to }) => daysFrom(from, to))).toEqual(daysFrom(period.from, period.to));
      }),
    );
  });

  test("the period before ends the day before, and is as long", () => {
    expect(periodBefore({ from: "2026-03-01", to: "2026-03-31" })).toEqual({ from: "2026-01-29", to: "2026-02-28" });
    fc.assert(fc.property(periods, (period) => expect(lengthOf(periodBefore(period))).toBe(lengthOf(period))));
  });

  test("nothing asked for: thirty days up to today; one end alone brings thirty", () => {
    expect(periodOf({}, "2026-11-20")).toEqual({ from: "2026-10-22", to: "2026-11-20" });
    expect(periodOf({ from: "2026-01-01" }, "2026-11-20")).toEqual({ from: "2026-01-01", to: "2026-01-30" });
    expect(periodOf({ to: "2026-01-30" }, "2026-11-20")).toEqual({ from: "2026-01-01", to: "2026-01-30" });
  });
});

describe("figures", () => {
  test("a percentile is a value that has happened, and so many don't exceed it", () => {
    expect(percentile([], 85)).toBeNull();
    expect([50, 85, 95].map((percent) => percentile([3, 1, 2, 10], percent))).toEqual([2, 10, 10]);
    fc.assert(
      fc.property(fc.array(fc.nat(99), { minLength: 1 }), fc.constantFrom(50, 85, 95), (values, percent) => {
        const found = percentile(values, percent) as number;
        expect(values).toContain(found);
        const below = values.filter((value) => value <= found).length;
        expect(below / values.length).toBeGreaterThanOrEqual(percent / 100);
        expect(values.filter((value) => value < found).length / values.length).toBeLessThan(percent / 100);
      }),
    );
  });

  test("every length of time is in one range", () => {
    fc.assert(
      fc.property(fc.float({ min: 0, max: 1_000, noNaN: true }), (length) => {
        expect(dayRanges.filter((range) => inRange(range, length))).toHaveLength(1);
      }),
    );
  });

  test("a clock that was put back doesn't make work end before it began", () => {
    expect(daysBetween(1_000_000, 0)).toBe(0);
    expect(daysBetween(0, 36 * 3_600_000)).toBe(1.5);
  });
});

describe("the forecast", () => {
  const steady = Array.from({ length: 84 }, () => 1);

  test("one a day takes as many days as there are tasks; the same seed says the same", () => {
    expect(forecastOf(12, steady, 1)).toEqual({ p50: 12, p85: 12, p95: 12 });
    const uneven = steady.map((_, day) => (day % 7 < 5 ? day % 3 : 0));
    const once = forecastOf(40, uneven, 7);
    expect(forecastOf(40, uneven, 7)).toEqual(once);
    expect(once?.p50).toBeLessThan(once?.p95 as number);
  });

  test("nothing left, or nothing ever finished: nothing is said; too far away is said as such", () => {
    expect(forecastOf(0, steady, 1)).toBeNull();
    expect(forecastOf(5, [0, 0, 0], 1)).toBeNull();
    expect(forecastOf(5_000, steady, 1)).toEqual({ p50: null, p85: null, p95: null });
  });

  test("more tasks never take less time", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(4), { minLength: 14, maxLength: 84 }),
        fc.integer({ min: 1, max: 30 }),
        (daily, n) => {
          const less = forecastOf(n, daily, 5);
          const more = forecastOf(n + 30, daily, 5);
          if (less?.p85 && more?.p85) expect(more.p85).toBeGreaterThanOrEqual(less.p85 - 7);
        },
      ),
      { numRuns: 20 },
    );
  });
});
