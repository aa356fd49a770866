import type { Day } from "./leave.days.rules";
import { type Entitlement, grantsUntil, lastCarriedDay, type YearStanding } from "./leave.grants.rules";

/** A day, or half of it, of leave that is asked for or granted. */
export interface BookedDay {
  date: Day;
  days: number;
  request_id?: number;
}

/** What there is of one type for one person: all that a balance follows from. */
export interface LeaveAccount {
  today: Day;
  /** Null: nothing is given any more, as of an archived type. */
  of: Entitlement | null;
  /** The sums of the ledger, with all leave that is booked. */
  years: ReadonlyMap<number, YearStanding>;
  booked: readonly BookedDay[];
  negativeAllowed: boolean;
}

/** What a leave does to one year's balance. */
export interface YearCost {
  year: number;
  before: number;
  after: number;
}

const exact = (days: number) => Math.round(days * 100) / 100;
const yearOf = (day: Day) => Number(day.slice(0, 4));
const nothing: YearStanding = { balance: 0, given: [], used_by_expiry: 0 };

/** The account as it would be with this leave; with negative days as it would be without it. */
export function withLeave(account: LeaveAccount, leave: readonly BookedDay[]): LeaveAccount {
  const until = account.of?.carried_until ?? null;
  const years = new Map(account.years);
  for (const { date, days } of leave) {
    if (days === 0) continue;
    const year = yearOf(date);
    const before = years.get(year) ?? nothing;
    const early = until !== null && date <= lastCarriedDay(year, until);
    years.set(year, {
      ...before,
      balance: exact(before.balance - days),
      used_by_expiry: exact(before.used_by_expiry + (early ? days : 0)),
    });
  }
  return { ...account, years, booked: [...account.booked, ...leave] };
}

/** What is given by the end of a day, less the leave up to it. What is past is reckoned as of today. */
function leftBy({ today, of, years, booked }: LeaveAccount, day: Day): number {
  const year = yearOf(day);
  const by = day < today ? today : day;
  const known = of && year <= yearOf(today) + 1 ? grantsUntil(today, by, of, years) : years;
  const later = booked.reduce((sum, { date, days }) => sum + (date > by && yearOf(date) === year ? days : 0), 0);
  return exact((known.get(year)?.balance ?? 0) + later);
}

/** The days from one on at which a year's balance is lowest: the last day of leave of each month, expiry, the end. */
function lowPoints({ of, booked }: LeaveAccount, year: number, from: Day): Day[] {
  const byMonth = new Map<string, Day>();
  for (const { date, days } of booked) {
    const month = date.slice(0, 7);
    if (days !== 0 && date >= from && yearOf(date) === year && date > (byMonth.get(month) ?? ""))
      byMonth.set(month, date);
  }
  const days = [...byMonth.values()];
  if (of?.carried_until && of.carried_until < 12) {
    days.push(`${year}-${String(of.carried_until + 1).padStart(2, "0")}-01`);
  }
  return days.filter((day) => day >= from);
}

/** Below this a day's balance may not be brought: zero, unless it is below already and a leave isn't to blame. */
function floorOf(base: LeaveAccount, at: Day, leaveOn: Day): number {
  const left = leftBy(base, at);
  if (left >= 0) return 0;
  if (yearOf(at) !== yearOf(leaveOn)) return left;
  return leftBy(withLeave(base, [{ date: leaveOn, days: 0.01 }]), at) < left ? 0 : left;
}

/** With what is booked in a year and the next alone: who has half days of five years ahead has thousands, which are summed up dozens of times. */
const inYears = (account: LeaveAccount, year: number): LeaveAccount => ({
  ...account,
  booked: account.booked.filter(({ date }) => date >= `${year}-01-01` && date <= `${year + 1}-12-31`),
});

/**
 * How many days can be taken on a day so that no later day is short of them: neither of its own year nor, where they
 * are carried over, of the next one. Negative where days are missing. `base` is the account without the leave that is
 * being looked at.
 */
