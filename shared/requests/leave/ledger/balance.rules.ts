import { dayNumber, dayOfNumber } from "../../../kernel/day-number";
import type { Day } from "../calendar/days.rules";
import { type Entitlement, grantsUntil, lastCarriedDay, type YearState } from "./grants.rules";

export interface BookedDay {
  date: Day;
  days: number;
  request_id?: number;
}

export interface LeaveAccount {
  today: Day;
  /** Null if there are no more grants, e.g. for an archived leave type. */
  of: Entitlement | null;
  /** Ledger sums per year, including all booked leave. */
  years: ReadonlyMap<number, YearState>;
  booked: readonly BookedDay[];
  negativeAllowed: boolean;
}

export interface YearCost {
  year: number;
  before: number;
  after: number;
}

const exact = (days: number) => Math.round(days * 100) / 100;
const yearOf = (day: Day) => Number(day.slice(0, 4));
const nothing: YearState = { balance: 0, given: [], used_by_expiry: 0 };

/** The account after adding this leave, or after removing it if the days are negative. */
export function accountWithLeave(account: LeaveAccount, leave: readonly BookedDay[]): LeaveAccount {
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
  const of = account.of?.lots ? { ...account.of, uses: [...(account.of.uses ?? []), ...leave] } : account.of;
  return { ...account, of, years, booked: [...account.booked, ...leave] };
}

function balanceBy({ today, of, years, booked }: LeaveAccount, day: Day): number {
  const year = yearOf(day);
  const by = day < today ? today : day;
  const yearStates = of && year <= yearOf(today) + 1 ? grantsUntil(today, by, of, years) : years;
  const later = booked.reduce((sum, { date, days }) => sum + (date > by && yearOf(date) === year ? days : 0), 0);
  return exact((yearStates.get(year)?.balance ?? 0) + later);
}

/** Days on or after `from` on which a year's balance can be lowest: the last leave of each month, the expiry and the end of the year. */
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
  for (const { expires } of of?.lots ?? []) {
    const after = dayOfNumber(dayNumber(expires) + 1);
    if (yearOf(after) === year) days.push(after);
  }
  return days.filter((day) => day >= from);
}

/** The lowest allowed balance on a day: zero, or an existing negative balance that the leave doesn't lower. */
function floorOf(base: LeaveAccount, at: Day, leaveOn: Day): number {
  const left = balanceBy(base, at);
  if (left >= 0) return 0;
  if (yearOf(at) !== yearOf(leaveOn)) return left;
  return balanceBy(accountWithLeave(base, [{ date: leaveOn, days: 0.01 }]), at) < left ? 0 : left;
}

/** Limits booked days to two years, because they are summed dozens of times and five years could contain thousands of half days. */
const inYears = (account: LeaveAccount, year: number): LeaveAccount => ({
  ...account,
  booked: account.booked.filter(({ date }) => date >= `${year}-01-01` && date <= `${year + 1}-12-31`),
});

/**
 * Days that can be taken on a day without causing a shortage later in that year or, through carried-over days, in the next year. Negative
 * if days are missing. `wholeBase` is the account without the leave being checked.
 */
function availableOn(whole: LeaveAccount, day: Day, wholeBase: LeaveAccount): number {
  const year = yearOf(day);
  const [account, base] = [inYears(whole, year), inYears(wholeBase, year)];
  const until = account.of?.carried_until ?? null;
  const expired = (account.years.get(year)?.given ?? []).reduce(
    (sum, { reason, days }) => sum - (reason === "expired" ? days : 0),
    0,
  );
  // Leave before the expiry can still use days that have expired since.
  const early = until !== null && day <= lastCarriedDay(year, until);
  const own = [day, ...lowPoints(account, year, day)];
  const next = account.negativeAllowed ? [] : lowPointsWithLeave(account, year + 1);
  let room = exact(balanceBy(account, day) + (early ? expired : 0));
  for (const at of [...own, ...next]) room = roomAt(at, at === day ? 0 : floorOf(base, at, day), room);
  return room;

  function roomAt(at: Day, floor: number, most: number): number {
    const missing = (days: number) => exact(floor - balanceBy(accountWithLeave(account, [{ date: day, days }]), at));
    let left = most;
    for (let short = missing(left); short > 0; ) {
      const fewer = exact(left - short);
      const still = missing(fewer);
      if (still >= short) return left; // using fewer days here would not reduce the shortage
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
 * The balance on a day: days that can be taken, including grants and carried-over days up to then, minus days reserved for later leave. All
 * screens and checks use this function.
 */
export const balanceOn = (account: LeaveAccount, day: Day): number => availableOn(account, day, account);

/** Effect of a new leave on the balance of each year to which it belongs. */
export function leaveCostOf(account: LeaveAccount, leave: readonly BookedDay[]): YearCost[] {
  const accountAfter = accountWithLeave(account, leave);
  const years = [...new Set(leave.map(({ date }) => yearOf(date)))].sort((a, b) => a - b);
  return years.map((year) => {
    const own = leave.filter(({ date }) => yearOf(date) === year);
    const first = own.map(({ date }) => date).sort()[0] as Day;
    const after = availableOn(accountAfter, first, account);
    return { year, before: exact(after + own.reduce((sum, { days }) => sum + days, 0)), after };
  });
}

/** Same as `leaveCostOf` for leave already in the account, as if it were requested now. */
export function bookedLeaveCostOf(account: LeaveAccount, requestId: number): YearCost[] {
  const own = account.booked.filter(({ request_id }) => request_id === requestId);
  const back = own.map(({ date, days }) => ({ date, days: -days }));
  return leaveCostOf(accountWithLeave(account, back), own);
}

export function leaveShortageOf(
  account: LeaveAccount,
  leave: readonly BookedDay[],
): "leave.notEnough" | "leave.carriedGone" | null {
  const short = (one: LeaveAccount) => leaveCostOf(one, leave).some(({ before, after }) => after < 0 && after < before);
  if (account.negativeAllowed || !short(account)) return null;
  const lasting = account.of && { ...account, of: { ...account.of, carried_until: null } };
  return lasting && !short(lasting) ? "leave.carriedGone" : "leave.notEnough";
}

export function daysStillToGrant({ today, of, years }: LeaveAccount, year: number): number {
  if (!of || year > yearOf(today) + 1 || year < yearOf(today)) return 0;
  const then = grantsUntil(today, `${year}-12-31`, of, years).get(year)?.balance ?? 0;
  return Math.max(0, exact(then - (years.get(year)?.balance ?? 0)));
}
