import {
  type Accrual,
  accruedIn,
  carriedForward,
  type Employment,
  expiringCarried,
  proratedAllowance,
  proratedMonth,
} from "./leave.allowance.rules";
import { groupBy } from "../kernel/group-by";
import type { Day } from "./leave.days.rules";

/** What one person has of one type by its settings. */
export interface Entitlement extends Employment {
  /** For a whole year. */
  days: number;
  accrual: Accrual;
  /** Null: everything. */
  max_carried: number | null;
  /** Carried days go at the end of this month; null: they stay. */
  carried_until: number | null;
}

export type GrantReason = "allowance" | "accrual" | "carried" | "expired";

/** What a schedule gave: `period` is its key, and a correction's has a number behind it. */
export interface Grant {
  year: number;
  reason: GrantReason;
  days: number;
  period: string;
  /** Of an allowance what the whole period would give; of carried days what was left of last year. */
  full_days: number | null;
  cause: "employment" | "last_year" | null;
}

/** How a year stands. */
export interface YearStanding {
  /** Sum of its ledger. */
  balance: number;
  given: Pick<Grant, "reason" | "days" | "period" | "full_days">[];
  /** What of it is used by the day on which carried days go, as a positive number. */
  used_by_expiry: number;
}

const sum = (amounts: readonly { days: number }[]) =>
  amounts.reduce((total, { days }) => total + Math.round(days * 100), 0) / 100;

/**
 * What is due by a day and isn't there yet: the months and the year so far, next year's allowance so that one can plan,
 * what is carried over, and what of that has expired. What an employment's first or last day or a late change of last
 * year has made different is corrected, with an entry of its own. Nothing is due twice: the second time the list is empty.
 */
export function dueBy(day: Day, of: Entitlement, years: ReadonlyMap<number, YearStanding>): Grant[] {
  const present = Number(day.slice(0, 4));
  const due: Grant[] = [];
  const standing = (year: number): YearStanding => {
    const { balance = 0, given = [], used_by_expiry = 0 } = years.get(year) ?? {};
    const own = due.filter((one) => one.year === year);
    return { balance: balance + sum(own), given: [...given, ...own], used_by_expiry };
  };
  // A gap may reach over the year's end; a year in which nothing was given isn't made up for.
  if (years.get(present - 1)?.given.some(({ reason }) => reason === "accrual")) {
    due.push(...allowancesOf(present - 1, 12, of, standing(present - 1), present));
  }
  due.push(...allowancesOf(present, Number(day.slice(5, 7)), of, standing(present), present));
  due.push(...allowancesOf(present + 1, 0, of, standing(present + 1), present));
  if (years.has(present - 1)) due.push(...carriedInto(present, of, standing(present), standing(present - 1).balance));
  due.push(...expiredIn(present, day, of, standing(present)));
  return due;
}

function allowancesOf(year: number, months: number, of: Entitlement, standing: YearStanding, present: number): Grant[] {
  const yearly = standing.given.filter(({ reason }) => reason === "allowance");
  const monthly = standing.given.some(({ reason }) => reason === "accrual");
  // A year goes on in the rhythm in which it began.
  const rhythm = year > present ? of.accrual : sum(yearly) !== 0 ? "yearly" : monthly ? "monthly" : of.accrual;
  if (rhythm === "monthly") {
    const taken = year > present ? settle("allowance", String(year), year, yearly, 0, null, null) : [];
    const byMonth = monthsOf(standing);
    return [...taken, ...Array.from({ length: months }, (_, at) => monthOf(year, at + 1, of, byMonth)).flat()];
  }
  // What was given stays when the settings change; what lies ahead follows them.
  const began = yearly.find(({ period }) => period === String(year));
  const full = year > present || !began ? of.days : began.full_days;
  if (full === null) return [];
  const changed = began && began.full_days === full ? "employment" : null;
  return settle("allowance", String(year), year, yearly, proratedAllowance(full, year, of), full, changed);
}

/** What was given for each month, by its period, with its corrections: gathered once for all months of a year. */
const monthsOf = ({ given }: YearStanding) =>
  groupBy(
    given.filter(({ reason }) => reason === "accrual"),
    ({ period }) => period.slice(0, "2026-01".length),
  );

function monthOf(year: number, month: number, of: Entitlement, byMonth: ReturnType<typeof monthsOf>): Grant[] {
  const period = `${year}-${String(month).padStart(2, "0")}`;
  const there = byMonth.get(period) ?? [];
  const began = there.find((one) => one.period === period);
  const full = began ? began.full_days : accruedIn(of.days, month);
  if (full === null) return [];
  return settle(
    "accrual",
    period,
    year,
    there,
    proratedMonth(full, year, month, of),
    full,
    began ? "employment" : null,
  );
}

function carriedInto(year: number, of: Entitlement, { given }: YearStanding, left: number): Grant[] {
  const there = given.filter(({ reason }) => reason === "carried");
  if (there.at(-1)?.full_days === left) return []; // nothing of last year has changed since
  const target = carriedForward(left, of.max_carried);
  return settle("carried", String(year), year, there, target, left, there.length > 0 ? "last_year" : null);
}

function expiredIn(year: number, day: Day, of: Entitlement, { given, used_by_expiry }: YearStanding): Grant[] {
  if (of.carried_until === null || Number(day.slice(5, 7)) <= of.carried_until) return [];
  const carried = sum(given.filter(({ reason }) => reason === "carried"));
  const there = given.filter(({ reason }) => reason === "expired");
  const target = -expiringCarried(Math.max(0, carried), used_by_expiry);
  return settle("expired", String(year), year, there, target, null, there.length > 0 ? "last_year" : null);
}

/** The last day on which days carried into a year are good. */
export const lastCarriedDay = (year: number, month: number): Day =>
  new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);

/** The difference between what should be there and what is. */
function settle(
  reason: GrantReason,
  key: string,
  year: number,
  there: readonly { days: number }[],
  target: number,
  full_days: number | null,
  cause: Grant["cause"],
): Grant[] {
  const days = Math.round((target - sum(there)) * 100) / 100;
  if (days === 0) return [];
  return [{ year, reason, days, period: there.length === 0 ? key : `${key}:${there.length}`, full_days, cause }];
}

/** The days on which a simulation stops: each year's last one, and the day that is asked for. */
function stops(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let year = Number(from.slice(0, 4)); year < Number(to.slice(0, 4)); year++) days.push(`${year}-12-31`);
  return [...days, to];
}

/** What will have been given by a day ahead, if nothing is asked for meanwhile. */
export function grantsUntil(
  today: Day,
  day: Day,
  of: Entitlement,
  years: ReadonlyMap<number, YearStanding>,
): Map<number, YearStanding> {
  const simulated = new Map(years);
  for (const stop of stops(today, day)) {
    for (const grant of dueBy(stop, of, simulated)) {
      const before = simulated.get(grant.year) ?? { balance: 0, given: [], used_by_expiry: 0 };
      const balance = Math.round((before.balance + grant.days) * 100) / 100;
      simulated.set(grant.year, { ...before, balance, given: [...before.given, grant] });
    }
  }
  return simulated;
}
