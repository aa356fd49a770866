/** With fewer finished tasks a percentile says more about chance than about work. */
export const enoughFinished = 5;

const dayMs = 86_400_000;

/** Elapsed days, nights and week-ends counted, to a tenth. A clock that was put back doesn't make work end before it began. */
export const daysBetween = (from: number, to: number): number => Math.round(Math.max(0, to - from) / (dayMs / 10)) / 10;

/**
 * The smallest of the values that so many per cent of them don't exceed (nearest rank): one that has really happened.
 * Null when there is none.
 */
export function percentile(values: readonly number[], percent: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] as number;
}

/** From so many days, up to but not including so many; the last has no end. */
export interface DayRange {
  min: number;
  max: number | null;
}

const edges = [0, 1, 2, 4, 8, 15, 31] as const;

/** Ranges of days that grow: most work is short, and what is long is long in many ways. */
export const dayRanges: readonly DayRange[] = edges.map((min, at) => ({ min, max: edges[at + 1] ?? null }));

export const inRange = ({ min, max }: DayRange, days: number): boolean => days >= min && (max === null || days < max);
