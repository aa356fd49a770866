import { addDays } from "../../../kernel/days";
import { dayNumber } from "../../../kernel/day-number";
import type { ProrationMethod, Rounding } from "../types/allowance-settings.rules";

/**
 * Amounts are days with two decimals (`numeric(6,2)`), calculated as integer hundredths so that the monthly parts of an allowance add up
 * exactly.
 */
const hundredthsOf = (days: number) => Math.round(days * 100);

/** First and last day; null means no limit. */
export interface EmploymentPeriod {
  joined: string | null;
  left: string | null;
}

/** The current or most recent employment. */
export interface Employment extends EmploymentPeriod {
  /** Earlier employments of rehired employees, from first to last. */
  earlier?: readonly EmploymentPeriod[];
}

/** Returns all employments, from first to last. */
export const employmentPeriods = ({ joined, left, earlier = [] }: Employment): EmploymentPeriod[] => [
  ...earlier,
  { joined, left },
];

/** First and last day of employment between two days, or null if there is none. */
export function employedWithin(from: string, to: string, of: Employment): { first: string; last: string } | null {
  const within = employmentPeriods(of)
    .map(({ joined, left }) => ({
      first: joined && joined > from ? joined : from,
      last: left && left < to ? left : to,
    }))
    .filter(({ first, last }) => first <= last);
  return within.length === 0 ? null : { first: (within[0] as Span).first, last: (within.at(-1) as Span).last };
}
type Span = { first: string; last: string };

function daysOfYear(year: number): number {
  return dayNumber(`${year + 1}-01-01`) - dayNumber(`${year}-01-01`);
}

/** Employed days between two days, both included. */
export function daysEmployed(from: string, to: string, of: Employment): number {
  return employmentPeriods(of).reduce((sum, { joined, left }) => {
    const first = joined && joined > from ? joined : from;
    const last = left && left < to ? left : to;
    return sum + Math.max(0, dayNumber(last) - dayNumber(first) + 1);
  }, 0);
}

export interface Proration extends Employment {
  prorated: boolean;
  proration: ProrationMethod;
  rounding: Rounding;
}

const units = { whole: 100, half: 50, quarter: 25 } as const;
const roundBy = { up: Math.ceil, nearest: Math.round, down: Math.floor } as const;

/** Divides hundredths of days, rounds the result and limits it to `whole`. The division comes last so that the result is exact. */
export function roundedShare(dividend: number, divisor: number, rounding: Rounding, whole: number): number {
  if (rounding === "exact") return Math.min(Math.round(dividend / divisor), whole) / 100;
  const [unit, direction] = rounding.split("_") as [keyof typeof units, keyof typeof roundBy];
  const parts = roundBy[direction](dividend / (divisor * units[unit]));
  return Math.min(parts * units[unit], whole) / 100;
}

/** Shortcut for a period without a date of joining or leaving, because the schedule calls this function very often. */
const covers = ({ joined, left }: EmploymentPeriod, from: string, to: string) =>
  (joined === null || joined <= from) && (left === null || left >= to);
const isEmployedThroughout = (from: string, to: string, of: Employment) =>
  covers(of, from, to) || (of.earlier?.some((period) => covers(period, from, to)) ?? false);

const monthStart = (year: number, month: number) => `${year}-${String(month).padStart(2, "0")}-01`;
const monthEnd = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);

/** Counts the complete months of an employment in a year, starting with its first day in that year. */
function completeMonths(year: number, { joined, left }: EmploymentPeriod): number {
  const first = joined && joined > `${year}-01-01` ? joined : `${year}-01-01`;
  const end = new Date(`${addDays(left && left < `${year}-12-31` ? left : `${year}-12-31`, 1)}T00:00:00Z`);
  const months = end.getUTCFullYear() * 12 + end.getUTCMonth() - (year * 12 + Number(first.slice(5, 7)) - 1);
  return Math.max(0, end.getUTCDate() < Number(first.slice(8)) ? months - 1 : months);
}

/** Returns 1 for each of the twelve months that counts and 0 for the others, for methods that count months. */
export function monthsCounted(year: number, of: Pick<Proration, "proration" | keyof Employment>): number[] {
  const periods = employmentPeriods(of).map((period) => monthsOfPeriod(year, period, of.proration));
  return Array.from({ length: 12 }, (_, at) => (periods.some((months) => months[at]) ? 1 : 0));
}

function monthsOfPeriod(year: number, period: EmploymentPeriod, proration: ProrationMethod): number[] {
  const ends = Array.from({ length: 12 }, (_, at) => [monthStart(year, at + 1), monthEnd(year, at + 1)] as const);
  const started = ends.map(([first, last]) => (daysEmployed(first, last, period) > 0 ? 1 : 0));
  if (proration === "month_started") return started;
  const full: number[] = ends.map(([first, last]) => (covers(period, first, last) ? 1 : 0));
  // The incomplete first and last months can add up to a complete month: 15 March to 14 June is three months.
  const hasAdditionalMonth = completeMonths(year, period) > full.filter(Boolean).length;
  return hasAdditionalMonth ? full.with(started.lastIndexOf(1), 1) : full;
}

