import { dayNumber, dayOfNumber } from "../../../kernel/day-number";
import { groupBy } from "../../../kernel/group-by";
import type { NamedRecord } from "../../../kernel/translations";
import { instantAtLocalTime, localTimeAt } from "../../../kernel/wall-clock";
import { ownMinutesOn, scheduledMinutes, type WorkSchedule } from "../../../work/schedules/schedules.rules";
import type { DayCounting } from "../types/counting.rules";

export type Day = string;

export type DayHalf = "morning" | "afternoon";

/** Part of one day by the clock, for leave types in hours. */
export interface DayPart {
  start_time: string;
  /** At most `24:00`. */
  end_time: string;
  /** Minutes that pass between both times in the user's time zone; differs from the clock when it changes in between. */
  minutes: number;
}

/** From the first to the last day, inclusive. With `start_half` or `end_half` the span starts or ends at noon. */
export interface LeaveSpan {
  start_date: Day;
  end_date: Day;
  start_half?: "afternoon" | null;
  end_half?: "morning" | null;
  /** Only if both dates are the same and no half is set. */
  part?: DayPart | null;
}

export interface Holiday extends NamedRecord {
  date: Day;
  half: DayHalf | null;
}

export interface WorkCalendar {
  /** Non-working weekdays; 0 is Sunday. */
  weekend: readonly number[];
  holidays: readonly Holiday[];
  /** Holidays that apply to all locations; one list is shared when many locations are evaluated. */
  everywhere?: readonly Holiday[];
  /** Schedules of the user; the organization's week applies to days without a schedule. */
  schedules?: readonly WorkSchedule[];
  /** Last day of employment, after which there is no return to work. */
  last_day?: Day | null;
  /** Working time of a day of the organization's week; 8 hours if omitted. */
  minutes_per_day?: number;
}

export interface CountedDay {
  date: Day;
  /** Cost in the unit of the leave type. In days: 0, 0.5, 1 or the share of a part of the day. In hours: at most the scheduled hours. */
  days: number;
  /** `free`: a working day of the organization without work in the user's schedule. */
  why: "weekend" | "holiday" | "free" | null;
  holiday: NamedRecord | null;
}

export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

const noon = 720;

export const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The half days that a span touches. A part of a day is in the morning, in the afternoon, or in both. */
export const halvesOf = ({ start_half, end_half, part }: LeaveSpan): { from_noon: boolean; to_noon: boolean } =>
  part
    ? { from_noon: minuteOfDay(part.start_time) >= noon, to_noon: minuteOfDay(part.end_time) <= noon }
    : { from_noon: start_half === "afternoon", to_noon: end_half === "morning" };

/** A span as half days `[from, to)`: the morning of day 0 is 0, its afternoon 1. */
export function halfDayRangeOf(span: LeaveSpan): { from: number; to: number } {
  const { from_noon, to_noon } = halvesOf(span);
  return {
    from: dayNumber(span.start_date) * 2 + Number(from_noon),
    to: dayNumber(span.end_date) * 2 + 2 - Number(to_noon),
  };
}

/**
 * A span as minutes `[from, to)` since 1970 by the clock. Two ranges overlap exactly if the person would be absent twice; the database
 * compares the same numbers.
 */
export function minuteRangeOf(span: LeaveSpan): { from: number; to: number } {
  const { from, to } = halfDayRangeOf(span);
  if (!span.part) return { from: from * noon, to: to * noon };
  const midnight = dayNumber(span.start_date) * 1440;
  return { from: midnight + minuteOfDay(span.part.start_time), to: midnight + minuteOfDay(span.part.end_time) };
}

const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

export interface RequestedPart {
  start_time: string;
  /** Either the end or the number of hours is given. */
  end_time?: string | null;
  hours?: number | null;
}

/** Returns the requested part of a day, or null if it ends before it starts or after midnight in the user's time zone. */
export function dayPartOf(date: Day, { start_time, end_time, hours }: RequestedPart, timeZone: string): DayPart | null {
  const wall = (time: string) => Date.parse(`${date}T00:00:00Z`) + minuteOfDay(time) * 60_000;
  const start = instantAtLocalTime(wall(start_time), timeZone);
  const end = end_time ? instantAtLocalTime(wall(end_time), timeZone) : start + Math.round((hours ?? 0) * 60) * 60_000;
  const ends = end_time ? minuteOfDay(end_time) : (localTimeAt(end, timeZone) - wall("00:00")) / 60_000;
  const minutes = (end - start) / 60_000;
  if (minutes <= 0 || ends > 1440 || ends <= minuteOfDay(start_time)) return null;
  return { start_time, end_time: timeOf(ends), minutes };
}

