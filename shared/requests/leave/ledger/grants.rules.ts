import {
  accruedInMonth,
  carriedForward,
  expiringCarriedDays,
  type Proration,
  proratedAllowance,
  proratedMonths,
} from "./allowance.rules";
import type { Accrual } from "../types/allowance-settings.rules";
import {
  type Allowance,
  allowanceOfYear,
  allowanceSegments,
  type AllowanceSource,
  partOfMonth,
} from "./entitlement.rules";
import { groupBy } from "../../../kernel/group-by";
import { type CreditLot, lotPeriod, unusedHours } from "./credits.rules";
import type { Day } from "../calendar/days.rules";

export interface Entitlement extends Proration {
  days: number;
  accrual: Accrual;
  /** Null means no limit. */
  max_carried: number | null;
  /** Month (1 to 12) at whose end carried-over days expire; null if they never expire. */
  carried_until: number | null;
  /** Rules and overrides that decide instead of `days`. */
  source?: AllowanceSource | null;
  /** Why the days may differ from days granted before; if omitted, another rule has begun to apply. */
  cause?: "allowance_rules" | "allowance_override" | null;
  /** Credited hours that expire, and the leave that uses them. */
  lots?: readonly CreditLot[];
  uses?: readonly { date: Day; days: number }[];
}

export type GrantReason = "allowance" | "accrual" | "carried" | "expired";

/** A grant by the schedule. `period` identifies it; corrections append a number to the period. */
export interface Grant {
  year: number;
  reason: GrantReason;
  days: number;
  period: string;
  /** For allowances, the amount for a full period; for carried-over days, the days remaining from last year. */
  full_days: number | null;
  /** For allowances, the amount by the leave type, which later rules don't change. Null if equal to `full_days`. */
  base_days?: number | null;
  cause: "employment" | "last_year" | "allowance_rules" | "allowance_override" | "other_rule" | null;
}

export interface YearState {
  balance: number;
  given: Pick<Grant, "reason" | "days" | "period" | "full_days" | "base_days">[];
  /** Days used before carried-over days expire, as a positive number. */
  used_by_expiry: number;
}

const sum = (amounts: readonly { days: number }[]) =>
  amounts.reduce((total, { days }) => total + Math.round(days * 100), 0) / 100;

/**
 * Grants that are due on a day and still missing: this year's allowance or its months so far, next year's allowance for planning,
 * carried-over days and their expiry. Changed employment dates and later changes of last year's balance produce correction entries.
 * Idempotent: a second run returns no grants.
 */
export function grantsDue(day: Day, of: Entitlement, years: ReadonlyMap<number, YearState>): Grant[] {
  const present = Number(day.slice(0, 4));
  const due: Grant[] = [];
  const standing = (year: number): YearState => {
    const { balance = 0, given = [], used_by_expiry = 0 } = years.get(year) ?? {};
    const own = due.filter((one) => one.year === year);
    return { balance: balance + sum(own), given: [...given, ...own], used_by_expiry };
  };
  const wasGiven = (year: number, ...reasons: GrantReason[]) =>
    years.get(year)?.given.some(({ reason }) => reasons.includes(reason)) ?? false;
  due.push(...lotsExpired(day, of, standing));
  // The last day of employment in a past year may be entered or corrected after that year has ended.
  const left = of.left === null ? present : Number(of.left.slice(0, 4));
  for (let year = left; year < present; year++) {
    if (wasGiven(year, "allowance", "accrual")) due.push(...allowancesOf(year, 12, of, standing(year), present));
    if (year > left && wasGiven(year, "carried")) due.push(...carriedInto(year, of, standing(year), 0));
    if (endedBeforeExpiry(year, of)) due.push(...expiredIn(year, `${year}-12-31`, of, standing(year)));
  }
  // The schedule may not have run at the end of the year; a year without any grants gets none afterward.
  if (left >= present && wasGiven(present - 1, "accrual")) {
    due.push(...allowancesOf(present - 1, 12, of, standing(present - 1), present));
  }
  due.push(...allowancesOf(present, Number(day.slice(5, 7)), of, standing(present), present));
  due.push(...allowancesOf(present + 1, 0, of, standing(present + 1), present));
  if (years.has(present - 1)) due.push(...carriedInto(present, of, standing(present), standing(present - 1).balance));
  due.push(...expiredIn(present, day, of, standing(present)));
  return due;
}

