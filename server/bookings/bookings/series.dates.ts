import { Temporal } from "@js-temporal/polyfill";
import { RRuleTemporal } from "rrule-temporal";
import { monthDayRule } from "../../../shared/bookings/bookings/repeat.rules";
import { maxSeriesLength, type RepeatOption } from "../../../shared/bookings/bookings/bookings.schema";
import {
  localStartOf,
  type Span,
  type SpanLength,
  spanAtLocalTime,
  spanLengthOf,
} from "../../../shared/kernel/local-span";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import { instantAtLocalTime, localTimeAt } from "../../../shared/kernel/wall-clock";

export interface SeriesDate {
  date: string;
  start_date: string;
  end_date: string;
  /** Whether the date starts later because a clock change skips its local time on that day. */
  shifted: boolean;
}

export interface SeriesInput {
  start_date: string;
  end_date: string;
  timeZone: string;
  repeat?: RepeatOption;
  rrule?: string;
  repeat_until?: string | null;
  repeat_count?: number;
}

export interface Series {
  dates: SeriesDate[];
  /** Months skipped because they lack the day, as `YYYY-MM`. */
  skipped: string[];
  rrule: string | null;
}

const longestSeries = { years: 1 } as const;
const frequencies = { daily: "DAILY", weekly: "WEEKLY", monthly: "MONTHLY" } as const;
/**
 * Parts a custom rule may contain, each at most once, because parsers differ on duplicates. Only one time per day: a rule of 437 characters
 * with every hour, minute and second would expand to 86,400 times a day.
 */
const [oneOfDay, numbers] = [/^\d{1,2}$/, /^[0-9,+-]+$/];
const allowedParts = new Map([
  ["FREQ", /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/],
  ["INTERVAL", /^[1-9]\d{0,2}$/],
  ["COUNT", /^[1-9]\d{0,3}$/],
  ["UNTIL", /^\d{8}(T\d{6}Z)?$/],
  ["WKST", /^[A-Z]{2}$/],
  ["BYHOUR", oneOfDay],
  ["BYMINUTE", oneOfDay],
  ["BYSECOND", oneOfDay],
  ["BYDAY", /^[A-Z0-9,+-]+$/],
  ["BYMONTH", numbers],
  ["BYMONTHDAY", numbers],
  ["BYYEARDAY", numbers],
  ["BYWEEKNO", numbers],
  ["BYSETPOS", numbers],
]);

function isRule(rule: string): boolean {
  const parts = rule.split(";").map((part) => part.split("="));
  const names = parts.map(([name = ""]) => name);
  if (names[0] !== "FREQ" || new Set(names).size < names.length) return false;
  return parts.every(
    ([name = "", value = "", ...more]) => more.length === 0 && allowedParts.get(name)?.test(value) === true,
  );
}

const wallOf = (wall: Temporal.PlainDateTime): number => wall.toZonedDateTime("UTC").epochMilliseconds;
const plainTimeOf = (wall: number): Temporal.PlainDateTime =>
  Temporal.PlainDateTime.from(new Date(wall).toISOString().slice(0, -1));

/** The date of a series that is meant to begin at a local time. A passed `span` keeps its instants. */
function dateAt(plain: Temporal.PlainDateTime, length: SpanLength, timeZone: string, span?: Span): SeriesDate {
  const wall = wallOf(plain);
  const { from, until } = spanAtLocalTime(wall, length, timeZone, span);
  return {
    date: plain.toPlainDate().toString(),
    start_date: new Date(from).toISOString(),
    end_date: new Date(until).toISOString(),
    shifted: localTimeAt(from, timeZone) !== wall,
  };
}

/**
 * Expands a series. Without an end it stops after a year or 200 dates.
 * @throws Problem 422 for an invalid rule, too many dates, or overlapping dates.
 */
