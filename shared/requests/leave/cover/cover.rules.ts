import {
  countDays,
  type Day,
  halfDayRangeOf,
  type LeaveSpan,
  minuteOfDay,
  type WorkCalendar,
} from "../calendar/days.rules";
import { groupBy } from "../../../kernel/group-by";
import { dayNumber, dayOfNumber } from "../../../kernel/day-number";
import { ownMinutesOn, type WorkSchedule } from "../../../work/schedules/schedules.rules";

export interface PresentDay {
  date: Day;
  /** Lowest number of people present at any time of the day; schedules have no times of day. */
  present: number;
  away: number;
}

type Range = Pick<LeaveSpan, "start_date" | "end_date">;

export const workDays = (span: Range, calendar: WorkCalendar): Day[] =>
  countDays(span, "working", calendar).flatMap(({ date, days }) => (days === 0 ? [] : date));

/** A leave; `user_id` may be left out for users without their own schedule. */
type Absence = LeaveSpan & { user_id?: number };

/**
 * Number of people present on each working day of a span. `away` has one span per leave; the database prevents overlapping leave of one
 * person. People are not present on days without work in their schedule in `schedules`. `worked` is the result of `workDays`, passed in
 * when many groups are evaluated.
 */
export function presentDays(
  headcount: number,
  away: readonly Absence[],
  span: Range,
  calendar: WorkCalendar,
  schedules: readonly (WorkSchedule & { user_id: number })[] = [],
  worked: readonly Day[] = workDays(span, calendar),
): PresentDay[] {
  const byUser = groupBy(schedules, ({ user_id }) => user_id);
  const isFree = (user: number | undefined, date: Day) =>
    user !== undefined && ownMinutesOn(byUser.get(user) ?? [], date) === 0;
  const first = dayNumber(span.start_date) * 2;
  const counts = Array.from({ length: (dayNumber(span.end_date) + 1) * 2 - first }, () => 0);
  const parts = groupBy(
    away.filter(({ part }) => part),
    ({ start_date }) => start_date,
  );
  for (const one of away) {
    if (one.part) continue;
    const { from, to } = halfDayRangeOf(one);
    const partTime = one.user_id !== undefined && byUser.has(one.user_id);
    for (let half = Math.max(from, first); half < Math.min(to, first + counts.length); half++) {
      if (partTime && isFree(one.user_id, dayOfNumber(Math.floor(half / 2)))) continue;
      counts[half - first] = (counts[half - first] ?? 0) + 1;
    }
  }
  return worked.map((date) => {
    const at = dayNumber(date) * 2 - first;
    const halves = [counts[at] ?? 0, counts[at + 1] ?? 0] as const;
    const missing = mostAway(
      halves,
      (parts.get(date) ?? []).filter(({ user_id }) => !isFree(user_id, date)),
    );
    const free = [...byUser.keys()].filter((user) => isFree(user, date)).length;
    return { date, present: headcount - missing - free, away: missing };
  });
}

/** Maximum number of people away at the same time of a day. The number only rises at noon and when a part of the day begins. */
function mostAway([morning, afternoon]: readonly [number, number], parts: readonly Absence[]): number {
  const times = parts.flatMap(({ part }) => (part ? [[minuteOfDay(part.start_time), minuteOfDay(part.end_time)]] : []));
  const starts = [0, 720, ...times.map(([start = 0]) => start)];
  const awayAt = (minute: number) =>
    (minute < 720 ? morning : afternoon) + times.filter(([from = 0, to = 0]) => from <= minute && minute < to).length;
  return Math.max(...starts.map(awayAt));
}

export function daysBelowMinimum(minimum: number | null, days: readonly PresentDay[]): PresentDay[] {
  return minimum === null ? [] : days.filter(({ present }) => present < minimum);
}
