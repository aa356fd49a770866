import { dayNumber, dayOfNumber } from "../kernel/days";
import { wallClockAt } from "./wall-clock";

/** Calendar days and weeks as text (`YYYY-MM-DD`), and which of them a moment falls into in somebody's time zone. */

const dayMs = 86_400_000;

/** More doesn't fit into a day of anybody's, also where the clocks go back. */
export const minutesOfDay = 24 * 60;

/** A working day's length where the organisation's own isn't known. */
export const targetMinutes = 8 * 60;

/** The day on the wall calendar there, at that moment. @throws RangeError for what is no time zone. */
export function dayIn(zone: string, moment: Date): string {
  return dayOfNumber(Math.floor(wallClockAt(moment.getTime(), zone) / dayMs));
}

/**
 * The first moment after `moment` that belongs to another day there. Looked for rather than reckoned: a day has 23, 24
 * or 25 hours, begins at 1:00 where the clocks jump over midnight, and one was left out on Samoa.
 */
export function nextMidnight(zone: string, moment: Date): Date {
  const today = dayIn(zone, moment);
  let low = moment.getTime();
  let high = low;
  do high += dayMs / 2;
  while (dayIn(zone, new Date(high)) === today);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dayIn(zone, new Date(middle)) === today) low = middle;
    else high = middle;
  }
  return new Date(high);
}

export interface DayPart {
  date: string;
  minutes: number;
}

/** Whole minutes between two moments; less than one is none. */
export function wholeMinutes(from: Date, to: Date): number {
  const ms = to.getTime() - from.getTime();
  return ms < 60_000 ? 0 : Math.round(ms / 60_000);
}

/**
 * A stretch of time as minutes of the days it falls into there. The parts add up to `wholeMinutes`: edges are rounded
 * from the beginning, not each part by itself. A day with 25 hours yields up to 1500 minutes; what fits is the caller's.
 */
export function splitByDay(zone: string, from: Date, to: Date): DayPart[] {
  const total = wholeMinutes(from, to);
  const parts: DayPart[] = [];
  let at = from;
  let told = 0;
  while (told < total) {
    const edge = nextMidnight(zone, at);
    const last = edge >= to;
    const upTo = last ? total : Math.min(total, Math.round((edge.getTime() - from.getTime()) / 60_000));
    if (upTo > told) parts.push({ date: dayIn(zone, at), minutes: upTo - told });
    told = Math.max(told, upTo);
    at = edge;
  }
  return parts;
}

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** @throws RangeError beyond the year 9999, of which no day has a text that can be compared. */
export function addDays(day: string, days: number): string {
  const text = new Date(utc(day) + days * dayMs).toISOString();
  if (!/^\d/.test(text)) throw new RangeError("Beyond all days");
  return text.slice(0, 10);
}

/** From `from` up to and including `to`. */
export function daysFrom(from: string, to: string): string[] {
  const first = dayNumber(from);
  return Array.from({ length: Math.max(0, dayNumber(to) - first + 1) }, (_, at) => dayOfNumber(first + at));
}

/** 1 Monday … 7 Sunday. */
export function weekdayOf(day: string): number {
  return new Date(utc(day)).getUTCDay() || 7;
}

/** The Monday of its week. */
export function mondayOf(day: string): string {
  return addDays(day, 1 - weekdayOf(day));
}

/** Number of the week by ISO 8601: the week belongs to the year that its Thursday lies in. */
export function weekNumber(day: string): number {
  const thursday = addDays(mondayOf(day), 3);
  const firstDay = `${thursday.slice(0, 4)}-01-01`;
  return Math.floor((utc(thursday) - utc(firstDay)) / (7 * dayMs)) + 1;
}
