import fc from "fast-check";
import { daysBetween, percentile } from "../../work/tasks/cycle-time.rules";
import { dayRanges, isInDayRange } from "./figures.rules";
import { forecastOf } from "./forecast.rules";

describe("figures", () => {
  test("percentile returns an observed value at or above the requested share", () => {
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

  test("every duration is in exactly one range", () => {
    fc.assert(
      fc.property(fc.float({ min: 0, max: 1_000, noNaN: true }), (length) => {
        expect(dayRanges.filter((range) => isInDayRange(range, length))).toHaveLength(1);
      }),
    );
  });

  test("daysBetween is zero when the clock was set back", () => {
    expect(daysBetween(1_000_000, 0)).toBe(0);
    expect(daysBetween(0, 36 * 3_600_000)).toBe(1.5);
  });
});

describe("forecast", () => {
  const steady = Array.from({ length: 84 }, () => 1);

  test("one finished task per day gives a forecast of 12 days for 12 tasks", () => {
    expect(forecastOf(12, steady, 1)).toEqual({ p50: 12, p85: 12, p95: 12 });
    const uneven = steady.map((_, day) => (day % 7 < 5 ? day % 3 : 0));
    const once = forecastOf(40, uneven, 7);
    expect(forecastOf(40, uneven, 7)).toEqual(once);
    expect(once?.p50).toBeLessThan(once?.p95 as number);
  });

  test("forecastOf returns null without tasks, and null percentiles beyond the limit", () => {
    expect(forecastOf(0, steady, 1)).toBeNull();
    expect(forecastOf(5, [0, 0, 0], 1)).toBeNull();
    expect(forecastOf(5_000, steady, 1)).toEqual({ p50: null, p85: null, p95: null });
  });

  test("the forecast for more tasks is never shorter", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(4), { minLength: 14, maxLength: 84 }),
        fc.integer({ min: 1, max: 30 }),
        (daily, n) => {
          const smallForecast = forecastOf(n, daily, 5);
          const largeForecast = forecastOf(n + 30, daily, 5);
          if (smallForecast?.p85 && largeForecast?.p85)
            expect(largeForecast.p85).toBeGreaterThanOrEqual(smallForecast.p85 - 7);
        },
      ),
      { numRuns: 20 },
    );
  });
});
