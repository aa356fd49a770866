import { Temporal } from "@js-temporal/polyfill";
import { RRuleTemporal } from "rrule-temporal";
import { largestSeries, type Repeat } from "../../../shared/bookings/bookings.schema";
import { invalid } from "../../../shared/kernel/problems";

/** One date of a series, at the instants that its wall time comes to. */
export interface SeriesDate {
  date: string;
  start_date: string;
  end_date: string;
  /** The clock skips its time on that day: it begins as much later. */
  shifted: boolean;
}

export interface SeriesInput {
  start_date: string;
  end_date: string;
  timeZone: string;
  repeat?: Repeat;
  rrule?: string;
  repeat_until?: string | null;
  repeat_count?: number;
}

export interface Series {
  dates: SeriesDate[];
  /** Months that don't have such a day, `YYYY-MM`. */
  skipped: string[];
  rrule: string | null;
}

const longest = { years: 1 } as const;
const frequencies = { daily: "DAILY", weekly: "WEEKLY", monthly: "MONTHLY" } as const;
/**
 * What a rule of one's own may say, once each: where a part is said twice, one reader takes the first and another the last. One time
 * on a day: with every hour, minute and second in it, a rule of 437 letters has 86,400 of them, all worked out at once.
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

export const wallTime = (instant: string, timeZone: string): Temporal.PlainDateTime =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();

/** When a wall clock shows this; a time that it skips is as much later. */
export const instantAt = (wall: Temporal.PlainDateTime, timeZone: string): Temporal.Instant =>
  wall.toZonedDateTime(timeZone, { disambiguation: "compatible" }).toInstant();

export const isoOf = (instant: Temporal.Instant): string => new Date(instant.epochMilliseconds).toISOString();

/**
 * Without an end of its own a series has one after a year or 200 dates.
 * @throws Problem 422 for a rule that is none, that says more dates than that, or whose dates lie on one another.
 */
export function datesOf(input: SeriesInput): Series {
  const { timeZone } = input;
  const first = wallTime(input.start_date, timeZone);
  const length = Temporal.Instant.from(input.start_date).until(Temporal.Instant.from(input.end_date));
  const dateAt = (wall: Temporal.PlainDateTime): SeriesDate => {
    const start = instantAt(wall, timeZone);
    const shifted = !start.toZonedDateTimeISO(timeZone).toPlainDateTime().equals(wall);
    return {
      date: wall.toPlainDate().toString(),
      start_date: isoOf(start),
      end_date: isoOf(start.add(length)),
      shifted,
    };
  };
  if (!input.repeat || input.repeat === "doesNotRepeat") return { dates: [dateAt(first)], skipped: [], rrule: null };
  const rule = ruleOf(input, first);
  const found = occurrences(rule, first);
  const walls = hasEnd(input) ? found : found.slice(0, largestSeries);
  if (walls.length === 0) throw invalid(fieldOf(input), "field.seriesEmpty");
  if (walls.length > largestSeries) throw invalid(fieldOf(input), "field.seriesTooLong");
  const dates = walls.map(dateAt);
  const meet = dates.some((date, n) => n > 0 && date.start_date < (dates[n - 1] as SeriesDate).end_date);
  if (meet) throw invalid("repeat", "field.seriesMeetsItself");
  return { dates, skipped: skippedMonths(rule, first, walls), rrule: rule };
}

const fieldOf = ({ repeat }: SeriesInput) => (repeat === "custom" ? "rrule" : "repeat");

const ended = /;(COUNT|UNTIL)=/;
const hasEnd = ({ repeat_until, repeat_count, rrule = "" }: SeriesInput) =>
  Boolean(repeat_until ?? repeat_count) || ended.test(rrule);

/** With an end that is within a year: rules without one, and those that never come to a date, end there. */
function ruleOf(input: SeriesInput, first: Temporal.PlainDateTime): string {
  const last = first.add(longest);
  const until = input.repeat_until ? Temporal.PlainDate.from(input.repeat_until) : null;
  if (until && Temporal.PlainDate.compare(until, first) < 0) throw invalid("repeat_until", "field.seriesEnd");
  if (until && Temporal.PlainDate.compare(until, last) > 0) throw invalid("repeat_until", "field.seriesTooLong");
  const end = input.repeat_count ? `COUNT=${input.repeat_count}` : `UNTIL=${untilText(until ?? last.toPlainDate())}`;
  if (input.repeat !== "custom") {
    const day = input.repeat === "monthly" ? `;BYMONTHDAY=${first.day}` : "";
    return `FREQ=${frequencies[input.repeat as keyof typeof frequencies]}${day};${end}`;
  }
  const rule = (input.rrule ?? "").toUpperCase().replace(/^RRULE:/, "");
  if (!rule) throw invalid("rrule", "field.required");
  if (!isRule(rule)) throw invalid("rrule", "field.rrule");
  return ended.test(rule) ? rule : `${rule};${end}`;
}

const untilText = (date: Temporal.PlainDate) => `${date.toString().replaceAll("-", "")}T235959Z`;

/**
 * As the wall clock shows them, whatever it skips: the rule is worked out as if the clock never changed. One more than a series
 * may have, so that it is noticed.
 */
function occurrences(rule: string, first: Temporal.PlainDateTime): Temporal.PlainDateTime[] {
  const last = first.add(longest);
  const found: Temporal.PlainDateTime[] = [];
  try {
    const dtstart = first.toZonedDateTime("UTC");
    const parsed = new RRuleTemporal({ rruleString: rule, dtstart: dtstart as never, maxIterations: 10_000 });
    for (const at of parsed.between(
      new Date(dtstart.epochMilliseconds - 1),
      new Date(last.toZonedDateTime("UTC").epochMilliseconds + 86_400_000),
      true,
    )) {
      found.push(Temporal.PlainDateTime.from(at.toPlainDateTime().toString()));
      if (found.length > largestSeries) break;
    }
  } catch {
    throw invalid("rrule", "field.rrule");
  }
  if (found.some((wall) => Temporal.PlainDateTime.compare(wall, last.add({ days: 1 })) > 0)) {
    throw invalid("rrule", "field.seriesTooLong");
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
