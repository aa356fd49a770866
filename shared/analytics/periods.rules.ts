import { addDays, mondayOf } from "../time/days.rules";
import { dayNumber } from "../kernel/days";

/** By what figures of time are put together. */
export const groupings = ["day", "week", "month"] as const;
export type Grouping = (typeof groupings)[number];

/** Both days included. */
export interface Period {
  from: string;
  to: string;
}

/** What is shown when nothing is asked for: four weeks and today's. */
const usualDays = 30;
/** A little more than a year, so that a year can be looked at whole. */
export const longestPeriod = 400;

export const lengthOf = ({ from, to }: Period): number => dayNumber(to) - dayNumber(from) + 1;

/** What is asked for, else the last thirty days; one end alone brings as many days with it. */
export function periodOf(asked: { from?: string | null; to?: string | null }, today: string): Period {
  const to = asked.to ?? (asked.from ? addDays(asked.from, usualDays - 1) : today);
  return { from: asked.from ?? addDays(to, 1 - usualDays), to };
}

/** As many days, directly before. */
export const periodBefore = (period: Period): Period => ({
  from: addDays(period.from, -lengthOf(period)),
  to: addDays(period.from, -1),
});

export const within = ({ from, to }: Period, day: string): boolean => from <= day && day <= to;

/** The first day of the bucket that a day is in. */
export function bucketOf(day: string, by: Grouping): string {
  if (by === "day") return day;
  return by === "week" ? mondayOf(day) : `${day.slice(0, 7)}-01`;
}

/** The first day of the bucket after the one that begins on this day. */
export function nextBucket(start: string, by: Grouping): string {
  if (by === "day") return addDays(start, 1);
  return by === "week" ? addDays(start, 7) : `${addDays(start, 31).slice(0, 7)}-01`;
}

/** The buckets that a period touches, cut off at its ends: what is outside counts in none. */
export function bucketsOf(period: Period, by: Grouping): Period[] {
  const buckets: Period[] = [];
  for (let start = bucketOf(period.from, by); start <= period.to; ) {
    const next = nextBucket(start, by);
    const last = addDays(next, -1);
    buckets.push({ from: start < period.from ? period.from : start, to: last > period.to ? period.to : last });
    start = next;
  }
  return buckets;
}
