import { elapsedDayMs } from "../../kernel/elapsed-time";
import { dayNumber } from "../../kernel/day-number";
import { localTimeAt } from "../../kernel/wall-clock";

export interface EscalationTimes {
  remind_after: number | null;
  remind_unit: "hours" | "days";
  escalate_after: number | null;
  escalate_unit: "hours" | "days";
  /** Waiting time of a step for an absent approver without a delegate. If null, it waits until the approver returns. */
  absent_after: number | null;
  absent_unit: "hours" | "days";
}

export const defaultEscalationTimes: EscalationTimes = {
  remind_after: 2,
  remind_unit: "days",
  escalate_after: 5,
  escalate_unit: "days",
  absent_after: 2,
  absent_unit: "days",
};

/** Calendar of working days in the tenant's time zone. */
export interface WorkCalendar {
  timeZone: string;
  /** Non-working days of the week; 0 is Sunday. */
  weekend: readonly number[];
  holidays: ReadonlySet<string>;
}

const hourMs = 3_600_000;
const weekMs = 7 * elapsedDayMs;
/** Midnight in every time zone is a multiple of 15 minutes in UTC. */
const quarterMs = 900_000;

export interface LocalDay {
  free: boolean;
  over: number;
}

/**
 * The time at which a number of working hours or days has passed. Hours of non-working days do not count; a wait in days ends at the same
 * time of day as it began. The search stops after `latest`, because computing a wait of several years takes too long if weeks have only one
 * working day.
 */
export function addWorkingTime(
  since: Date,
  amount: number,
  unit: "hours" | "days",
  dayAt: (at: number) => LocalDay,
  latest: Date,
): Date {
  // Advances hour by hour and skips the hours of a day in one step, so that time zones, DST and holidays need no special cases.
  const hoursUntil = (over: number) => Math.ceil((over - at) / hourMs);
  let left = unit === "hours" ? amount : amount * 24;
  let at = since.getTime();
  while (at <= latest.getTime()) {
    const { free, over } = dayAt(at);
    if (left === 0 && !free) break;
    const passed = free ? hoursUntil(over) : Math.min(hoursUntil(over), left);
    if (!free) left -= passed;
    at += passed * hourMs;
  }
  return new Date(at);
}

export interface WorkHours {
  starts: number;
  ends: number;
}

/** Longer sequences of non-working days do not occur. */
const longestBreakDays = 30;

/**
 * Time at which an undecided step escalates: noon of the last working day before the requested day, so that the next approver has working
 * time left. A step that becomes current later gets half of the remaining time.
 * @param since when the step became current.
 * @param begins the start of the requested day.
 * @returns null if the requested day had begun when the step became current.
 */
export function escalationTime(
  since: Date,
  begins: Date,
  dayAt: (at: number) => LocalDay,
  { starts, ends }: WorkHours,
): Date | null {
  const [requestedAt, dayStart] = [since.getTime(), begins.getTime()];
  if (requestedAt >= dayStart) return null;
  const halfway = (until: number) => requestedAt + (until - requestedAt) / 2;
  let over = dayStart;
  // A day has 23 to 25 hours around DST changes, so 26 hours before its end is always the previous day.
  for (let back = 0; dayAt(over - 1).free && back < longestBreakDays; back++) over = dayAt(over - 26 * hourMs).over;
  const at = (hours: number) => over - (24 - hours) * hourMs;
  const closes = at(ends);
  if (requestedAt >= closes) return new Date(halfway(dayStart));
  return new Date(Math.max(at((starts + ends) / 2), halfway(closes)));
}

/**
 * Returns a lookup of local days. If all seven days are weekend days, every day counts as a working day, because a wait would otherwise
 * never end.
 */
export function localDays({ timeZone, weekend, holidays }: WorkCalendar): (at: number) => LocalDay {
  const always = new Set(weekend).size >= 7;
  const free = new Set([...holidays].map(dayNumber));
  const offsetAt = offsets(timeZone);
  const dayOf = (at: number) => Math.floor((at + offsetAt(at)) / elapsedDayMs);
  const dayByNumber = new Map<number, LocalDay>();
  const look = (day: number, at: number): LocalDay => {
    let over = (day + 1) * elapsedDayMs - offsetAt(at);
    // A DST change makes the day longer or shorter.
    while (dayOf(over - quarterMs) > day) over -= quarterMs;
    while (dayOf(over) === day) over += quarterMs;
    return { free: free.has(day) || (!always && weekend.includes((((day + 4) % 7) + 7) % 7)), over };
  };
  // Cached, because thousands of requests wait for the same days.
  return (at) => {
    const day = dayOf(at);
    const localDay = dayByNumber.get(day) ?? look(day, at);
    dayByNumber.set(day, localDay);
    return localDay;
  };
}

/**
 * Returns a lookup of the UTC offset by time. Computing an offset is slow, so it is computed once for each week without an offset change.
 */
function offsets(timeZone: string): (at: number) => number {
  const offsetByTime = new Map<number, number>();
  const ask = (at: number) => {
    const before = offsetByTime.get(at);
    if (before !== undefined) return before;
    const offset = localTimeAt(at, timeZone) - at;
    offsetByTime.set(at, offset);
    return offset;
  };
  return (at) => {
    const week = Math.floor(at / weekMs) * weekMs;
    const offset = ask(week);
    return offset === ask(week + weekMs) ? offset : ask(Math.floor(at / quarterMs) * quarterMs);
  };
}
