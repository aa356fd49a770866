import { addDays } from "../../../kernel/days";
import { balanceOn, type LeaveAccount } from "./balance.rules";
import { lotPeriod } from "./credits.rules";
import type { Day } from "../calendar/days.rules";
import { grantsUntil, lastCarriedDay, type YearState } from "./grants.rules";

const exact = (days: number) => Math.round(days * 100) / 100;
const yearOf = (day: Day) => Number(day.slice(0, 4));
const nothing: YearState = { balance: 0, given: [], used_by_expiry: 0 };

/** Day on which a year's balance is computed: 1 January, or today in the current year. */
export const dayOfYear = (year: number, today: Day): Day => (year === yearOf(today) ? today : `${year}-01-01`);

/** The balance of a past year is the sum of its ledger. */
export const yearBalance = (account: LeaveAccount, day: Day): number =>
  yearOf(day) < yearOf(account.today) ? (account.years.get(yearOf(day))?.balance ?? 0) : balanceOn(account, day);

/** The account after an entry by HR. Deducted hours use credited hours, like leave on that day. */
export function accountWithEntry(
  account: LeaveAccount,
  year: number,
  days: number,
  day: Day = account.today,
): LeaveAccount {
  const before = account.years.get(year) ?? nothing;
  const years = new Map(account.years).set(year, { ...before, balance: exact(before.balance + days) });
  const uses = [...(account.of?.uses ?? []), { date: day, days: -days }];
  return { ...account, years, of: account.of?.lots && days < 0 ? { ...account.of, uses } : account.of };
}

/** Balance of a year before and after an entry, and whether the type forbids the result. */
export function entryEffect(account: LeaveAccount, year: number, days: number) {
  const day = dayOfYear(year, account.today);
  const before = yearBalance(account, day);
  const after = yearBalance(accountWithEntry(account, year, days), day);
  return { before, after, below: days < 0 && after < 0 && !account.negativeAllowed };
}

/** First day on which a grant counts: expired days are missing from the day after their last one. */
function dayOfGrant({ reason, period }: YearState["given"][number], year: number, of: LeaveAccount["of"]): Day {
  if (reason === "accrual") return `${period.slice(0, "2026-01".length)}-01`;
  if (reason !== "expired") return `${year}-01-01`;
  const lot = of?.lots?.find(({ id }) => period === lotPeriod(id) || period.startsWith(`${lotPeriod(id)}:`));
  const last = lot?.expires ?? (of?.carried_until ? lastCarriedDay(year, of.carried_until) : null);
  return last === null ? `${year}-01-01` : addDays(last, 1);
}

/**
 * Days of a year left at the beginning of a day: what was granted by then, without leave from that day on. Grants that are due are counted
 * even if they aren't in the ledger yet.
 */
export function remainingOn(account: LeaveAccount, day: Day): number {
  const { today, of, booked } = account;
  const year = yearOf(day);
  const isGranted = of !== null && year >= yearOf(today) && year <= yearOf(today) + 1;
  const { balance, given } =
    (isGranted ? grantsUntil(today, day < today ? today : day, of, account.years) : account.years).get(year) ?? nothing;
  const later = given.reduce((sum, grant) => sum + (dayOfGrant(grant, year, of) > day ? grant.days : 0), 0);
  const leave = booked.reduce((sum, { date, days }) => sum + (date >= day && yearOf(date) === year ? days : 0), 0);
  return exact(balance - later + leave);
}

/** Days of the entry after which `remaining` days are left at the beginning of the day. */
export function openingEntry(account: LeaveAccount, day: Day, remaining: number): number {
  let days = exact(remaining - remainingOn(account, day));
  // Deducted hours use credited hours that expire until then, so that fewer of them expire.
  for (let step = 0; step < 4; step++) {
    const after = remainingOn(accountWithEntry(account, yearOf(day), days, day), day);
    if (after === remaining) break;
    days = exact(days + remaining - after);
  }
  return days;
}
