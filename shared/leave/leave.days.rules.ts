import { dayNumber, dayOfNumber } from "../kernel/days";
import { groupBy } from "../kernel/group-by";
import type { Named } from "../kernel/translations";

/** A day as `YYYY-MM-DD`. */
export type Day = string;

/** The two halves of a day, in order. */
export type Half = "morning" | "afternoon";

/** From the first to the last day, both included; at noon where it says so. */
export interface LeaveSpan {
  start_date: Day;
  end_date: Day;
  /** The first day begins at noon. */
  start_half?: "afternoon" | null;
  /** The last day ends at noon. */
  end_half?: "morning" | null;
}

export interface Holiday extends Named {
  date: Day;
  /** Null: the whole day. */
  half: Half | null;
}

/** What doesn't count for working days. */
export interface WorkCalendar {
  /** Days of the week without work: 0 is Sunday. */
  weekend: readonly number[];
  holidays: readonly Holiday[];
  /** More of them, those of all places: where many places are looked at, one list for all. */
  everywhere?: readonly Holiday[];
}

export type DayCounting = "calendar" | "working";

export interface CountedDay {
  date: Day;
  /** Days that it costs: 0, 0.5 or 1. */
  days: number;
  /** Why it costs less than was asked for. */
  why: "weekend" | "holiday" | null;
  /** What the holiday is called. */
  holiday: Named | null;
}

export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/**
 * A span as a range of half days, `[from, to)`: day 0's morning is 0, its afternoon 1. Ranges overlap exactly where
 * someone would be away twice; the database compares the same numbers.
 */
export function halvesOf(span: LeaveSpan): { from: number; to: number } {
  return {
    from: dayNumber(span.start_date) * 2 + (span.start_half === "afternoon" ? 1 : 0),
    to: dayNumber(span.end_date) * 2 + (span.end_half === "morning" ? 1 : 2),
  };
}

/** Nothing is left of it: it ends before it begins, or begins at noon of the day on which it ends at noon. */
export function isEmptySpan(span: LeaveSpan): boolean {
  const { from, to } = halvesOf(span);
  return to <= from;
}

/**
 * What each day of a leave costs, decided half day by half day: a half on a week-end or a holiday costs nothing when
 * working days are counted, every other half costs 0.5.
 */
export function countDays(span: LeaveSpan, counting: DayCounting, calendar: WorkCalendar): CountedDay[] {
  const { from, to } = halvesOf(span);
  const counted: CountedDay[] = [];
  for (let number = Math.floor(from / 2); number * 2 < to; number++) {
    const halves = ([0, 1] as const).filter((half) => number * 2 + half >= from && number * 2 + half < to);
    counted.push(countDay(dayOfNumber(number), halves, counting, calendar));
  }
  return counted;
}

/** Of a list that many days are looked for in; it isn't changed once it is made. */
const listed = new WeakMap<readonly Holiday[], Map<Day, Holiday[]>>();

function onDays(holidays: readonly Holiday[]): Map<Day, Holiday[]> {
  const known = listed.get(holidays) ?? groupBy(holidays, ({ date }) => date);
  listed.set(holidays, known);
  return known;
}

const none: readonly Holiday[] = [];

/** What is a holiday on a day: of the place, and of all places. */
export function holidaysOn(date: Day, { holidays, everywhere = none }: WorkCalendar): readonly Holiday[] {
  const [own, all] = [onDays(holidays).get(date), onDays(everywhere).get(date)];
  return own && all ? [...own, ...all] : (own ?? all ?? none);
}

function countDay(date: Day, halves: readonly (0 | 1)[], counting: DayCounting, calendar: WorkCalendar): CountedDay {
  const asked = halves.length / 2;
  if (counting === "calendar") return { date, days: asked, why: null, holiday: null };
  if (calendar.weekend.includes(weekdayOf(date))) return { date, days: 0, why: "weekend", holiday: null };
  const off = holidaysOn(date, calendar);
  const free = (half: 0 | 1) => off.find((one) => one.half === null || (one.half === "morning") === (half === 0));
  const worked = halves.filter((half) => !free(half));
  const holiday = halves.map(free).find((one) => one !== undefined);
  const named = holiday ? { name: holiday.name, translations: holiday.translations } : null;
  return { date, days: worked.length / 2, why: holiday ? "holiday" : null, holiday: named };
}

/** Halves are exact in binary: no rounding happens. */
export function daysIn(counted: readonly CountedDay[]): number {
  return counted.reduce((sum, { days }) => sum + days, 0);
}

/** What falls into which year; each year's allowance is asked on its own. */
export function daysByYear(counted: readonly CountedDay[]): Map<number, number> {
  const years = new Map<number, number>();
  for (const { date, days } of counted) {
    const year = Number(date.slice(0, 4));
    years.set(year, (years.get(year) ?? 0) + days);
  }
  return years;
}

/** Whether a document must be attached: only from more than `after` days on; null is never. */
export function needsAttachment(days: number, after: number | null): boolean {
  return after !== null && days > after;
}