/** Share of a year as a fraction. */
export function shareOfYear(year: number, of: Proration): { part: number; whole: number } {
  if (of.proration === "days") {
    return { part: daysEmployed(`${year}-01-01`, `${year}-12-31`, of), whole: daysOfYear(year) };
  }
  return { part: monthsCounted(year, of).reduce((sum, counts) => sum + counts, 0), whole: 12 };
}

/** A year's allowance, prorated for employees who join or leave during the year and rounded as the leave type specifies. */
export function proratedAllowance(allowed: number, year: number, of: Proration): number {
  const [first, last, whole] = [`${year}-01-01`, `${year}-12-31`, hundredthsOf(allowed)];
  if (isEmployedThroughout(first, last, of)) return whole / 100;
  if (daysEmployed(first, last, of) === 0) return 0;
  if (!of.prorated) return whole / 100;
  const share = shareOfYear(year, of);
  return roundedShare(whole * share.part, share.whole, of.rounding, whole);
}

function proratedMonth(part: number, year: number, month: number, of: Proration): number {
  const [first, last, whole] = [monthStart(year, month), monthEnd(year, month), hundredthsOf(part)];
  if (isEmployedThroughout(first, last, of)) return whole / 100;
  if (of.prorated && of.proration !== "days") return monthsCounted(year, of)[month - 1] ? whole / 100 : 0;
  if (of.prorated) return roundedShare(whole * daysEmployed(first, last, of), Number(last.slice(8)), "exact", whole);
  const counts = employmentPeriods(of).some(
    ({ joined, left }) => (left === null || left >= first) && (joined === null || joined <= `${year}-12-31`),
  );
  return counts ? whole / 100 : 0;
}

/**
 * Twelve monthly parts. If an employee joins or leaves during the year, or the allowance changes, the last months round the sum to days that
 * can be taken.
 */
export function proratedMonths(parts: readonly number[], year: number, of: Proration, changes = false): number[] {
  const months = parts.map((part, at) => hundredthsOf(proratedMonth(part, year, at + 1, of)));
  const last = months.findLastIndex((days) => days > 0);
  if (last >= 0 && of.prorated && (changes || !isEmployedThroughout(`${year}-01-01`, `${year}-12-31`, of))) {
    const sum = months.reduce((total, days) => total + days, 0);
    const whole = parts.reduce((total, days) => total + hundredthsOf(days), 0);
    let missing = hundredthsOf(roundedShare(sum, 1, of.rounding, whole)) - sum;
    // Rounding down can remove more days than the last month has.
    for (let at = last; at >= 0 && missing !== 0; at--) {
      const days = Math.max(0, (months[at] as number) + missing);
      missing -= days - (months[at] as number);
      months[at] = days;
    }
  }
  return months.map((days) => days / 100);
}

/**
 * Amount granted by the end of a month (1 to 12). The differences between consecutive months are the monthly parts, and month 12 gives the
 * whole allowance.
 */
export function accruedUntilMonth(allowance: number, month: number): number {
  if (month >= 12) return hundredthsOf(allowance) / 100;
  return Math.floor((hundredthsOf(allowance) * Math.max(0, month)) / 12) / 100;
}

export function accruedInMonth(allowance: number, month: number): number {
  return (
    (hundredthsOf(accruedUntilMonth(allowance, month)) - hundredthsOf(accruedUntilMonth(allowance, month - 1))) / 100
  );
}

export function carriedForward(left: number, most: number | null): number {
  if (left <= 0 || most === null) return left;
  return Math.min(left, most);
}

export type LedgerReason =
  | "allowance"
  | "accrual"
  | "carried"
  | "expired"
  | "adjustment"
  | "opening"
  | "payout"
  | "forfeited"
  | "credit"
  | "taken"
  | "waiting"
  | "returned"
  | "holiday";

export const ledgerCauses = [
  "holiday_added",
  "holiday_removed",
  "calendar_changed",
  "schedule_changed",
  "employment",
  "last_year",
  "leaving",
  "allowance_rules",
  "allowance_override",
  "other_rule",
  "leave_changed",
] as const;
export type LedgerCause = (typeof ledgerCauses)[number];

/** Carried-over days left at their expiry; they are used before new days. `used` is the positive number of days taken or pending. */
export function expiringCarriedDays(carried: number, used: number): number {
  return Math.max(0, (hundredthsOf(carried) - Math.max(0, hundredthsOf(used))) / 100);
}
