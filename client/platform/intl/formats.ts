import { withMinusSign } from "../../../shared/kernel/text/minus-sign";
import { elapsedDaySeconds } from "../../../shared/kernel/elapsed-time";
import { dayNumber } from "../../../shared/kernel/day-number";
import type { NumberSeparators } from "../../../shared/kernel/typed-numbers";
import { localTimeAt } from "../../../shared/kernel/wall-clock";
import type { DisplayLanguage } from "./catalogues";
import { soraniFormats } from "./sorani";

/**
 * Days, times and numbers by `Intl`, with Arabic-Indic digits in Arabic and Kurdish. Chromium has no data for Sorani: its numbers use Iraqi
 * Arabic, its dates and relative times come from `sorani.ts`.
 */
const formatLocales: Record<DisplayLanguage, string> = {
  en: "en-GB",
  ar: "ar-u-nu-arab",
  de: "de",
  ko: "ko",
  ckb: "ar-IQ-u-nu-arab",
  xa: "en-GB",
  xb: "en-GB",
};

/** Locale for react-intl, which determines plurals and `{n, number}`. */
export const textLocaleOf = (language: DisplayLanguage) => (language === "en" ? "en" : formatLocales[language]);

/**
 * `short` 20 Nov · `medium` 20 Nov 2026 · `long` Friday 20 November · `longYear` Friday 20 November 2026 · `weekday` Fri · `weekdayNarrow` F ·
 * `month` Nov · `monthYear` November 2026 · `shortMonthYear` Nov 2026
 */
export type DayStyle =
  | "short"
  | "medium"
  | "long"
  | "longYear"
  | "weekday"
  | "weekdayNarrow"
  | "month"
  | "monthYear"
  | "shortMonthYear";

export interface Formats {
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** `value` is between 0 and 100. */
  percent(value: number): string;
  /** `whole` omits zero decimals. */
  money(amount: string | number, currency: string, whole?: "whole"): string;
  /** An amount without currency, formatted exactly from its decimal text; `decimals` is the currency's number of decimals. */
  amount(amount: string, decimals: number, useGrouping?: boolean): string;
  /** Separators for typing numbers in this language. */
  signs: NumberSeparators;
  day(value: string | Date, style?: DayStyle, timeZone?: string): string;
  time(value: string | Date, timeZone?: string): string;
  dateTime(value: string | Date): string;
  /** The time, with the date unless it is today. */
  timeOf(value: string | Date, now?: Date): string;
  /** Formats a time as "5 minutes ago" or "yesterday"; uses the date if it is older than a week. */
  relative(value: string | Date, now?: Date): string;
  /** Formats a calendar day relative to today: "today", "tomorrow", "in 3 days". */
  relativeDay(day: string, now?: Date): string;
  list(items: readonly string[]): string;
}

const dayStyles: Record<DayStyle, Intl.DateTimeFormatOptions> = {
  short: { day: "numeric", month: "short" },
  medium: { day: "numeric", month: "short", year: "numeric" },
  long: { weekday: "long", day: "numeric", month: "long" },
  longYear: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  weekday: { weekday: "short" },
  weekdayNarrow: { weekday: "narrow" },
  month: { month: "short" },
  monthYear: { month: "long", year: "numeric" },
  shortMonthYear: { month: "short", year: "numeric" },
};

const dayOnly = /^\d{4}-\d{2}-\d{2}$/;

/** Calendar days are independent of the time zone; timestamps are shown in the user's time zone. */
function momentOf(value: string | Date): { date: Date; timeZone: string | undefined } {
  if (typeof value === "string" && dayOnly.test(value))
    return { date: new Date(`${value}T12:00:00Z`), timeZone: "UTC" };
  return { date: new Date(value), timeZone: undefined };
}

/** Shifts a timestamp so that its UTC time equals the local time in the given zone. */
function atLocalTime(value: string | Date, zone: string | undefined) {
  const { date, timeZone } = momentOf(value);
  if (!zone || timeZone === "UTC") return { date, timeZone };
  return { date: new Date(localTimeAt(date.getTime(), zone)), timeZone: "UTC" };
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", elapsedDaySeconds],
  ["hour", 3_600],
  ["minute", 60],
];

export function daysBetween(day: string, now: Date): number {
  const today = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
  return dayNumber(day.slice(0, 10)) - dayNumber(today);
}

/** Decimal text is formatted exactly; converting it to a number would round it. */
const asDecimalText = (amount: string | number) => amount as Intl.StringNumericLiteral;

