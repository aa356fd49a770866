/**
 * What one is given: amounts in days with two decimals (`numeric(6,2)`). Inside they are whole hundredths, so that
 * nothing is ever lost to rounding: whatever rhythm an allowance comes in, a year's parts sum to it exactly.
 */
export type Accrual = "yearly" | "monthly";

const hundredthsOf = (days: number) => Math.round(days * 100);

/** First and last day of someone's employment; null is open. */
export interface Employment {
  joined: string | null;
  left: string | null;
}

function daysOfYear(year: number): number {
  return (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / 86_400_000;
}

const number = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

/** Days of employment between two days, both included. */
function daysEmployed(from: string, to: string, { joined, left }: Employment): number {
  const first = joined && joined > from ? joined : from;
  const last = left && left < to ? left : to;
  return Math.max(0, number(last) - number(first) + 1);
}

/**
 * Who is there throughout, as most are, has all of it: nothing is worked out of days. Of a few hundred people with a hundred kinds of leave
 * a month is asked about hundreds of thousands of times.
 */
const isThere = (from: string, to: string, { joined, left }: Employment) =>
  (joined === null || joined <= from) && (left === null || left >= to);

/** A year's allowance for someone who joins or leaves in it: its share of days, to the hundredth. */
export function proratedAllowance(allowed: number, year: number, employment: Employment): number {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const share = isThere(first, last, employment) ? 1 : daysEmployed(first, last, employment) / daysOfYear(year);
  return Math.round(hundredthsOf(allowed) * share) / 100;
}

/** A month's part for someone who joins or leaves in it: its share of the month's days. */
export function proratedMonth(part: number, year: number, month: number, employment: Employment): number {
  const start = `${year}-${String(month).padStart(2, "0")}`;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const [first, last] = [`${start}-01`, `${start}-${days}`];
  const share = isThere(first, last, employment) ? 1 : daysEmployed(first, last, employment) / days;
  return Math.round(hundredthsOf(part) * share) / 100;
}

/**
 * What is given by the end of a month, 1 to 12, of an allowance that comes month by month: the difference of two
 * neighbours is that month's part, and after the last month it is all of it.
 */
export function accruedBy(allowance: number, month: number): number {
  if (month >= 12) return hundredthsOf(allowance) / 100;
  return Math.floor((hundredthsOf(allowance) * Math.max(0, month)) / 12) / 100;
}

/** One month's part. */
export function accruedIn(allowance: number, month: number): number {
  return (hundredthsOf(accruedBy(allowance, month)) - hundredthsOf(accruedBy(allowance, month - 1))) / 100;
}

/** What goes over into the next year; `most` null is everything, and what was overdrawn goes over as it is. */
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
  | "taken"
  | "waiting"
  | "returned"
  | "holiday";

/** Why a ledger changed without anybody asking for it. */
export const ledgerCauses = [
  "holiday_added",
  "holiday_removed",
  "calendar_changed",
  "employment",
  "last_year",
  "leaving",
] as const;
export type LedgerCause = (typeof ledgerCauses)[number];

export interface LedgerAmount {
  reason: LedgerReason;
  days: number;
}

/** Sum of a ledger, exact to the hundredth. */
export function balanceOf(entries: readonly LedgerAmount[]): number {
  return entries.reduce((sum, { days }) => sum + hundredthsOf(days), 0) / 100;
}

/**
 * What of the carried days is left when they expire: they are used before the new ones. `used` is what was taken or
 * waits, as a positive number.
 */
export function expiringCarried(carried: number, used: number): number {
  return Math.max(0, (hundredthsOf(carried) - Math.max(0, hundredthsOf(used))) / 100);
}