type Half = 0 | 1;

function halvesByDay(span: LeaveSpan): { date: Day; halves: readonly Half[] }[] {
  const { from, to } = halfDayRangeOf(span);
  const days = [];
  for (let number = Math.floor(from / 2); number * 2 < to; number++) {
    const halves = ([0, 1] as const).filter((half) => number * 2 + half >= from && number * 2 + half < to);
    days.push({ date: dayOfNumber(number), halves });
  }
  return days;
}

/**
 * Cost of each day of a leave, in the unit of the leave type. With `working`, half days on days off and holidays cost nothing; every other
 * half day costs 0.5, however long the user works on that day. With `hours`, a day costs its scheduled hours.
 */
export function countDays(span: LeaveSpan, counting: DayCounting, calendar: WorkCalendar): CountedDay[] {
  const days = halvesByDay(span);
  if (counting !== "organization") {
    return days.map(({ date, halves }) =>
      countDay(date, halves, counting, isWorked(date, calendar), calendar, span.part),
    );
  }
  const first = days.findIndex(({ date }) => isWorked(date, calendar));
  const counted = days.map(({ date, halves }, at) => {
    const counts = first >= 0 && at >= first && (isOrganizationDay(date, calendar) || isWorked(date, calendar));
    return countDay(date, halves, counting, counts, calendar);
  });
  return first >= 0 && !span.end_half ? [...counted, ...daysUntilReturn(span.end_date, calendar)] : counted;
}

/** Maximum number of days until the user returns to work after a leave, as schedules can alternate between two weeks. */
export const daysToReturn = 14;

/** Working days of the organization after a leave until the user's next working day. */
function daysUntilReturn(last: Day, calendar: WorkCalendar): CountedDay[] {
  if (!calendar.schedules?.length) return [];
  const days: CountedDay[] = [];
  for (let at = 1; at <= daysToReturn; at++) {
    const date = dayOfNumber(dayNumber(last) + at);
    if (isWorked(date, calendar) || (calendar.last_day && date > calendar.last_day)) break;
    days.push(countDay(date, [0, 1], "organization", isOrganizationDay(date, calendar), calendar));
  }
  return days.slice(0, days.findLastIndex(({ days: cost }) => cost > 0) + 1);
}

const isOrganizationDay = (date: Day, { weekend }: WorkCalendar) => !weekend.includes(weekdayOf(date));

/** Whether the user works on a day, disregarding holidays. */
export function isWorked(date: Day, calendar: WorkCalendar): boolean {
  const own = calendar.schedules ? ownMinutesOn(calendar.schedules, date) : null;
  return own === null ? isOrganizationDay(date, calendar) : own > 0;
}

const listed = new WeakMap<readonly Holiday[], Map<Day, Holiday[]>>();

function onDays(holidays: readonly Holiday[]): Map<Day, Holiday[]> {
  const holidaysByDay = listed.get(holidays) ?? groupBy(holidays, ({ date }) => date);
  listed.set(holidays, holidaysByDay);
  return holidaysByDay;
}

const noHolidays: readonly Holiday[] = [];

export function holidaysOn(date: Day, { holidays, everywhere = noHolidays }: WorkCalendar): readonly Holiday[] {
  const [own, all] = [onDays(holidays).get(date), onDays(everywhere).get(date)];
  return own && all ? [...own, ...all] : (own ?? all ?? noHolidays);
}

