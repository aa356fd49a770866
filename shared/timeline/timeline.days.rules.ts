/** A calendar day as a number, days since 1970-01-01: distances are differences, and no time zone comes near. */
export type DayNumber = number;

const dayMs = 86_400_000;

export const dayNumber = (day: string): DayNumber => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
export const dayText = (day: DayNumber): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** 0 is Sunday, as everywhere in JavaScript. The first of January 1970 was a Thursday. */
export const weekdayOf = (day: DayNumber): number => (((day + 4) % 7) + 7) % 7;

/** The first day of the week that a day is in. */
export const weekStart = (day: DayNumber, firstDay: number): DayNumber => day - ((weekdayOf(day) - firstDay + 7) % 7);

/** Working days from `from` to `to`, both included; none when they are the wrong way round. */
export function workingDays(from: DayNumber, to: DayNumber, weekend: readonly number[]): number {
  const days = to - from + 1;
  if (days <= 0) return 0;
  const weeks = Math.floor(days / 7);
  let count = weeks * (7 - weekend.length);
  for (let day = from + weeks * 7; day <= to; day++) if (!weekend.includes(weekdayOf(day))) count++;
  return count;
}
