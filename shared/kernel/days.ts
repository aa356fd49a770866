import { dayNumber, dayOfNumber } from "./day-number";
import { localTimeAt } from "./wall-clock";

/** Calendar days and weeks as text (`YYYY-MM-DD`), and instants as days in a time zone. */

const dayMs = 86_400_000;

/** Maximum logged minutes per day, even on days with 25 hours. */
export const maxMinutesPerDay = 24 * 60;

export const defaultWorkdayMinutes = 8 * 60;

/**
 * The local date of an instant.
 * @throws RangeError for an unknown time zone
 */
export function localDayIn(zone: string, moment: Date): string {
  return dayOfNumber(Math.floor(localTimeAt(moment.getTime(), zone) / dayMs));
}

/**
 * The first instant of the next local day. It is searched for instead of computed, because days can have 23 to 25 hours, start at 1:00, or
 * be skipped entirely (Samoa).
 */
export function nextMidnight(zone: string, moment: Date): Date {
  const today = localDayIn(zone, moment);
  let low = moment.getTime();
  let high = low;
  do high += dayMs / 2;
  while (localDayIn(zone, new Date(high)) === today);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (localDayIn(zone, new Date(middle)) === today) low = middle;
    else high = middle;
  }
  return new Date(high);
}

export interface DayPart {
  date: string;
  minutes: number;
}

/** Minutes between two instants, rounded; 0 if less than a minute. */
export function wholeMinutesBetween(from: Date, to: Date): number {
  const ms = to.getTime() - from.getTime();
  return ms < 60_000 ? 0 : Math.round(ms / 60_000);
}

/**
 * Splits a range into minutes per local day. The parts add up to `wholeMinutesBetween`, because the cumulative bounds are rounded instead
 * of each part. A day of 25 hours can have 1,500 minutes; callers apply their own limit.
 */
export function splitByDay(zone: string, from: Date, to: Date): DayPart[] {
  const total = wholeMinutesBetween(from, to);
  const parts: DayPart[] = [];
  let at = from;
  let counted = 0;
  while (counted < total) {
    const edge = nextMidnight(zone, at);
    const last = edge >= to;
    const upTo = last ? total : Math.min(total, Math.round((edge.getTime() - from.getTime()) / 60_000));
    if (upTo > counted) parts.push({ date: localDayIn(zone, at), minutes: upTo - counted });
    counted = Math.max(counted, upTo);
    at = edge;
  }
  return parts;
}

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** @throws RangeError after the year 9999, because such dates cannot be compared as text */
export function addDays(day: string, days: number): string {
  const text = new Date(utc(day) + days * dayMs).toISOString();
  if (!/^\d/.test(text)) throw new RangeError("Beyond all days");
  return text.slice(0, 10);
}

export function daysFrom(from: string, to: string): string[] {
  const first = dayNumber(from);
  return Array.from({ length: Math.max(0, dayNumber(to) - first + 1) }, (_, at) => dayOfNumber(first + at));
}

/** ISO weekday: 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(utc(day)).getUTCDay() || 7;
}

export function mondayOf(day: string): string {
  return addDays(day, 1 - weekdayOf(day));
}

/** ISO 8601 week number: a week belongs to the year of its Thursday. */
export function weekNumber(day: string): number {
  const thursday = addDays(mondayOf(day), 3);
  const firstDay = `${thursday.slice(0, 4)}-01-01`;
  return Math.floor((utc(thursday) - utc(firstDay)) / (7 * dayMs)) + 1;
}
