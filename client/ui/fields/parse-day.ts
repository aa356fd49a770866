import { addDays } from "../../../shared/kernel/days";
export interface DayNotation {
  /** Today as `YYYY-MM-DD`. A day typed without a year is on or after this day, or before it where only the past is possible. */
  today: string;
  /** Short names of the twelve months; empty if the language has none. */
  months: readonly string[];
  /** True if numeric dates have the day before the month. */
  dayFirst: boolean;
  /** True if numeric dates begin with the year. */
  yearFirst: boolean;
  weekdays: readonly string[];
  /** First weekday and weekend; "next week" is parsed as the first working day of the next week. */
  week: { first: number; weekend: readonly number[] };
}

const relative = {
  "-1": "yesterday gestern أمس امس 어제 دوێنێ",
  "0": "today tod heute اليوم 오늘 ئەمڕۆ ئەمرۆ",
  "1": "tomorrow tom tmr morgen غدا غدًا 내일 بەیانی سبەی سبەینێ",
  "2": "übermorgen 모레 دووسبەی",
} as const;
const nextWeek = [
  "next week",
  "nächste woche",
  "الأسبوع القادم",
  "الاسبوع القادم",
  "다음 주",
  "다음주",
  "هەفتەی داهاتوو",
];
const next = /^(?:next|nächsten?r?|kommenden?r?|다음)\s+|\s+(?:القادم|القادمة|داهاتوو)$/u;
const units = {
  day: "d t day days tag tage tagen ي يوم أيام ايام 일 ڕۆژ",
  week: "w week weeks woche wochen أ أسبوع اسبوع أسابيع 주 هەفتە",
  month: "m month months monat monate monaten ش شهر أشهر 개월 달 مانگ",
} as const;
const english = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

const wordsOf = (list: string): readonly string[] => list.split(" ");
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

export function startOfNextWeek(today: string, { first, weekend }: DayNotation["week"]): string {
  let day = addDays(today, ((first - weekdayOf(today) + 6) % 7) + 1);
  for (let tries = 0; tries < 6 && weekend.includes(weekdayOf(day)); tries++) day = addDays(day, 1);
  return day;
}

/** The same day of a later month, or the last day of a shorter month. */
function plusMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

/** Parses "tomorrow", "fri", "next fri", "next week", "+3d", "in 2 weeks"; null for anything else. */
function relativeDay(text: string, writing: DayNotation): string | null {
  const { today } = writing;
  for (const [days, list] of Object.entries(relative))
    if (wordsOf(list).includes(text)) return addDays(today, Number(days));
  if (nextWeek.includes(text)) return startOfNextWeek(today, writing.week);
  const distance = /^(?:\+|in\s+|بعد\s+|لە\s+)?\s*(\d{1,3})\s*([\p{L}\p{M}]*?)(?:\s*후|دا)?$/u.exec(text);
  if (distance) {
    const [, figure, unit = ""] = distance;
    const signed = text.startsWith("+");
    const count = Number(figure);
    if (unit === "") return signed ? addDays(today, count) : null;
    if (wordsOf(units.day).includes(unit)) return addDays(today, count);
    if (wordsOf(units.week).includes(unit)) return addDays(today, 7 * count);
    if (wordsOf(units.month).includes(unit)) return plusMonths(today, count);
    return null;
  }
  const name = text.replace(next, "");
  const at = weekdayNamed(name, writing.weekdays);
  if (at < 0) return null;
  const coming = addDays(today, ((at - weekdayOf(today) + 6) % 7) + 1);
  if (name === text) return coming;
  const monday = addDays(today, ((writing.week.first - weekdayOf(today) + 6) % 7) + 1);
  return coming < monday ? addDays(coming, 7) : coming;
}

const plainName = (name: string) => name.toLowerCase().replace(/[.،,]/g, "").replace(/^ال/, "");

function weekdayNamed(typed: string, weekdays: readonly string[]): number {
  const word = plainName(typed);
  if (word === "") return -1;
  const least = /[a-zäöü]/.test(word) ? 2 : 1;
  const fits = (name: string) =>
    name !== "" && (word === name || word.startsWith(name) || (word.length >= least && name.startsWith(word)));
  const own = weekdays.map(plainName).findIndex(fits);
  return own >= 0 ? own : english.findIndex((name) => word.length >= 3 && `${word}`.startsWith(name));
}

