import { parse } from "csv-parse/sync";
import ICAL from "ical.js";
import { ValidationError } from "yup";
import { holidaySchema } from "../../shared/leave/leave.schema";
import type { HolidayInput } from "./holidays.service";

/** A row of a list of holidays: what it says, and what is wrong with it (message ids). */
export interface HolidayRow {
  /** Line of the file, or number of the event, from 1. */
  line: number;
  date: string | null;
  name: string;
  half: string | null;
  location: string | null;
  errors: string[];
}

export type HolidayFormat = "csv" | "ics";

/** So many rows a list may have; more are refused unread. */
export const mostRows = 2_000;
/** How often something that comes back is looked for, and how many days one event may last. */
const mostTimes = 5_000;
const longestEvent = 60;

/** A calendar says so in its first line; everything else is a table. */
export const formatOf = (content: string): HolidayFormat => (/^\s*BEGIN:VCALENDAR/i.test(content) ? "ics" : "csv");

/**
 * Reads a list of holidays out of a table or a calendar. Each row says what is wrong with it; one more than `mostRows`
 * says that there are too many. `years` is how far something that comes back every year is written out.
 * @throws where it is no calendar at all.
 */
export function readHolidays(content: string, years: { from: number; to: number }): HolidayRow[] {
  const rows = formatOf(content) === "ics" ? fromCalendar(content, years) : fromTable(content);
  if (rows.length > mostRows) return rows.slice(0, mostRows + 1);
  return rows.map((row) => ({ ...row, errors: row.errors.length > 0 ? row.errors : errorsOf(row) }));
}

/** As it is kept; only for rows without errors. */
export const inputOf = ({ date, name, half, location }: HolidayRow): HolidayInput =>
  holidaySchema.cast({ date, name, half, location });

function errorsOf({ date, name, half, location }: HolidayRow): string[] {
  try {
    holidaySchema.validateSync({ date, name, half, location }, { abortEarly: false, disableStackTrace: true });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return [...new Set(error.errors)];
  }
}

const headings: Record<string, "date" | "name" | "half" | "location"> = {
  date: "date",
  day: "date",
  datum: "date",
  name: "name",
  holiday: "name",
  feiertag: "name",
  half: "half",
  location: "location",
  ort: "location",
};

/** Columns in the order date, name, half, location, or as the first line names them. */
function fromTable(content: string): HolidayRow[] {
  const options = {
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    to: mostRows + 2,
  };
  const records = parse(content, { ...options, delimiter: [",", ";", "\t"], info: true }) as unknown as {
    record: string[];
    info: { lines: number };
  }[];
  const named = records[0]?.record.map((cell) => headings[cell.toLowerCase()]);
  const hasHead = named?.includes("date") ?? false;
  const at = (column: "date" | "name" | "half" | "location", usual: number) =>
    hasHead ? (named?.indexOf(column) ?? -1) : usual;
  return records.slice(hasHead ? 1 : 0).map(({ record, info }) => ({
    line: info.lines,
    date: dayOf(record[at("date", 0)] ?? ""),
    name: record[at("name", 1)] ?? "",
    half: record[at("half", 2)]?.toLowerCase() || null,
    location: record[at("location", 3)] || null,
    errors: [],
  }));
}

/** `2027-05-01`, `01.05.2027`, `1/5/2027`: the day before the month, as where people write it so. */
function dayOf(text: string): string {
  const match = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text);
  if (!match) return text;
  const [, day = "", month = "", year = ""] = match;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function fromCalendar(content: string, years: { from: number; to: number }): HolidayRow[] {
  const nothing = { date: null, name: "", half: null, location: null };
  const calendar = new ICAL.Component(ICAL.parse(content) as unknown[]);
  const events = calendar.getAllSubcomponents("vevent").slice(0, mostRows + 1);
  return events.flatMap((component, at): HolidayRow[] => {
    const event = new ICAL.Event(component);
    const row = { ...nothing, line: at + 1, name: event.summary ?? "", location: event.location || null };
    if (!event.startDate?.isDate) return [{ ...row, errors: ["leave.importNoDay"] }];
    if (!repeatsSeldom(component)) return [{ ...row, errors: ["leave.importRepeats"] }];
    return daysOf(event, years).map((date) => ({ ...row, date, errors: [] }));
  });
}

/**
 * Once, every year, or for a while by days or weeks: holidays do nothing else. A rule that may never match (31 February)
 * isn't searched for a match: that search has no end. So the parts are few, and each of them comes every time.
 */
function repeatsSeldom(component: ICAL.Component): boolean {
  if (component.hasProperty("exrule")) return false;
  const { month, day } = component.getFirstPropertyValue("dtstart") as ICAL.Time;
  return component.getAllProperties("rrule").every((property) => {
    const { freq, until, count, interval, parts } = property.getFirstValue() as ICAL.Recur;
    if (!(interval >= 1)) return false;
    const ends = until !== null || count !== null;
    if (freq === "DAILY") return ends && Object.keys(parts).length === 0;
    const said = Object.entries(parts).map(([name, values]) => [name, values.map(String)] as const);
    if (freq === "WEEKLY")
      return (
        ends &&
        said.every(([name, [value = "", ...more]]) => name === "BYDAY" && more.length === 0 && /^[A-Z]{2}$/.test(value))
      );
    if (freq !== "YEARLY") return false;
    return said.every(([name, [value = "", ...more]]) => {
      if (more.length > 0) return false;
      if (name === "BYDAY")
        return "BYMONTH" in parts && !("BYMONTHDAY" in parts) && /^(\+?[1-4]|-1)[A-Z]{2}$/.test(value);
      return (name === "BYMONTH" && value === String(month)) || (name === "BYMONTHDAY" && value === String(day));
    });
  });
}

/** The days of an event, and of each time it comes back. The end is the day after the last. */
function daysOf(event: ICAL.Event, { from, to }: { from: number; to: number }): string[] {
  const length = Math.max(1, Math.round(event.duration.toSeconds() / 86_400));
  const starts: ICAL.Time[] = [];
  if (!event.isRecurring()) starts.push(event.startDate);
  else {
    const times = event.iterator();
    for (let time = 0, next = times.next(); next && next.year <= to && time < mostTimes; time++, next = times.next())
      if (next.year >= from) starts.push(next);
  }
  return starts.flatMap((start) =>
    Array.from({ length: Math.min(length, longestEvent) }, (_, at) => {
      const day = start.clone();
      day.adjust(at, 0, 0, 0);
      return day.toString().slice(0, 10);
    }),
  );
}

declare module "../platform/child-processes" {
  interface ChildTable {
    holidays(file: { content: string; years: { from: number; to: number } }): HolidayRow[];
  }
}