export function expandSeries(input: SeriesInput): Series {
  const { timeZone } = input;
  const firstSpan = { from: Date.parse(input.start_date), until: Date.parse(input.end_date) };
  const length = spanLengthOf(firstSpan, timeZone);
  const first = plainTimeOf(localStartOf(firstSpan, timeZone));
  if (!input.repeat || input.repeat === "doesNotRepeat")
    return { dates: [dateAt(first, length, timeZone, firstSpan)], skipped: [], rrule: null };
  const rule = ruleOf(input, first);
  const found = seriesOccurrences(rule, first, timeZone);
  const isCut = !hasEnd(input) && found.length > maxSeriesLength;
  const walls = isCut ? found.slice(0, maxSeriesLength) : found;
  if (walls.length === 0) throw invalidFieldProblem(fieldOf(input), "field.seriesEmpty");
  if (walls.length > maxSeriesLength) throw invalidFieldProblem(fieldOf(input), "field.seriesTooLong");
  const dates = walls.map((wall) => dateAt(wall, length, timeZone, firstSpan));
  const meet = dates.some((date, n) => n > 0 && date.start_date < (dates[n - 1] as SeriesDate).end_date);
  if (meet) throw invalidFieldProblem("repeat", "field.seriesMeetsItself");
  // The stored rule must end with its last date, because calendars expand it.
  const lastWall = walls.at(-1) as Temporal.PlainDateTime;
  const rrule = isCut ? rule.replace(/UNTIL=[^;]*/, `UNTIL=${untilText(lastWall.toPlainDate(), timeZone)}`) : rule;
  return { dates, skipped: skippedMonths(rule, first, walls), rrule };
}

export interface StoredSeries {
  rrule: string;
  time_zone: string;
  first_date: string;
  begins: string;
}

export const longestExtended = { years: 3 } as const;

/** How the dates of a series differ from its rule. */
export interface SeriesPattern {
  length: SpanLength;
  /** Local time in milliseconds by which the dates were moved from those of the rule. */
  shift: number;
}

/**
 * Continues a series after its last date, up to and including `until`; each date has the length and shift of the pattern. The dates keep
 * their names in the rule, by which calendars identify them.
 * @throws Problem 422 when the day isn't later, is too late, or for too many dates.
 */
export function extendSeriesDates(
  storedSeries: StoredSeries,
  lastDate: string,
  until: string,
  { length, shift }: SeriesPattern,
): Series {
  const lastTime = Temporal.PlainDate.from(until).toPlainDateTime("23:59:59").subtract({ milliseconds: shift });
  if (lastTime.toPlainDate().toString() <= lastDate) throw invalidFieldProblem("repeat_until", "field.seriesEnd");
  const lastAllowed = Temporal.PlainDate.from(storedSeries.first_date).add(longestExtended);
  if (Temporal.PlainDate.compare(lastTime, lastAllowed) > 0)
    throw invalidFieldProblem("repeat_until", "field.extensionTooLong");
  const { time_zone: timeZone } = storedSeries;
  const end = utcText(instantAtLocalTime(wallOf(lastTime), timeZone));
  const rrule = `${storedSeries.rrule.replace(/;(COUNT|UNTIL)=[^;]*/g, "")};UNTIL=${end}`;
  const first = Temporal.PlainDateTime.from(`${storedSeries.first_date}T${storedSeries.begins}`);
  const walls = seriesOccurrences(rrule, first, timeZone, { longest: longestExtended, after: lastDate });
  if (walls.length === 0) throw invalidFieldProblem("repeat_until", "field.seriesEmpty");
  if (walls.length > maxSeriesLength) throw invalidFieldProblem("repeat_until", "field.extensionTooLong");
  const dates = walls.map((wall) => ({
    ...dateAt(wall.add({ milliseconds: shift }), length, timeZone),
    date: wall.toPlainDate().toString(),
  }));
  return { dates, skipped: [], rrule };
}

const fieldOf = ({ repeat }: SeriesInput) => (repeat === "custom" ? "rrule" : "repeat");

const ended = /;(COUNT|UNTIL)=/;
const hasEnd = ({ repeat_until, repeat_count, rrule = "" }: SeriesInput) =>
  Boolean(repeat_until ?? repeat_count) || ended.test(rrule);