const two = (figure: number) => String(figure).padStart(2, "0");
const letters = /\p{L}[\p{L}\p{M}]*/gu;

/** Converts Arabic-Indic and Persian digits to ASCII. */
const latin = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (figure) => String((figure.codePointAt(0) as number) & 0xf));

/** Derives how a language writes days from a few formatted dates. */
export function dayNotationOf(
  day: (date: string) => string,
  today: string,
  weekday: (date: string) => string = () => "",
  week: DayNotation["week"] = { first: 1, weekend: [0, 6] },
): DayNotation {
  const monthSamples = Array.from({ length: 12 }, (_, month) => latin(day(`2025-${two(month + 1)}-22`)));
  const names = monthSamples.map((text) => text.match(letters)?.[0]?.toLowerCase() ?? "");
  const months = new Set(names).size === 12 ? names : [];
  const november = monthSamples[10] as string;
  const month = months[10] ? november.toLowerCase().indexOf(months[10]) : november.indexOf("11");
  // January 4, 2026 is a Sunday.
  const weekdays = Array.from({ length: 7 }, (_, at) => weekday(`2026-01-${two(4 + at)}`));
  const dayFirst = november.indexOf("22") < month;
  return { today, months, dayFirst, yearFirst: november.trimStart().startsWith("2025"), weekdays, week };
}

/** A year of two digits is of this century, or of the last one where only the past is possible, as for birthdays. */
function fullYearOf(shortYear: string, max: string | null): number {
  const year = 2_000 + Number(shortYear);
  return max !== null && year > Number(max.slice(0, 4)) ? year - 100 : year;
}

/**
 * Parses a typed day.
 * @param max the last possible day; a day without a year isn't after it
 */
export function parseDay(typed: string, writing: DayNotation, max: string | null = null): string | null {
  const { months, dayFirst, yearFirst } = writing;
  const range = { today: writing.today, max };
  const text = latin(typed)
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
  const near = relativeDay(text, writing);
  if (near) return near;
  const figures = (text.match(/\d+/g) ?? []).map(Number);
  const name = (text.match(letters) ?? []).find((word) => word.length >= 3 && monthOf(word, months) > 0);
  const namedMonth = name === undefined ? 0 : monthOf(name, months);
  const shortYearAt = yearFirst ? 0 : 2;
  const [, shortYear] = (yearFirst ? /^(\d\d)\D+\d+\D+\d+\.?$/ : /^\d{1,2}\D+\d{1,2}\D+(\d\d)$/).exec(text) ?? [];
  if (shortYear !== undefined) figures[shortYearAt] = fullYearOf(shortYear, max);
  const yearAt = figures.findIndex((figure) => figure >= 1000);
  const year = yearAt < 0 ? null : (figures.splice(yearAt, 1)[0] as number);
  if (namedMonth > 0) return figures.length === 1 ? dayOf(year, namedMonth, figures[0] as number, range) : null;
  if (figures.length !== 2) return null;
  const [first, second] = figures as [number, number];
  // A leading year is followed by the month in every language.
  const [day, month] = dayFirst && yearAt !== 0 ? [first, second] : [second, first];
  return dayOf(year, month, day, range);
}

const monthOf = (word: string, months: readonly string[]): number =>
  months.findIndex((month) => word.startsWith(month) || month.startsWith(word)) + 1;

interface DayRange {
  today: string;
  max: string | null;
}

/** A day without a year is the next one after today, or the latest one up to `max`. */
export function dayOf(year: number | null, month: number, day: number, range: DayRange): string | null {
  if (year === null) {
    const { today, max } = range;
    const thisYear = Number(today.slice(0, 4));
    const daysIn = (...years: number[]) => years.flatMap((each) => dayOf(each, month, day, range) ?? []);
    const next = daysIn(thisYear, thisYear + 1).find((each) => each >= today) ?? null;
    if (max === null || (next !== null && next <= max)) return next;
    return daysIn(thisYear, thisYear - 1).find((each) => each <= max) ?? next;
  }
  const date = `${year}-${two(month)}-${two(day)}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date) ? date : null;
}
