export type DayNumber = number;

const dayMs = 86_400_000;

export const dayNumber = (day: string): DayNumber => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
export const dayOfNumber = (day: DayNumber): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** Weekday of a day; 0 is Sunday. Day 0, 1 January 1970, was a Thursday. */
export const weekdayOf = (day: DayNumber): number => (((day + 4) % 7) + 7) % 7;

export const weekStart = (day: DayNumber, firstDay: number): DayNumber => day - ((weekdayOf(day) - firstDay + 7) % 7);

/** Number of working days in a range including both bounds; 0 if the range is reversed. */
export function workingDays(from: DayNumber, to: DayNumber, weekend: readonly number[]): number {
  const days = to - from + 1;
  if (days <= 0) return 0;
  const weeks = Math.floor(days / 7);
  let count = weeks * (7 - weekend.length);
  for (let day = from + weeks * 7; day <= to; day++) if (!weekend.includes(weekdayOf(day))) count++;
  return count;
}
