/** A range of days from `min` (inclusive) to `max` (exclusive); the last range is unbounded. */
export interface DayRange {
  min: number;
  max: number | null;
}

const edges = [0, 1, 2, 4, 8, 15, 31] as const;

export const dayRanges: readonly DayRange[] = edges.map((min, at) => ({ min, max: edges[at + 1] ?? null }));

export const isInDayRange = ({ min, max }: DayRange, days: number): boolean =>
  days >= min && (max === null || days < max);
