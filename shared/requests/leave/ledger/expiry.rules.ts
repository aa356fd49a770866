import { addDays } from "../../../kernel/days";
import type { LeaveAccount } from "./balance.rules";
import { lotPeriod } from "./credits.rules";
import type { Day } from "../calendar/days.rules";
import { grantsUntil, lastCarriedDay } from "./grants.rules";

/** Days before the last day on which users are reminded of days that expire. */
export const expiryNoticeDays = 30;

export interface ExpiringDays {
  /** Last day on which the days can be taken. */
  last: Day;
  days: number;
}

/** Carried-over days and credited hours that no booked leave uses and that expire soon, the first to expire first. */
export function expiringSoon(account: LeaveAccount, today: Day = account.today): ExpiringDays[] {
  const { of, years } = account;
  if (!of) return [];
  const until = addDays(today, expiryNoticeDays);
  const found = new Map<Day, number>();
  for (const [year, { given }] of grantsUntil(account.today, addDays(until, 1), of, years)) {
    for (const { reason, period, days } of given.slice(years.get(year)?.given.length ?? 0)) {
      if (reason !== "expired") continue;
      const lot = of.lots?.find(({ id }) => period === lotPeriod(id) || period.startsWith(`${lotPeriod(id)}:`));
      const last = lot?.expires ?? (of.carried_until === null ? null : lastCarriedDay(year, of.carried_until));
      if (last !== null && last >= today && last <= until) found.set(last, (found.get(last) ?? 0) - days);
    }
  }
  return [...found]
    .map(([last, days]) => ({ last, days: Math.round(days * 100) / 100 }))
    .filter(({ days }) => days > 0)
    .sort((a, b) => a.last.localeCompare(b.last));
}
