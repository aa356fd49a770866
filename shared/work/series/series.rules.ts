import { type DayNumber, dayNumber, dayOfNumber, weekdayOf, weekStart } from "../../kernel/day-number";

export const seriesUnits = ["day", "workday", "week", "month", "year"] as const;
export type SeriesUnit = (typeof seriesUnits)[number];

/** Treatment of a date on a day without planned work. */
export const daysOffChoices = ["keep", "move", "leave_out"] as const;
export type DaysOffChoice = (typeof daysOffChoices)[number];

/** Weeks of a month in which a weekday can be chosen; -1 is the last one. */
export const weeksOfMonth = [1, 2, 3, 4, -1] as const;

/** Longest interval between two dates, in units. */
export const maxEvery = 99;

export interface SeriesRule {
  unit: SeriesUnit;
  /** The number of units from one date to the next. */
  every: number;
  /** No date is before this day. Weeks, months and years are counted from the one that contains it. */
  first_day: string;
  /** Weeks only: the weekdays with a date; 0 is Sunday. */
  weekdays: number[];
  /** Months and years: the day of the month. Shorter months use their last day. Null if a weekday is chosen instead. */
  month_day: number | null;
  /** Months and years: the week of the month in which `month_weekday` is chosen. */
  month_week: number | null;
  month_weekday: number | null;
  /** Years only: 1 is January. */
  month: number | null;
  days_off: DaysOffChoice;
  /** The last possible day; null without an end. */
  until: string | null;
  /** The number of dates; null without an end. */
  max_count: number | null;
}

/** Days without planned work at a location. */
export interface WorkCalendar {
  /** 0 is Sunday. */
  weekend: readonly number[];
  holidays: ReadonlySet<string>;
}

export interface SeriesDate {
  /** The day according to the rule, which identifies the date. */
  day: string;
  /** The day after moving it from days off. */
  date: string;
}

/** A rule whose dates are all left out ends here. */
const longestSeriesDays = 200 * 366;
/** Longest run of days off over which a date is moved. */
const maxMovedDays = 60;

const isWeekend = (day: DayNumber, { weekend }: WorkCalendar) => weekend.includes(weekdayOf(day));
export const isDayOff = (day: DayNumber, calendar: WorkCalendar): boolean =>
  isWeekend(day, calendar) || calendar.holidays.has(dayOfNumber(day));

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
const dayNumberOf = (year: number, month: number, day: number): DayNumber =>
  dayNumber(new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10));

/** The date in a month, counted from 0 in the year `year`; the month may exceed 11. */
function dayInMonth(
  { month_day, month_week, month_weekday }: Pick<SeriesRule, "month_day" | "month_week" | "month_weekday">,
  year: number,
  month: number,
): DayNumber {
  const length = daysInMonth(year, month);
  if (month_day !== null) return dayNumberOf(year, month, Math.min(month_day, length));
  const [week, weekday] = [month_week ?? 1, month_weekday ?? 1];
  if (week < 0) {
    const last = dayNumberOf(year, month, length);
    return last - ((weekdayOf(last) - weekday + 7) % 7);
  }
  const first = dayNumberOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (week - 1) * 7;
}

function* everyWorkday(from: DayNumber, every: number, calendar: WorkCalendar): Generator<DayNumber> {
  if (new Set(calendar.weekend).size === 7) return;
  for (let day = from, passed = 0; ; day++) {
    if (isWeekend(day, calendar)) continue;
    if (passed++ % every === 0) yield day;
  }
}

/** Days of the rule in their order, without regard to its end and to days off. */
function* daysOfRule(rule: SeriesRule, calendar: WorkCalendar): Generator<DayNumber> {
  const first = dayNumber(rule.first_day);
  const { every } = rule;
  if (rule.unit === "workday") {
    yield* everyWorkday(first, every, calendar);
    return;
  }
  const [year, month] = [Number(rule.first_day.slice(0, 4)), Number(rule.first_day.slice(5, 7)) - 1];
  for (let at = 0; ; at += every) {
    if (rule.unit === "day") yield first + at;
    else if (rule.unit === "week") {
      const monday = weekStart(first, 1) + at * 7;
      for (const weekday of rule.weekdays.map((day) => (day + 6) % 7).toSorted((a, b) => a - b)) yield monday + weekday;
    } else if (rule.unit === "month") yield dayInMonth(rule, year, month + at);
    else yield dayInMonth(rule, year + at, (rule.month ?? 1) - 1);
  }
}

