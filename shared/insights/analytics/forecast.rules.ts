import { addDays } from "../../kernel/days";
import type { Period } from "../../kernel/periods.rules";

export const forecastDays = 84;
/** Shorter periods could consist of working days only. */
const minForecastDays = 7;

/**
 * Full days up to yesterday on which the forecast is based. Days before the project began are left out, because they would count as days
 * without a finished task.
 */
export const forecastPeriod = (begunOn: string, today: string): Period => {
  const [earliest, latest] = [addDays(today, -forecastDays), addDays(today, -minForecastDays)];
  return { from: begunOn < earliest ? earliest : begunOn > latest ? latest : begunOn, to: addDays(today, -1) };
};

export const forecastTrials = 10_000;
/** Limit in days; percentiles beyond it are null. */
const furthestDays = 1_095;

/** Seeded xorshift generator, chosen for speed, because a forecast draws a million numbers. */
function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Number of days, counted from tomorrow, within which 50, 85 and 95 percent of the trials finished; null beyond `furthestDays`. */
export interface Forecast {
  p50: number | null;
  p85: number | null;
  p95: number | null;
}

/**
 * Monte Carlo forecast. Each trial draws past days uniformly until the remaining tasks are finished. `daily` holds the number of finished
 * tasks per past day. The same seed gives the same result. Returns null if no task was finished or none remains.
 */
export function forecastOf(remaining: number, daily: readonly number[], seed: number): Forecast | null {
  if (remaining <= 0 || daily.every((count) => count === 0)) return null;
  const days = Int32Array.from(daily);
  const dayCount = days.length;
  const random = randomFrom(seed);
  const ends = new Float64Array(forecastTrials);
  for (let trial = 0; trial < forecastTrials; trial++) {
    let left = remaining;
    let day = 0;
    for (; left > 0 && day < furthestDays; day++) left -= days[random() % dayCount] as number;
    ends[trial] = left > 0 ? Number.POSITIVE_INFINITY : day;
  }
  ends.sort();
  const at = (percent: number) => {
    const end = ends[Math.ceil((percent / 100) * forecastTrials) - 1] as number;
    return Number.isFinite(end) ? end : null;
  };
  return { p50: at(50), p85: at(85), p95: at(95) };
}