function roomOn(whole: LeaveAccount, day: Day, wholeBase: LeaveAccount): number {
  const year = yearOf(day);
  const [account, base] = [inYears(whole, year), inYears(wholeBase, year)];
  const until = account.of?.carried_until ?? null;
  const expired = (account.years.get(year)?.given ?? []).reduce(
    (sum, { reason, days }) => sum - (reason === "expired" ? days : 0),
    0,
  );
  // Days that have expired come back for leave that lies before it.
  const early = until !== null && day <= lastCarriedDay(year, until);
  const own = [day, ...lowPoints(account, year, day)];
  const next = account.negativeAllowed ? [] : lowPointsWithLeave(account, year + 1);
  let room = exact(leftBy(account, day) + (early ? expired : 0));
  for (const at of [...own, ...next]) room = roomAt(at, at === day ? 0 : floorOf(base, at, day), room);
  return room;

  function roomAt(at: Day, floor: number, most: number): number {
    const missing = (days: number) => exact(floor - leftBy(withLeave(account, [{ date: day, days }]), at));
    let left = most;
    for (let short = missing(left); short > 0; ) {
      const fewer = exact(left - short);
      const still = missing(fewer);
      if (still >= short) return left; // taking fewer on this day doesn't help
      [left, short] = [fewer, still];
    }
    return left;
  }
}

const lowPointsWithLeave = (account: LeaveAccount, year: number) =>
  account.booked.some(({ date, days }) => days !== 0 && yearOf(date) === year)
    ? lowPoints(account, year, `${year}-01-01`)
    : [];

/**
 * The balance on a day: what can be taken on it, with the months and the carried days that will be there by then, and
 * without what leave booked for later needs. Everything that shows or checks a balance asks here.
 */
export const balanceOn = (account: LeaveAccount, day: Day): number => roomOn(account, day, account);

/** What a leave that isn't in the account yet does to each year that it touches. */
export function costOf(account: LeaveAccount, leave: readonly BookedDay[]): YearCost[] {
  const taken = withLeave(account, leave);
  const years = [...new Set(leave.map(({ date }) => yearOf(date)))].sort((a, b) => a - b);
  return years.map((year) => {
    const own = leave.filter(({ date }) => yearOf(date) === year);
    const first = own.map(({ date }) => date).sort()[0] as Day;
    const after = roomOn(taken, first, account);
    return { year, before: exact(after + own.reduce((sum, { days }) => sum + days, 0)), after };
  });
}

/** The same of leave that is in the account already: as if it were asked for only now. */
export function costOfBooked(account: LeaveAccount, requestId: number): YearCost[] {
  const own = account.booked.filter(({ request_id }) => request_id === requestId);
  const back = own.map(({ date, days }) => ({ date, days: -days }));
  return costOf(withLeave(account, back), own);
}

/** Why a leave can't be booked; null: it can. */
export function shortageOf(
  account: LeaveAccount,
  leave: readonly BookedDay[],
): "leave.notEnough" | "leave.carriedGone" | null {
  const short = (one: LeaveAccount) => costOf(one, leave).some(({ before, after }) => after < 0 && after < before);
  if (account.negativeAllowed || !short(account)) return null;
  const lasting = account.of && { ...account, of: { ...account.of, carried_until: null } };
  return lasting && !short(lasting) ? "leave.carriedGone" : "leave.notEnough";
}

/** What of a year is still to be given by its end, however it is asked for. */
export function toBeGiven({ today, of, years }: LeaveAccount, year: number): number {
  if (!of || year > yearOf(today) + 1 || year < yearOf(today)) return 0;
  const then = grantsUntil(today, `${year}-12-31`, of, years).get(year)?.balance ?? 0;
  return Math.max(0, exact(then - (years.get(year)?.balance ?? 0)));
}