/** Moves or leaves out a day according to the rule. Null if it is left out. */
function placeDay(day: DayNumber, choice: DaysOffChoice, calendar: WorkCalendar): DayNumber | null {
  if (choice === "keep" || !isDayOff(day, calendar)) return day;
  if (choice === "leave_out") return null;
  for (let next = day + 1; next <= day + maxMovedDays; next++) if (!isDayOff(next, calendar)) return next;
  return day;
}

/** The date of a day of a series. It stays on the day when its day off would leave it out. */
export function dateOfDay({ days_off: choice }: SeriesRule, day: string, calendar: WorkCalendar): SeriesDate {
  const date = placeDay(dayNumber(day), choice, calendar);
  return { day, date: date === null ? day : dayOfNumber(date) };
}

/** All dates of a series on schedule, in their order. A date that is moved to the day of another one is left out. */
export function* seriesDates(rule: SeriesRule, calendar: WorkCalendar): Generator<SeriesDate> {
  const first = dayNumber(rule.first_day);
  const end = Math.min(rule.until ? dayNumber(rule.until) : Number.POSITIVE_INFINITY, first + longestSeriesDays);
  let previous = Number.NEGATIVE_INFINITY;
  let count = 0;
  if (rule.unit === "week" && rule.weekdays.length === 0) return;
  for (const day of daysOfRule(rule, calendar)) {
    if (day > end || (rule.max_count !== null && count >= rule.max_count)) return;
    if (day < first) continue;
    const date = placeDay(day, rule.days_off, calendar);
    if (date === null || date <= previous || date > end) continue;
    previous = date;
    count++;
    yield { day: dayOfNumber(day), date: dayOfNumber(date) };
  }
}

/** The next `count` dates whose days are after `after`. Null: from the beginning. */
export function datesAfter(
  rule: SeriesRule,
  after: string | null,
  count: number,
  calendar: WorkCalendar,
): SeriesDate[] {
  const found: SeriesDate[] = [];
  if (count <= 0) return found;
  for (const date of seriesDates(rule, calendar)) {
    if (after !== null && date.day <= after) continue;
    found.push(date);
    if (found.length >= count) break;
  }
  return found;
}

/** The day that is `every` units after a day. Shorter months use their last day. */
function addUnits(day: string, { unit, every }: Pick<SeriesRule, "unit" | "every">, calendar: WorkCalendar): DayNumber {
  const number = dayNumber(day);
  const [year, month, monthDay] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10))];
  const inMonth = { month_day: monthDay, month_week: null, month_weekday: null };
  if (unit === "month") return dayInMonth(inMonth, year, month + every);
  if (unit === "year") return dayInMonth(inMonth, year + every, month);
  if (unit === "week") return number + 7 * every;
  if (unit === "day") return number + every;
  let [next, remaining] = [number, every];
  while (remaining > 0 && next < number + every * 7) if (!isWeekend(++next, calendar)) remaining--;
  return next;
}

/**
 * The next date of a series after completion: `every` units after the local day on which the last task was completed.
 * @returns null after the end of the series. `createdCount` is the number of its dates so far.
 */
export function dateAfterCompletion(
  rule: SeriesRule,
  completedOn: string,
  createdCount: number,
  calendar: WorkCalendar,
): SeriesDate | null {
  if (rule.max_count !== null && createdCount >= rule.max_count) return null;
  let from = completedOn;
  for (let attempt = 0; attempt < maxMovedDays; attempt++) {
    const day = addUnits(from, rule, calendar);
    const date = placeDay(day, rule.days_off, calendar);
    if (date !== null) {
      if (rule.until !== null && dayOfNumber(date) > rule.until) return null;
      return { day: dayOfNumber(day), date: dayOfNumber(date) };
    }
    from = dayOfNumber(day);
  }
  return null;
}
