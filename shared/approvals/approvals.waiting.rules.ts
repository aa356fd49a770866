import { dayNumber } from "../kernel/days";
import { wallClockAt } from "../time/wall-clock";

export interface Waiting {
  /** Null: never. */
  remind_after: number | null;
  remind_unit: "hours" | "days";
  escalate_after: number | null;
  escalate_unit: "hours" | "days";
}

/** Until a tenant chooses otherwise. */
export const usualWaiting: Waiting = {
  remind_after: 2,
  remind_unit: "days",
  escalate_after: 5,
  escalate_unit: "days",
};

/** When people work, where the tenant is. */
export interface WorkCalendar {
  timeZone: string;
  /** Days of the week that are free, 0 is Sunday. */
  weekend: readonly number[];
  /** Whole days that are free everywhere, `YYYY-MM-DD`. */
  holidays: ReadonlySet<string>;
}

const hourMs = 3_600_000;
const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** Every time zone begins its days at one of these. */
const quarterMs = 900_000;

/** The day somewhere that a moment belongs to: whether it is free, and when it is over. */
export interface DayThere {
  free: boolean;
  over: number;
}

/**
 * When so many working hours or days have gone by since a moment. Hours of days on which nobody works don't count; a
 * working day is over at the same time of day on the next one. Beyond `latest` nothing is looked for: what comes out is
 * later then. A wait of a thousand days in weeks of one working day is over in nineteen years, and everybody waits
 * while it is looked for.
 */
export function waitedSince(
  since: Date,
  amount: number,
  unit: "hours" | "days",
  dayAt: (at: number) => DayThere,
  latest: Date,
): Date {
  // Hour by hour, all of a day at once: time zones, summer time and holidays need no rules of their own.
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

/** The days there. With a week that is all week-end every day counts: else a wait would never end. */
export function daysThere({ timeZone, weekend, holidays }: WorkCalendar): (at: number) => DayThere {
  const always = new Set(weekend).size >= 7;
  const free = new Set([...holidays].map(dayNumber));
  const offsetAt = offsets(timeZone);
  const dayOf = (at: number) => Math.floor((at + offsetAt(at)) / dayMs);
  const known = new Map<number, DayThere>();
  const look = (day: number, at: number): DayThere => {
    let over = (day + 1) * dayMs - offsetAt(at);
    // Where the clock is changed before, the day is longer or shorter.
    while (dayOf(over - quarterMs) > day) over -= quarterMs;
    while (dayOf(over) === day) over += quarterMs;
    return { free: free.has(day) || (!always && weekend.includes((((day + 4) % 7) + 7) % 7)), over };
  };
  // Thousands of requests wait over the same days.
  return (at) => {
    const day = dayOf(at);
    const there = known.get(day) ?? look(day, at);
    known.set(day, there);
    return there;
  };
}

/** How far a clock is ahead of Greenwich. To ask it is slow: of weeks in which nobody changes it, it is asked once. */
function offsets(timeZone: string): (at: number) => number {
  const known = new Map<number, number>();
  const ask = (at: number) => {
    const before = known.get(at);
    if (before !== undefined) return before;
    const offset = wallClockAt(at, timeZone) - at;
    known.set(at, offset);
    return offset;
  };
  return (at) => {
    const week = Math.floor(at / weekMs) * weekMs;
    const offset = ask(week);
    return offset === ask(week + weekMs) ? offset : ask(Math.floor(at / quarterMs) * quarterMs);
  };
}