/** Credited hours that were not used by their expiry, corrected when earlier leave changes. */
function lotsExpired(day: Day, of: Entitlement, standing: (year: number) => YearState): Grant[] {
  const { lots = [], uses = [], left } = of;
  const unused = lots.length > 0 ? unusedHours(lots, uses) : null;
  return lots.flatMap(({ id, expires }) => {
    const year = Number(expires.slice(0, 4));
    // Only balances of these years are read for schedules.
    if (expires >= day || year < Number(day.slice(0, 4)) - 1) return [];
    const key = lotPeriod(id);
    const expiredGrants = standing(year).given.filter(({ period }) => period === key || period.startsWith(`${key}:`));
    const target = left !== null && left <= expires ? 0 : -(unused?.get(id) ?? 0);
    return grantDifference("expired", key, year, expiredGrants, target, null, null);
  });
}

const hasEnded = ({ left }: Entitlement, year: number): boolean => left !== null && left < `${year}-01-01`;

function allowancesOf(year: number, months: number, of: Entitlement, standing: YearState, present: number): Grant[] {
  const yearly = standing.given.filter(({ reason }) => reason === "allowance");
  const monthly = standing.given.some(({ reason }) => reason === "accrual");
  // A year keeps the accrual (yearly or monthly) with which it began.
  const rhythm = year > present ? of.accrual : sum(yearly) !== 0 ? "yearly" : monthly ? "monthly" : of.accrual;
  if (rhythm === "monthly") {
    const withdrawnGrants =
      year > present ? grantDifference("allowance", String(year), year, yearly, 0, null, null) : [];
    return [...withdrawnGrants, ...monthsDue(year, months, of, standing, year < present)];
  }
  const began = yearly.find(({ period }) => period === String(year));
  const base = year > present || !began ? of.days : baseOf(began);
  if (base === null && !hasEnded(of, year)) return [];
  const latest = latestFull(yearly);
  // Current rules don't change past years.
  const planned =
    year < present
      ? { full: latest, days: proratedAllowance(latest ?? 0, year, of) }
      : allowanceOfYear(year, { ...of, accrual: "yearly" }, base ?? 0);
  const cause = began ? causeOf(of, latest, planned.full) : null;
  return grantDifference("allowance", String(year), year, yearly, planned.days, planned.full, cause, base);
}

const latestFull = (grants: YearState["given"]): number | null =>
  grants.findLast(({ full_days }) => full_days !== null)?.full_days ?? null;

const baseOf = ({ base_days, full_days }: YearState["given"][number]) => base_days ?? full_days;

function causeOf(of: Entitlement, before: number | null, full: number | null): Grant["cause"] {
  if (before === full) return "employment";
  return of.cause ?? (of.source ? "other_rule" : null);
}

/** Days of a year's allowance as the schedule grants them, with the segments that explain them. */
export function plannedAllowance(
  year: number,
  of: Entitlement,
  { given }: Pick<YearState, "given">,
): Allowance & {
  base: number;
  accrual: Accrual;
} {
  const yearly = given.find(({ reason, period }) => reason === "allowance" && period === String(year));
  const monthly = given.filter(({ reason, period }) => reason === "accrual" && !period.includes(":"));
  const accrual = yearly ? "yearly" : monthly.length > 0 ? "monthly" : of.accrual;
  const base = (yearly && baseOf(yearly)) ?? of.days;
  return { ...allowanceOfYear(year, { ...of, accrual }, base), base, accrual };
}

const monthsOf = ({ given }: YearState) =>
  groupBy(
    given.filter(({ reason }) => reason === "accrual"),
    ({ period }) => period.slice(0, "2026-01".length),
  );

/** Parts of the months in which a rule or an override applies; undefined if the leave type decides. */
function decidedMonths(year: number, of: Entitlement): { decided: (number | undefined)[]; changes: boolean } {
  if (!of.source) return { decided: [], changes: false };
  const segments = allowanceSegments(year, of.source, of, of.days);
  const decided = Array.from({ length: 12 }, (_, at) => {
    const month = `${year}-${String(at + 1).padStart(2, "0")}`;
    const by = segments.some(
      ({ from, to, rule, override }) =>
        (rule !== null || override !== null) && from.slice(0, 7) <= month && to.slice(0, 7) >= month,
    );
    return by ? partOfMonth(segments, year, at + 1, of) : undefined;
  });
  return { decided, changes: segments.length > 1 };
}

