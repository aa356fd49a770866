import { countDays, type Day, halvesOf, type LeaveSpan, type WorkCalendar } from "./leave.days.rules";
import { dayNumber, dayOfNumber } from "../kernel/days";

export interface PresentDay {
  date: Day;
  /** How many are there, in the half of the day in which there are fewest. */
  present: number;
  away: number;
}

/**
 * How many of a group are there on each day of work. `away` holds one span per leave; nobody is away twice in one half
 * of a day, which the database sees to.
 */
export function presentDays(
  headcount: number,
  away: readonly LeaveSpan[],
  span: Pick<LeaveSpan, "start_date" | "end_date">,
  calendar: WorkCalendar,
): PresentDay[] {
  const first = dayNumber(span.start_date) * 2;
  const counts = Array.from({ length: (dayNumber(span.end_date) + 1) * 2 - first }, () => 0);
  for (const one of away) {
    const { from, to } = halvesOf(one);
    for (let half = Math.max(from, first); half < Math.min(to, first + counts.length); half++) {
      counts[half - first] = (counts[half - first] ?? 0) + 1;
    }
  }
  const days: PresentDay[] = [];
  for (let at = 0; at < counts.length; at += 2) {
    const date = dayOfNumber((first + at) / 2);
    const [day] = countDays({ start_date: date, end_date: date }, "working", calendar);
    if (!day || day.days === 0) continue;
    const missing = Math.max(counts[at] ?? 0, counts[at + 1] ?? 0);
    days.push({ date, present: headcount - missing, away: missing });
  }
  return days;
}

/** Days of work on which fewer are there than there should be. Without a minimum there are none. */
export function daysBelow(minimum: number | null, days: readonly PresentDay[]): PresentDay[] {
  return minimum === null ? [] : days.filter(({ present }) => present < minimum);
}