const formatsByLanguage = new Map<DisplayLanguage, Formats>();

export function formatsOf(language: DisplayLanguage): Formats {
  let formats = formatsByLanguage.get(language);
  if (!formats) formatsByLanguage.set(language, (formats = makeFormats(language)));
  return formats;
}

function makeFormats(language: DisplayLanguage): Formats {
  const locale = formatLocales[language];
  const own = language === "ckb" ? soraniFormats : null;
  const plain = new Intl.NumberFormat(locale);
  const distance = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "long" });
  const dates = new Map<string, Intl.DateTimeFormat>();
  const dateFormat = (key: string, options: Intl.DateTimeFormatOptions) => {
    let format = dates.get(key);
    if (!format) dates.set(key, (format = new Intl.DateTimeFormat(locale, options)));
    return format;
  };
  const digits = (value: number, width = 1) =>
    plain.resolvedOptions().numberingSystem === "arab" || width > 1
      ? new Intl.NumberFormat(locale, { useGrouping: false, minimumIntegerDigits: width }).format(value)
      : String(value);

  const number: Formats["number"] = (value, options) =>
    withMinusSign((options ? new Intl.NumberFormat(locale, options) : plain).format(value));

  const day: Formats["day"] = (value, style = "short", zone) => {
    const { date, timeZone } = atLocalTime(value, zone);
    if (own) return own.day(date, style, timeZone, digits);
    return dateFormat(`${style} ${timeZone}`, { ...dayStyles[style], timeZone }).format(date);
  };

  const time: Formats["time"] = (value, zone) => {
    const { date, timeZone } = atLocalTime(value, zone);
    const utc = timeZone === "UTC";
    if (own) {
      const [hour, minute] = utc ? [date.getUTCHours(), date.getUTCMinutes()] : [date.getHours(), date.getMinutes()];
      return `${digits(hour, 2)}:${digits(minute, 2)}`;
    }
    return dateFormat(`time ${timeZone}`, {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: language === "ko" ? undefined : "h23",
      timeZone,
    }).format(date);
  };

  const ago = (value: number, unit: Intl.RelativeTimeFormatUnit) =>
    own ? own.distance(value, unit, digits) : distance.format(value, unit);

  const parts = new Intl.NumberFormat(locale, { useGrouping: "always" }).formatToParts(1234.5);
  const sign = (type: "decimal" | "group") => parts.find((part) => part.type === type)?.value ?? "";

  return {
    number,
    day,
    time,
    signs: { decimal: sign("decimal"), group: sign("group") },
    amount: (amount, decimals, useGrouping = true) =>
      withMinusSign(
        new Intl.NumberFormat(locale, {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
          useGrouping,
        }).format(asDecimalText(amount)),
      ),
    percent: (value) => number(value / 100, { style: "percent", maximumFractionDigits: 0 }),
    money(amount, currency, whole) {
      const format = new Intl.NumberFormat(locale, {
        style: "currency",
        currency,
        currencyDisplay: "narrowSymbol",
        maximumFractionDigits: whole && Number.isInteger(Number(amount)) ? 0 : undefined,
      });
      // Isolates "US$": between Arabic digits its last character would otherwise move to the other side.
      return format
        .formatToParts(asDecimalText(amount))
        .map(({ type, value }) => (type === "currency" ? `\u2068${value}\u2069` : withMinusSign(value)))
        .join("");
    },
    timeOf(value, now = new Date()) {
      const at = new Date(value);
      if (at.toDateString() === now.toDateString()) return time(at);
      return `${day(at, at.getFullYear() === now.getFullYear() ? "short" : "medium")}, ${time(at)}`;
    },
    dateTime: (value) => `${day(value, "medium")}, ${time(value)}`,
    list: (items) => (own ? items.join("، ") : new Intl.ListFormat(locale, { type: "conjunction" }).format(items)),
    relativeDay: (value, now = new Date()) => ago(daysBetween(value, now), "day"),
    relative(value, now = new Date()) {
      const seconds = (new Date(value).getTime() - now.getTime()) / 1000;
      if (Math.abs(seconds) > 6.5 * elapsedDaySeconds)
        return day(value, new Date(value).getFullYear() === now.getFullYear() ? "short" : "medium");
      const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
      return ago(unit === "second" ? 0 : Math.trunc(seconds / size), unit);
    },
  };
}

export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