function monthsDue(year: number, months: number, of: Entitlement, standing: YearState, past: boolean): Grant[] {
  const byMonth = monthsOf(standing);
  const { decided, changes } = decidedMonths(year, of);
  const monthStates = Array.from({ length: 12 }, (_, at) => {
    const period = `${year}-${String(at + 1).padStart(2, "0")}`;
    const monthGrants = byMonth.get(period) ?? [];
    const began = monthGrants.find((one) => one.period === period);
    const base = began ? baseOf(began) : accruedInMonth(of.days, at + 1);
    const latest = latestFull(monthGrants);
    // Months of past years keep the amount that applied then.
    const full = base === null || (past && began) ? latest : (decided[at] ?? base);
    return { period, monthGrants, began, base, latest, full };
  });
  const parts = proratedMonths(
    monthStates.map(({ full }) => full ?? 0),
    year,
    of,
    changes,
  );
  return monthStates.slice(0, months).flatMap(({ period, monthGrants, began, base, latest, full }, at) => {
    if (full === null) return [];
    const cause = began ? causeOf(of, latest, full) : null;
    return grantDifference("accrual", period, year, monthGrants, parts[at] as number, full, cause, base);
  });
}

function carriedInto(year: number, of: Entitlement, { given }: YearState, left: number): Grant[] {
  const carriedGrants = given.filter(({ reason }) => reason === "carried");
  if (hasEnded(of, year)) return grantDifference("carried", String(year), year, carriedGrants, 0, null, "employment");
  if (carriedGrants.at(-1)?.full_days === left) return []; // the days remaining from last year are unchanged
  const target = carriedForward(left, of.max_carried);
  return grantDifference(
    "carried",
    String(year),
    year,
    carriedGrants,
    target,
    left,
    carriedGrants.length > 0 ? "last_year" : null,
  );
}

/** Carried-over days that are still valid on the last day of employment do not expire. */
const endedBeforeExpiry = (year: number, { left, carried_until }: Entitlement): boolean =>
  left !== null && carried_until !== null && left <= lastCarriedDay(year, carried_until);

function expiredIn(year: number, day: Day, of: Entitlement, { given, used_by_expiry }: YearState): Grant[] {
  if (of.carried_until === null || Number(day.slice(5, 7)) <= of.carried_until) return [];
  const carried = sum(given.filter(({ reason }) => reason === "carried"));
  const expiredGrants = given.filter(({ reason }) => reason === "expired");
  const ended = endedBeforeExpiry(year, of);
  const target = ended ? 0 : -expiringCarriedDays(Math.max(0, carried), used_by_expiry);
  const cause = ended ? "employment" : "last_year";
  return grantDifference(
    "expired",
    String(year),
    year,
    expiredGrants,
    target,
    null,
    expiredGrants.length > 0 ? cause : null,
  );
}

export const lastCarriedDay = (year: number, month: number): Day =>
  new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);

function grantDifference(
  reason: GrantReason,
  key: string,
  year: number,
  earlierGrants: readonly { days: number }[],
  target: number,
  full_days: number | null,
  cause: Grant["cause"],
  base: number | null = null,
): Grant[] {
  const days = Math.round((target - sum(earlierGrants)) * 100) / 100;
  if (days === 0) return [];
  const base_days = base === full_days ? null : base;
  const period = earlierGrants.length === 0 ? key : `${key}:${earlierGrants.length}`;
  return [{ year, reason, days, period, full_days, ...(base_days !== null && { base_days }), cause }];
}

function simulationStops(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let year = Number(from.slice(0, 4)); year < Number(to.slice(0, 4)); year++) days.push(`${year}-12-31`);
  return [...days, to];
}

/** Projects the balances up to a future day, assuming no new requests. */
export function grantsUntil(
  today: Day,
  day: Day,
  of: Entitlement,
  years: ReadonlyMap<number, YearState>,
): Map<number, YearState> {
  const simulated = new Map(years);
  for (const stop of simulationStops(today, day)) {
    for (const grant of grantsDue(stop, of, simulated)) {
      const before = simulated.get(grant.year) ?? { balance: 0, given: [], used_by_expiry: 0 };
      const balance = Math.round((before.balance + grant.days) * 100) / 100;
      simulated.set(grant.year, { ...before, balance, given: [...before.given, grant] });
    }
  }
  return simulated;
}
