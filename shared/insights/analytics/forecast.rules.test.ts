import fc from "fast-check";
import { forecastDays, forecastOf, forecastPeriod } from "./forecast.rules";

const past = (finished: Readonly<Record<number, number>>): number[] =>
  Array.from({ length: forecastDays }, (_, day) => finished[day] ?? 0);

/**
 * Computes the exact distribution that the trials approximate, independently of the implementation. Returns the number of days after which
 * all tasks are finished with a probability of `percent`, with each day drawn at random from `daily`.
 */
function exactDays(remaining: number, daily: readonly number[], percent: number): number {
  let open: number[] = [...Array<number>(remaining).fill(0), 1]; // probabilities by number of open tasks
  for (let days = 0; ; days++) {
    if ((open[0] as number) >= percent / 100 || days > 2_000) return days;
    const next = Array<number>(remaining + 1).fill(0);
    open.forEach((likely, left) => {
      for (const count of left === 0 ? [0] : daily) {
        const after = Math.max(0, left - count);
        next[after] = (next[after] as number) + likely / (left === 0 ? 1 : daily.length);
      }
    });
    open = next;
  }
}

/** Tolerance for chance in 10,000 trials: 3 percent plus one day. */
const near = (days: number | null, exact: number) =>
  expect(Math.abs((days ?? Number.POSITIVE_INFINITY) - exact)).toBeLessThanOrEqual(1 + exact * 0.03);

test("the forecast agrees with the exact distribution for any number of days", () => {
  const daily = fc.array(fc.constantFrom<number[]>(0, 0, 0, 0, 1, 1, 2, 5), { minLength: 20, maxLength: forecastDays });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), daily, fc.integer({ min: 1, max: 1_000 }), (remaining, days, seed) => {
      const pace = days.reduce((sum, count) => sum + count, 0) / days.length;
      fc.pre(pace > 0 && remaining / pace < 500);
      const forecast = forecastOf(remaining, days, seed);
      near(forecast?.p50 ?? null, exactDays(remaining, days, 50));
      near(forecast?.p85 ?? null, exactDays(remaining, days, 85));
      near(forecast?.p95 ?? null, exactDays(remaining, days, 95));
    }),
    { numRuns: 25 },
  );
});

test("the newest and oldest days have the same weight as the others", () => {
  const [oldest, middle, newest] = [past({ 0: 8, 3: 8 }), past({ 40: 8, 43: 8 }), past({ 80: 8, 83: 8 })];
  const ends = [oldest, middle, newest].map((daily) => forecastOf(28, daily, 7));
  for (const end of ends) near(end?.p50 ?? null, exactDays(28, middle, 50));
});

test("at 16 finished tasks per 84 days, 28 tasks take a median of about 5 months", () => {
  const daily = past(
    Object.fromEntries([1, 6, 11, 17, 22, 27, 33, 38, 44, 49, 55, 60, 66, 71, 77, 83].map((day) => [day, 1])),
  );
  const forecast = forecastOf(28, daily, 1);
  near(forecast?.p50 ?? null, exactDays(28, daily, 50));
  expect(forecast?.p50).toBeGreaterThan(140);
  expect(forecast?.p50).toBeLessThan(151);
});

test("the forecast is deterministic per seed, null without history or open tasks", () => {
  const daily = past({ 3: 2, 30: 1 });
  expect(forecastOf(5, daily, 3)).toEqual(forecastOf(5, daily, 3));
  expect(forecastOf(0, daily, 3)).toBeNull();
  expect(forecastOf(5, past({}), 3)).toBeNull();
  expect(forecastOf(1_000, past({ 3: 1 }), 3)).toEqual({ p50: null, p85: null, p95: null });
});

test.each([
  ["2020-01-01", "2026-08-28"],
  ["2026-10-01", "2026-10-01"],
  ["2026-11-19", "2026-11-13"],
])("the forecast of a project begun on %s counts the days from %s", (begunOn, from) => {
  expect(forecastPeriod(begunOn, "2026-11-20")).toEqual({ from, to: "2026-11-19" });
});