/** Returns the rule with an end within a year, which also bounds rules that never match a date. */
function ruleOf(input: SeriesInput, first: Temporal.PlainDateTime): string {
  const last = first.add(longestSeries);
  const until = input.repeat_until ? Temporal.PlainDate.from(input.repeat_until) : null;
  if (until && Temporal.PlainDate.compare(until, first) < 0)
    throw invalidFieldProblem("repeat_until", "field.seriesEnd");
  if (until && Temporal.PlainDate.compare(until, last) > 0)
    throw invalidFieldProblem("repeat_until", "field.seriesTooLong");
  const lastDay = until ?? last.toPlainDate();
  const end = input.repeat_count ? `COUNT=${input.repeat_count}` : `UNTIL=${untilText(lastDay, input.timeZone)}`;
  if (input.repeat !== "custom") {
    const day = input.repeat === "monthly" ? `;${monthDayRule(first.day)}` : "";
    return `FREQ=${frequencies[input.repeat as keyof typeof frequencies]}${day};${end}`;
  }
  const rule = (input.rrule ?? "").toUpperCase().replace(/^RRULE:/, "");
  if (!rule) throw invalidFieldProblem("rrule", "field.required");
  if (!isRule(rule)) throw invalidFieldProblem("rrule", "field.rrule");
  const whole = rule.replace(/UNTIL=(\d{8})(?!T)/, (_, day: string) => {
    try {
      return `UNTIL=${untilText(Temporal.PlainDate.from(day), input.timeZone)}`;
    } catch {
      throw invalidFieldProblem("rrule", "field.rrule"); // matches no date, such as 31 February
    }
  });
  return ended.test(whole) ? whole : `${whole};${end}`;
}

/** End of the day in UTC, as RFC 5545 requires for UNTIL when times have a zone. */
const untilText = (date: Temporal.PlainDate, timeZone: string): string =>
  utcText(instantAtLocalTime(wallOf(date.toPlainDateTime("23:59:59")), timeZone));

const utcText = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");

/** Converts UNTIL to local time, because dates are expanded in local time. */
const onWallClock = (rule: string, timeZone: string): string =>
  rule.replace(/UNTIL=(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, (_, y, mo, d, h, mi, s) => {
    const until = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
    if (Number.isNaN(until)) throw new RangeError("UNTIL is not a valid time");
    return `UNTIL=${utcText(localTimeAt(until, timeZone))}`;
  });

interface OccurrenceOptions {
  longest?: Temporal.DurationLike;
  /** Returns only dates after this day. */
  after?: string;
  limit?: number;
}

/**
 * Expands the rule in local time as if the clock never changed. By default, returns at most one date more than allowed, so that callers
 * detect series that are too long.
 */
export function seriesOccurrences(
  rule: string,
  first: Temporal.PlainDateTime,
  timeZone: string,
  { longest = longestSeries, after = "", limit = maxSeriesLength + 1 }: OccurrenceOptions = {},
): Temporal.PlainDateTime[] {
  const last = first.add(longest);
  const found: Temporal.PlainDateTime[] = [];
  try {
    const dtstart = first.toZonedDateTime("UTC");
    const rruleString = onWallClock(rule, timeZone);
    const parsed = new RRuleTemporal({ rruleString, dtstart: dtstart as never, maxIterations: 10_000 });
    for (const at of parsed.between(
      new Date(dtstart.epochMilliseconds - 1),
      new Date(wallOf(last.add({ days: 1 }))),
      true,
    )) {
      const wall = Temporal.PlainDateTime.from(at.toPlainDateTime().toString());
      if (wall.toPlainDate().toString() > after) found.push(wall);
      if (found.length >= limit) break;
    }
  } catch {
    throw invalidFieldProblem("rrule", "field.rrule");
  }
  if (found.some((wall) => Temporal.PlainDateTime.compare(wall, last.add({ days: 1 })) > 0)) {
    throw invalidFieldProblem("rrule", "field.seriesTooLong");
  }
  return found;
}

function skippedMonths(
  rule: string,
  first: Temporal.PlainDateTime,
  walls: readonly Temporal.PlainDateTime[],
): string[] {
  if (!rule.startsWith("FREQ=MONTHLY")) return [];
  const interval = Number(/;INTERVAL=(\d+)/.exec(rule)?.[1] ?? 1);
  const met = new Set(walls.map((wall) => wall.toPlainDate().toPlainYearMonth().toString()));
  const last = walls.at(-1)?.toPlainDate().toPlainYearMonth();
  const skipped: string[] = [];
  let month = first.toPlainDate().toPlainYearMonth();
  while (last && Temporal.PlainYearMonth.compare(month, last) < 0) {
    if (!met.has(month.toString())) skipped.push(month.toString());
    month = month.add({ months: interval });
  }
  return skipped;
}
