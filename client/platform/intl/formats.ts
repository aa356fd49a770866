import type { ShownLanguage } from "./catalogues";
import { sorani } from "./sorani";

/**
 * Days, times and numbers by `Intl`, with Arabic-Indic digits in Arabic and Kurdish. Chromium has no data for Sorani:
 * its numbers take those of Arabic in Iraq, its dates and distances come from `sorani.ts`.
 */
const formatLocales: Record<ShownLanguage, string> = {
  en: "en-GB",
  ar: "ar-u-nu-arab",
  de: "de",
  ko: "ko",
  ckb: "ar-IQ-u-nu-arab",
  xa: "en-GB",
  xb: "en-GB",
};

/** What react-intl gets: plurals and `{n, number}` follow it. */
export const textLocaleOf = (language: ShownLanguage) => (language === "en" ? "en" : formatLocales[language]);

/**
 * `short` 20 Nov · `medium` 20 Nov 2026 · `long` Friday 20 November · `weekday` Fri · `month` Nov · `monthYear` November 2026 ·
 * `shortMonthYear` Nov 2026
 */
export type DayStyle = "short" | "medium" | "long" | "weekday" | "month" | "monthYear" | "shortMonthYear";

export interface Formats {
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** 0 to 100. */
  percent(value: number): string;
  /** `whole`: without decimals where there are none. */
  money(amount: string | number, currency: string, whole?: "whole"): string;
  /** An amount without its currency, digit by digit as it is kept; `decimals` is how many its currency has. */
  amount(amount: string, decimals: number): string;
  /** How amounts are typed in this language. */
  signs: { decimal: string; group: string };
  day(value: string | Date, style?: DayStyle): string;
  time(value: string | Date): string;
  dateTime(value: string | Date): string;
  /** The time of a moment of today; of another day with that day. */
  timeOf(value: string | Date, now?: Date): string;
  /** "5 minutes ago", "yesterday"; a day older than a week by its date. */
  relative(value: string | Date, now?: Date): string;
  /** Distance of a calendar day from today: "today", "tomorrow", "in 3 days". */
  relativeDay(day: string, now?: Date): string;
  list(items: readonly string[]): string;
}

const dayStyles: Record<DayStyle, Intl.DateTimeFormatOptions> = {
  short: { day: "numeric", month: "short" },
  medium: { day: "numeric", month: "short", year: "numeric" },
  long: { weekday: "long", day: "numeric", month: "long" },
  weekday: { weekday: "short" },
  month: { month: "short" },
  monthYear: { month: "long", year: "numeric" },
  shortMonthYear: { month: "short", year: "numeric" },
};

const dayOnly = /^\d{4}-\d{2}-\d{2}$/;

/** A calendar day stays that day in every time zone; a moment is shown in the reader's. */
function momentOf(value: string | Date): { date: Date; timeZone: string | undefined } {
  if (typeof value === "string" && dayOnly.test(value))
    return { date: new Date(`${value}T12:00:00Z`), timeZone: "UTC" };
  return { date: new Date(value), timeZone: undefined };
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

export function daysBetween(day: string, now: Date): number {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((Date.parse(`${day}T00:00:00Z`) - today) / 86_400_000);
}

/** Text is formatted digit by digit, however long; as a number it would be rounded first. */
const exact = (amount: string | number) => amount as Intl.StringNumericLiteral;

const made = new Map<ShownLanguage, Formats>();

export function formatsOf(language: ShownLanguage): Formats {
  let formats = made.get(language);
  if (!formats) made.set(language, (formats = makeFormats(language)));
  return formats;
}

function makeFormats(language: ShownLanguage): Formats {
  const locale = formatLocales[language];
  const own = language === "ckb" ? sorani : null;
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
    (options ? new Intl.NumberFormat(locale, options) : plain).format(value);

  const day: Formats["day"] = (value, style = "short") => {
    const { date, timeZone } = momentOf(value);
    if (own) return own.day(date, style, timeZone, digits);
    return dateFormat(`${style} ${timeZone}`, { ...dayStyles[style], timeZone }).format(date);
  };

  const time: Formats["time"] = (value) => {
    const { date } = momentOf(value);
    if (own) return `${digits(date.getHours(), 2)}:${digits(date.getMinutes(), 2)}`;
    return dateFormat("time", {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: language === "ko" ? undefined : "h23",
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
    amount: (amount, decimals) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
        exact(amount),
      ),
    percent: (value) => number(value / 100, { style: "percent", maximumFractionDigits: 0 }),
    money(amount, currency, whole) {
      const format = new Intl.NumberFormat(locale, {
        style: "currency",
        currency,
        currencyDisplay: "narrowSymbol",
        maximumFractionDigits: whole && Number.isInteger(Number(amount)) ? 0 : undefined,
      });
      // "US$" is isolated: between Arabic digits its last sign would jump to its other side.
      return format
        .formatToParts(exact(amount))
        .map(({ type, value }) => (type === "currency" ? `\u2068${value}\u2069` : value))
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
      if (Math.abs(seconds) > 6.5 * 86_400)
        return day(value, new Date(value).getFullYear() === now.getFullYear() ? "short" : "medium");
      const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
      return ago(unit === "second" ? 0 : Math.trunc(seconds / size), unit);
    },
  };
}