function countDay(
  date: Day,
  halves: readonly Half[],
  counting: DayCounting,
  counts: boolean,
  calendar: WorkCalendar,
  part?: DayPart | null,
): CountedDay {
  const requestedDays = halves.length / 2;
  if (counting === "calendar" && !part) return { date, days: requestedDays, why: null, holiday: null };
  if (!counts) return { date, days: 0, why: isOrganizationDay(date, calendar) ? "free" : "weekend", holiday: null };
  const off = holidaysOn(date, calendar);
  const free = (half: Half) => off.find((one) => one.half === null || (one.half === "morning") === (half === 0));
  const worked = halves.filter((half) => !free(half));
  const holiday = halves.map(free).find((one) => one !== undefined);
  const namedHoliday = holiday ? { name: holiday.name, translations: holiday.translations } : null;
  const scheduled = scheduledOn(date, calendar);
  const working = ([0, 1] as const).filter((half) => !free(half)).length;
  const most = (scheduled * (part ? working : worked.length)) / 2;
  const minutes = part
    ? Math.min(
        most,
        minutesAtWork(part, (half) => !free(half)),
      )
    : most;
  const days = part ? hundredths(minutes / scheduled) : worked.length / 2;
  const cost = counting === "hours" ? hundredths(minutes / 60) : days;
  return { date, days: cost, why: holiday ? "holiday" : null, holiday: namedHoliday };
}

/** Rounds down, so that no cost exceeds the schedule. The small summand compensates for binary fractions. */
const hundredths = (amount: number): number => Math.floor(amount * 100 + 1e-6) / 100;

/** Minutes that the user should work on a day that is no holiday. */
const scheduledOn = (date: Day, { weekend, schedules = [], minutes_per_day = 480 }: WorkCalendar): number =>
  scheduledMinutes(date, { weekend, minutesPerDay: minutes_per_day }, schedules);

/** Minutes of a part of a day, excluding half days that are holidays. */
function minutesAtWork({ start_time, end_time, minutes }: DayPart, isWorking: (half: Half) => boolean): number {
  const [from, to] = [minuteOfDay(start_time), minuteOfDay(end_time)];
  const inHalf = [Math.max(0, Math.min(to, noon) - from), Math.max(0, to - Math.max(from, noon))] as const;
  const free = ([0, 1] as const).reduce<number>((sum, half) => sum + (isWorking(half) ? 0 : inHalf[half]), 0);
  return Math.max(0, minutes - free);
}

/** Sum of the costs, rounded to hundredths because of floating point. */
export function sumDays(counted: readonly CountedDay[]): number {
  return Math.round(counted.reduce((sum, { days }) => sum + days, 0) * 100) / 100;
}

/** The cost of each day of a leave that isn't 0, by date. */
export type DayCosts = Readonly<Record<Day, number>>;

/** The cost of a leave, and of its days. */
export const costOf = (counted: readonly CountedDay[]): { days: number; counted: DayCosts } => ({
  days: sumDays(counted),
  counted: Object.fromEntries(counted.flatMap(({ date, days }) => (days === 0 ? [] : [[date, days]]))),
});

interface StoredCost {
  days: number;
  counted: DayCosts | null;
  end_date: Day;
}

/**
 * The stored cost of each day of a leave, which a calendar changed later doesn't affect. Leave without stored days is counted by
 * today's calendar; its last day gets the difference to the cost of the leave.
 */
export function costsByDay(
  { days, counted, end_date }: StoredCost,
  recount: () => readonly CountedDay[],
): { date: Day; days: number }[] {
  const stored = Object.entries(counted ?? {}).map(([date, cost]) => ({ date, days: cost }));
  const sum = (costs: readonly { days: number }[]) => costs.reduce((total, cost) => total + cost.days, 0);
  if (stored.length > 0 && Math.abs(sum(stored) - days) < 0.005)
    return stored.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const costs = recount().flatMap(({ date, days: cost }) => (cost === 0 ? [] : [{ date, days: cost }]));
  const difference = Math.round((days - sum(costs)) * 100) / 100;
  return difference === 0 ? costs : [...costs, { date: costs.at(-1)?.date ?? end_date, days: difference }];
}

/** Cost in days per year, because each year has its own allowance. */
export function daysByYear(counted: readonly Pick<CountedDay, "date" | "days">[]): Map<number, number> {
  const years = new Map<number, number>();
  for (const { date, days } of counted) {
    const year = Number(date.slice(0, 4));
    years.set(year, Math.round(((years.get(year) ?? 0) + days) * 100) / 100);
  }
  return years;
}

/** Whether a leave requires a document: if it has more than `after` days; null means never. */
export function needsAttachment(days: number, after: number | null): boolean {
  return after !== null && days > after;
}
