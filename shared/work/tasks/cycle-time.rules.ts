import { elapsedDayMs } from "../../kernel/elapsed-time";

/** Minimum number of finished tasks; with fewer tasks, a percentile is mostly chance. */
export const minFinishedTasks = 5;

/** Elapsed days including nights and weekends, to one decimal. Zero if the clock was set back in between. */
export const daysBetween = (from: number, to: number): number =>
  Math.round(Math.max(0, to - from) / (elapsedDayMs / 10)) / 10;

/** Nearest-rank percentile, always an observed value. Null for an empty list. */
export function percentile(values: readonly number[], percent: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] as number;
}

/** Returns null for too few finished tasks, because their median would be random. */
export const medianOf = (values: readonly number[]): number | null =>
  values.length < minFinishedTasks ? null : percentile(values, 50);
