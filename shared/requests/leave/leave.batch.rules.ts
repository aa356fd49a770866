import { balanceOn, type LeaveAccount } from "./leave.balance.rules";
import type { Day } from "./leave.days.rules";
import type { YearState } from "./leave.grants.rules";

const exact = (days: number) => Math.round(days * 100) / 100;
const yearOf = (day: Day) => Number(day.slice(0, 4));
const nothing: YearState = { balance: 0, given: [], used_by_expiry: 0 };

/** Day on which a year's balance is computed: 1 January, or today in the current year. */
export const dayOfYear = (year: number, today: Day): Day => (year === yearOf(today) ? today : `${year}-01-01`);

/** The balance of a past year is the sum of its ledger. */
export const yearBalance = (account: LeaveAccount, day: Day): number =>
  yearOf(day) < yearOf(account.today) ? (account.years.get(yearOf(day))?.balance ?? 0) : balanceOn(account, day);

/** The account after an entry by HR. Deducted hours use credited hours, like leave on that day. */
export function accountWithEntry(account: LeaveAccount, year: number, days: number): LeaveAccount {
  const before = account.years.get(year) ?? nothing;
  const years = new Map(account.years).set(year, { ...before, balance: exact(before.balance + days) });
  const uses = [...(account.of?.uses ?? []), { date: account.today, days: -days }];
  return { ...account, years, of: account.of?.lots && days < 0 ? { ...account.of, uses } : account.of };
}

/** Balance of a year before and after an entry, and whether the type forbids the result. */
export function entryEffect(account: LeaveAccount, year: number, days: number) {
  const day = dayOfYear(year, account.today);
  const before = yearBalance(account, day);
  const after = yearBalance(accountWithEntry(account, year, days), day);
  return { before, after, below: days < 0 && after < 0 && !account.negativeAllowed };
}
