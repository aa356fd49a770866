import { addDays, mondayOf } from "./days";
import { dayNumber } from "./day-number";

export const periodGroupings = ["day", "week", "month"] as const;
export type PeriodGrouping = (typeof periodGroupings)[number];

export interface Period {
  from: string;
  to: string;
}

const usualDays = 30;
/** Maximum length of a period in days, slightly more than a year. */
export const maxPeriodDays = 400;

export const periodLength = ({ from, to }: Period): number => dayNumber(to) - dayNumber(from) + 1;

/** The requested period, by default the last 30 days. If only one bound is set, the period has 30 days. */
export function resolvePeriod(requested: { from?: string | null; to?: string | null }, today: string): Period {
  const to = requested.to ?? (requested.from ? addDays(requested.from, usualDays - 1) : today);
  return { from: requested.from ?? addDays(to, 1 - usualDays), to };
}

/**
 * Bounds to request for the last `days` days. The default period has no bounds, so that a stored link to it follows the date; the others
 * need both, because a period with one bound has 30 days.
 */
export const lastDays = (days: number, today: string): { from: string | null; to: string | null } =>
  days === usualDays ? { from: null, to: null } : { from: addDays(today, 1 - days), to: today };

export const previousPeriod = (period: Period): Period => ({
  from: addDays(period.from, -periodLength(period)),
  to: addDays(period.from, -1),
});

export const isInPeriod = ({ from, to }: Period, day: string): boolean => from <= day && day <= to;

export function bucketOf(day: string, by: PeriodGrouping): string {
  if (by === "day") return day;
  return by === "week" ? mondayOf(day) : `${day.slice(0, 7)}-01`;
}

export function nextBucket(start: string, by: PeriodGrouping): string {
  if (by === "day") return addDays(start, 1);
  return by === "week" ? addDays(start, 7) : `${addDays(start, 31).slice(0, 7)}-01`;
}

export function bucketsOf(period: Period, by: PeriodGrouping): Period[] {
  const buckets: Period[] = [];
  for (let start = bucketOf(period.from, by); start <= period.to; ) {
    const next = nextBucket(start, by);
    const last = addDays(next, -1);
    buckets.push({ from: start < period.from ? period.from : start, to: last > period.to ? period.to : last });
    start = next;
  }
  return buckets;
}
