/** What a forecast looks back on: so many whole days up to yesterday. */
export const forecastDays = 84;
export const forecastTrials = 10_000;
/** Beyond that nobody can say, and the forecast says so. */
const furthestDays = 1_095;
/** Trials take their days one by one while that is few, else week by week. */
const longInDays = 60;

/** Whole numbers that are the same for the same seed (xorshift): three shifts, since a forecast draws a million of them. */
function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** In how many days, counted from tomorrow, so many per cent of the trials were through; null: later than can be said. */
export interface Forecast {
  p50: number | null;
  p85: number | null;
  p95: number | null;
}

/**
 * How long the remaining tasks may take, by trying it out: each trial draws days of the past at random until as many are
 * finished. `daily` is how many were finished on each day that is looked back on; the same seed gives the same answer.
 * Null when nothing was finished, or nothing remains.
 */
export function forecastOf(remaining: number, daily: readonly number[], seed: number): Forecast | null {
  const total = daily.reduce((sum, count) => sum + count, 0);
  if (remaining <= 0 || total === 0) return null;
  const expected = (remaining / total) * daily.length;
  const step = expected > longInDays ? 7 : 1;
  const samples = Int32Array.from(sumsOf(daily, step));
  const many = samples.length;
  const longest = Math.floor(furthestDays / step);
  const random = randomFrom(seed);
  const ends = new Float64Array(forecastTrials);
  for (let trial = 0; trial < forecastTrials; trial++) {
    let left = remaining;
    let steps = 0;
    for (; left > 0 && steps < longest; steps++) left -= samples[random() % many] as number;
    ends[trial] = left > 0 ? Number.POSITIVE_INFINITY : steps * step;
  }
  ends.sort();
  const at = (percent: number) => {
    const days = ends[Math.ceil((percent / 100) * forecastTrials) - 1] as number;
    return Number.isFinite(days) ? days : null;
  };
  return { p50: at(50), p85: at(85), p95: at(95) };
}

/** What was finished in each stretch of so many days that the past holds. */
function sumsOf(daily: readonly number[], length: number): readonly number[] {
  if (length === 1 || daily.length < length) return daily;
  const sums: number[] = [];
  for (let from = 0; from + length <= daily.length; from++) {
    let sum = 0;
    for (let at = from; at < from + length; at++) sum += daily[at] as number;
    sums.push(sum);
  }
  return sums;
}
