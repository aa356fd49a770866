/** Weekdays in RFC 5545 notation, Monday first. */
export const ruleWeekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type RuleWeekday = (typeof ruleWeekdays)[number];

export const repeatUnits = ["day", "week", "month"] as const;
export type RepeatUnit = (typeof repeatUnits)[number];

/** The subset of RFC 5545 recurrence rules that the form can edit. */
export interface RepeatRule {
  unit: RepeatUnit;
  /** Interval in units, such as 2 for every second unit. */
  interval: number;
  /** Weekdays of a weekly rule. */
  days: RuleWeekday[];
  /** Day of a monthly rule: a day of the month, or the n-th weekday (-1: the last). Null means the day of the start date. */
  on: { day: number } | { nth: number; weekday: RuleWeekday } | null;
}

const frequencies = { day: "DAILY", week: "WEEKLY", month: "MONTHLY" } as const satisfies Record<RepeatUnit, string>;

/**
 * The part of a monthly rule for a day of the month. From the 29th, it is the last of the days from 28, because a rule leaves out months
 * without its day.
 */
export function monthDayRule(day: number): string {
  if (day <= 28) return `BYMONTHDAY=${day}`;
  const days = [28, 29, 30, 31].filter((each) => each <= day);
  return `BYMONTHDAY=${days.join(",")};BYSETPOS=-1`;
}

/** Days from the 29th as `monthDayRule` writes them, by day. */
const lastDayRules = new Map([29, 30, 31].map((day) => [monthDayRule(day), `BYMONTHDAY=${day}`]));

/**
 * The rule with the day instead of `monthDayRule`. It leaves out months without the day, as calendar programs do that know `BYSETPOS` only
 * for weekdays.
 */
export function withPlainMonthDay(rrule: string): string {
  const [lastDays = ""] = /BYMONTHDAY=[\d,]+;BYSETPOS=-1/.exec(rrule) ?? [];
  return rrule.replace(lastDays, lastDayRules.get(lastDays) ?? lastDays);
}

export function ruleText({ unit, interval, days, on }: RepeatRule): string {
  const parts = [`FREQ=${frequencies[unit]}`];
  if (interval > 1) parts.push(`INTERVAL=${interval}`);
  if (unit === "week" && days.length > 0)
    parts.push(`BYDAY=${ruleWeekdays.filter((day) => days.includes(day)).join(",")}`);
  if (unit === "month" && on) parts.push("day" in on ? monthDayRule(on.day) : `BYDAY=${on.nth}${on.weekday}`);
  return parts.join(";");
}

const isRuleDay = (value: string): value is RuleWeekday => ruleWeekdays.some((day) => day === value);

/** Parses an RFC 5545 rule into the editable subset; null if the rule contains other parts. Ignores the end of the rule. */
export function parseRepeatRule(rrule: string): RepeatRule | null {
  const parts = new Map(
    withPlainMonthDay(rrule)
      .split(";")
      .map((part) => part.split("=") as [string, string]),
  );
  const unit = repeatUnits.find((each) => frequencies[each] === parts.get("FREQ"));
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const supportedParts = ["FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "WKST"];
  if (!unit || !Number.isInteger(interval) || [...parts.keys()].some((name) => !supportedParts.includes(name)))
    return null;
  const [byDay, byMonthDay] = [parts.get("BYDAY"), parts.get("BYMONTHDAY")];
  const rule: RepeatRule = { unit, interval, days: [], on: null };
  if (unit === "month") {
    if (byDay && byMonthDay) return null;
    const nth = /^(-1|[1-5])([A-Z]{2})$/.exec(byDay ?? "");
    if (byDay && !(nth && isRuleDay(nth[2] ?? ""))) return null;
    if (byMonthDay && !/^([1-9]|[12]\d|3[01])$/.test(byMonthDay)) return null;
    if (nth) rule.on = { nth: Number(nth[1]), weekday: nth[2] as RuleWeekday };
    else if (byMonthDay) rule.on = { day: Number(byMonthDay) };
    return rule;
  }
  if (byMonthDay) return null;
  const days = byDay?.split(",") ?? [];
  if (!days.every(isRuleDay) || (unit === "day" && days.length > 0)) return null;
  return { ...rule, days: days.filter(isRuleDay) };
}

export const withoutSeriesEnd = (rrule: string): string => rrule.replace(/;(COUNT|UNTIL)=[^;]*/g, "");

/** Returns the weekday of a date and its occurrence in the month (the fifth is always the last). */
export function weekdayOf(day: string): { weekday: RuleWeekday; nth: number; isLast: boolean } {
  const date = new Date(`${day}T00:00:00Z`);
  const [of, last] = [date.getUTCDate(), new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0))];
  const weekday = ruleWeekdays[(date.getUTCDay() + 6) % 7] as RuleWeekday;
  return { weekday, nth: Math.ceil(of / 7), isLast: of + 7 > last.getUTCDate() };
}
