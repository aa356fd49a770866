import { countDays, type Day, halvesOf, type LeaveSpan, type WorkCalendar } from "./leave.days.rules";
import { dayNumber } from "../kernel/days";

export interface PresentDay {
  date: Day;
  /** How many are there, in the half of the day in which there are fewest. */
  present: number;
  away: number;
}

type Range = Pick<LeaveSpan, "start_date" | "end_date">;

/** Days of a span on which somebody works. */
export const workDays = (span: Range, calendar: WorkCalendar): Day[] =>
  countDays(span, "working", calendar).flatMap(({ date, days }) => (days === 0 ? [] : date));

/**
 * How many of a group are there on each day of work. `away` holds one span per leave; nobody is away twice in one half
 * of a day, which the database sees to. `worked`: where many groups are looked at, what `workDays` says of the span, found out once.
 */
export function presentDays(
  headcount: number,
  away: readonly LeaveSpan[],
  span: Range,
  calendar: WorkCalendar,
  worked: readonly Day[] = workDays(span, calendar),
): PresentDay[] {
  const first = dayNumber(span.start_date) * 2;
  const counts = Array.from({ length: (dayNumber(span.end_date) + 1) * 2 - first }, () => 0);
  for (const one of away) {
    const { from, to } = halvesOf(one);
    for (let half = Math.max(from, first); half < Math.min(to, first + counts.length); half++) {
      counts[half - first] = (counts[half - first] ?? 0) + 1;
    }
  }
  return worked.map((date) => {
    const at = dayNumber(date) * 2 - first;
    const missing = Math.max(counts[at] ?? 0, counts[at + 1] ?? 0);
    return { date, present: headcount - missing, away: missing };
  });
}

/** Days of work on which fewer are there than there should be. Without a minimum there are none. */
export function daysBelow(minimum: number | null, days: readonly PresentDay[]): PresentDay[] {
  return minimum === null ? [] : days.filter(({ present }) => present < minimum);
}
