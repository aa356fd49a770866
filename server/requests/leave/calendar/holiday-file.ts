import { elapsedDaySeconds } from "../../../../shared/kernel/elapsed-time";
import ICAL from "ical.js";
import { ValidationError } from "yup";
import { dayNumber, dayOfNumber } from "../../../../shared/kernel/day-number";
import { type DayStyle, parseDayIn, dayStyleOf } from "../../../../shared/kernel/written-days";
import { removeFormulaGuard } from "../../../../shared/kernel/text/csv";
import { holidaySchema, maxHolidayRows } from "../../../../shared/requests/leave/calendar/calendar.schema";
import { normalizeForComparison } from "../../../platform/tables/normalize-for-comparison";
import { decodeText } from "../../../platform/tables/encoding";
import {
  readTable,
  type TableChoice,
  type TableFile,
  type TableRow,
  parseTextTable,
} from "../../../platform/tables/table";
import type { HolidayInput } from "./holidays.service";

export interface HolidayRow {
  /** Line number in the file, or number of the event; starts at 1. */
  line: number;
  date: string | null;
  name: string;
  half: string | null;
  location: string | null;
  isObservance: boolean;
  errors: string[];
}

export interface HolidayFileInput {
  source: Uint8Array | string;
  choice?: TableChoice;
  /** Order of day and month, if the user selected it. */
  days?: DayStyle | undefined;
  years: { from: number; to: number };
}

export interface HolidayFile {
  /** At most `maxHolidayRows` + 1 rows, so that callers detect lists that are too long. */
  rows: HolidayRow[];
  text: TableFile["text"];
  /** Null for calendars and pasted text. */
  layout: TableFile["layout"] | null;
  days: { style: DayStyle; ambiguous: boolean } | null;
}

/** Limits for expanding a repeated event: number of occurrences, and days per occurrence. */
const maxTimes = 5_000;
const longestEvent = 60;

/** Calendars start with BEGIN:VCALENDAR; anything else is read as a table. */
const isCalendar = (content: string) => /^\ufeff?\s*BEGIN:VCALENDAR/i.test(content);

/**
 * Parses holidays from a table or calendar, with errors per row.
 * @throws when the content is neither.
 */
export async function readHolidays({ source, choice, days, years }: HolidayFileInput): Promise<HolidayFile> {
  const pasted = typeof source === "string" ? ({ text: source, encoding: "utf-8", isDoubtful: false } as const) : null;
  const isPacked = typeof source !== "string" && source[0] === 0x50 && source[1] === 0x4b;
  const decoded = pasted ?? (isPacked ? null : decodeText(source as Uint8Array, choice?.encoding));
  if (decoded && isCalendar(decoded.text)) {
    const text = { encoding: decoded.encoding, separator: ",", isDoubtful: decoded.isDoubtful } as const;
    return { rows: checked(fromCalendars(decoded.text, years)), text: pasted ? null : text, layout: null, days: null };
  }
  const options = { mostRows: maxHolidayRows, ...choice, countTitles };
  const table = decoded ? parseTextTable(decoded, options) : await readTable(source as Uint8Array, options);
  const { rows, ...found } = fromTable(table.rows, days);
  return { rows: checked(rows), text: table.text, layout: pasted ? null : table.layout, ...found };
}

const checked = (rows: HolidayRow[]): HolidayRow[] =>
  rows.length > maxHolidayRows
    ? rows.slice(0, maxHolidayRows + 1)
    : rows.map((row) => ({ ...row, errors: row.errors.length > 0 ? row.errors : errorsOf(row) }));

export const holidayInputOf = ({ date, name, half, location }: Omit<HolidayRow, "isObservance">): HolidayInput =>
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

const headings: Record<"date" | "name" | "half" | "location" | "end" | "endTime" | "allDay", string> = {
  date: "date,day,start date,datum,tag,startdatum,beginnt am,التاريخ,تاريخ,اليوم,날짜,일자,시작 날짜,بەروار,ڕۆژ",
  name: "name,holiday,subject,title,summary,feiertag,bezeichnung,betreff,titel,الاسم,العطلة,الموضوع,العنوان,이름,공휴일,명칭,제목,ناو,پشوو",
  half: "half,half day,hälfte,halbtag,halber tag,نصف يوم,반차,반일,نیوە,نیوە ڕۆژ",
  location: "location,place,ort,standort,bundesland,region,الموقع,المكان,위치,장소,지역,근무지,شوێن",
  end: "end date,end,enddatum,endet am,bis,تاريخ الانتهاء,تاريخ النهاية,종료 날짜,종료일,بەرواری کۆتایی",
  endTime: "end time,endet um,endzeit,وقت الانتهاء,وقت النهاية,종료 시간,종료 시각,کاتی کۆتایی",
  allDay:
    "all day event,all day,ganztägiges ereignis,ganztägig,حدث يستغرق اليوم بأكمله,طوال اليوم,하루 종일 이벤트,종일 이벤트,하루 종일,종일,هەموو ڕۆژ",
};
/** Values of a column "all day" for events with a time of day. */
const timed = new Set(
  "false,no,0,n,falsch,nein,خطأ,لا,거짓,아니요,아니오,نەخێر".split(",").map(normalizeForComparison),
);
const halves: Record<"morning" | "afternoon", string> = {
  morning: "morning,am,vormittag,vormittags,صباحا,صباح,قبل الظهر,오전,بەیانی,پێش نیوەڕۆ",
  afternoon: "afternoon,pm,nachmittag,nachmittags,مساء,بعد الظهر,오후,ئێوارە,دوای نیوەڕۆ",
};
const inWords = <Key extends string>(words: Record<Key, string>) =>
  new Map(
    (Object.entries(words) as [Key, string][]).flatMap(([key, list]) =>
      list.split(",").map((word) => [normalizeForComparison(word), key] as const),
    ),
  );
const [columnCalled, halfCalled] = [inWords(headings), inWords(halves)];

type Column = keyof typeof headings;

const columnsOf = (titles: readonly string[]) => titles.map((title) => columnCalled.get(normalizeForComparison(title)));
/** A head row must have the date, because the columns have a usual order. */
function countTitles(titles: readonly string[]): number {
  const columns = columnsOf(titles);
  return columns.includes("date") ? new Set(columns.filter(Boolean)).size : 0;
}

/** Columns in the order date, name, half, location, or as named by a header row. */
function fromTable(table: readonly TableRow[], chosen: DayStyle | undefined): Pick<HolidayFile, "rows" | "days"> {
  const columns = columnsOf(table[0]?.cells.map(({ text }) => text) ?? []);
  const hasHead = columns.includes("date");
  const records = table.slice(hasHead ? 1 : 0);
  const usual: readonly Column[] = ["date", "name", "half", "location"];
  const cellOf = ({ cells }: TableRow, column: Column) =>
    cells[hasHead ? columns.indexOf(column) : usual.indexOf(column)];
  const textOf = (row: TableRow, column: Column) => removeFormulaGuard(cellOf(row, column)?.text ?? "");
  const found = dayStyleOf(records.map((row) => textOf(row, "date")));
  const style = chosen ?? (found.isAmbiguous ? null : found.style);
  const dayIn = (row: TableRow, column: Column) => cellOf(row, column)?.day ?? parseDayIn(style, textOf(row, column));
  const rows = records.flatMap((row): HolidayRow[] => {
    const text = textOf(row, "date");
    const date = dayIn(row, "date");
    const half = textOf(row, "half");
    const read = {
      line: row.line,
      date: date ?? text,
      name: textOf(row, "name"),
      half: half === "" ? null : (halfCalled.get(normalizeForComparison(half)) ?? half.toLowerCase()),
      location: textOf(row, "location") || null,
      isObservance: false,
    };
    const withError = (error: string) => [{ ...read, errors: [error] }];
    if (date === null && text !== "")
      return withError(style === null && parseDayIn("dmy", text) ? "leave.importOrder" : "people.import.day");
    if (timed.has(normalizeForComparison(textOf(row, "allDay")))) return withError("leave.importNoDay");
    const end = textOf(row, "end") === "" ? date : dayIn(row, "end");
    if (date === null || end === null)
      return date === null ? [{ ...read, errors: [] }] : withError("people.import.day");
    // Outlook writes the end of a whole day as the midnight after it.
    const isMidnight = /^(?:12:00(?::00)?\s*(?:am|ص|오전)|오전\s*12:00(?::00)?|0?0:00(?::00)?)$/i.test(
      textOf(row, "endTime"),
    );
    const length = dayNumber(end) - dayNumber(date) + (isMidnight && end > date ? 0 : 1);
    if (length < 1) return withError("people.import.day");
    return daysFrom(date, length).map((day) => ({ ...read, date: day, errors: [] }));
  });
  return { rows, days: found.style && { style: found.style, ambiguous: found.isAmbiguous } };
}

/** An event with data the library doesn't provide. */
interface CalendarEvent {
  line: number;
  component: ICAL.Component;
  event: ICAL.Event;
  uid: string;
  isCancelled: boolean;
  /** Original date of a RECURRENCE-ID event. */
  replaces: string | null;
}

/** Days without `VALUE=DATE`, as some programs write them. */
const dayWithoutType =
  /^((?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)(?:;(?!VALUE=)[^:;\r\n]*)*):(?=\d{8}(?:,\d{8})*\r?$)/gim;

/** Reads all calendars of a file, which usually contains one. */
function fromCalendars(content: string, years: HolidayFileInput["years"]): HolidayRow[] {
  const parsed = ICAL.parse(content.replace(dayWithoutType, "$1;VALUE=DATE:")) as unknown[];
  const calendars = (typeof parsed[0] === "string" ? [parsed] : parsed) as unknown[][];
  return calendars.flatMap((calendar) => fromCalendar(new ICAL.Component(calendar), years));
}

function fromCalendar(calendar: ICAL.Component, years: HolidayFileInput["years"]): HolidayRow[] {
  const zone = String(calendar.getFirstPropertyValue("x-wr-timezone") ?? "") || null;
  const events = calendar
    .getAllSubcomponents("vevent")
    .slice(0, maxHolidayRows + 1)
    .map((component, at): CalendarEvent => {
      const event = new ICAL.Event(component);
      const replaced = component.getFirstPropertyValue("recurrence-id") as ICAL.Time | null;
      return {
        line: at + 1,
        component,
        event,
        uid: event.uid || `line ${at + 1}`,
        isCancelled: String(component.getFirstPropertyValue("status") ?? "").toUpperCase() === "CANCELLED",
        replaces: replaced && dayOf(replaced, zone),
      };
    });
  const replaced = new Map<string, Set<string>>();
  for (const { uid, replaces } of events)
    if (replaces) replaced.set(uid, (replaced.get(uid) ?? new Set<string>()).add(replaces));
  return events
    .filter((one) => !one.isCancelled && !isOutdated(one, events))
    .flatMap((one) => rowsOf(one, replaced.get(one.uid) ?? new Set(), zone, years));
}

/** Whether the file has a newer version of the event, or its series is cancelled. */
function isOutdated({ uid, replaces, event, line }: CalendarEvent, events: readonly CalendarEvent[]): boolean {
  if (uid.startsWith("line ")) return false;
  return events.some((other) => {
    if (other.uid !== uid || other.line === line) return false;
    if (replaces && !other.replaces) return other.isCancelled;
    if (other.replaces !== replaces) return false;
    return other.event.sequence > event.sequence || (other.event.sequence === event.sequence && other.line > line);
  });
}

/** Google describes days such as Mother's Day as observances, on which people work. */
const observance = /^\s*(?:observance|gedenktag|feier- oder gedenktag|일반 기념일|기념일|مناسبة|يوم احتفال)/iu;

function rowsOf(
  { component, event, line, replaces }: CalendarEvent,
  replaced: ReadonlySet<string>,
  zone: string | null,
  years: HolidayFileInput["years"],
): HolidayRow[] {
  const isObservance = observance.test(event.description ?? "");
  const row = {
    line,
    date: null,
    name: event.summary ?? "",
    half: null,
    location: event.location || null,
    isObservance,
  };
  const first = event.startDate && wholeDays(event, zone);
  if (!first) return [{ ...row, errors: ["leave.importNoDay"] }];
  if (!isRareRepetition(component)) return [{ ...row, errors: ["leave.importRepeats"] }];
  const starts =
    event.isRecurring() && !replaces ? startsOf(event, zone, years).filter((day) => !replaced.has(day)) : [first.day];
  return starts.flatMap((start) => daysFrom(start, first.length)).map((date) => ({ ...row, date, errors: [] }));
}

/** First day and number of days; null for an event with a time of day. Outlook writes whole days as midnight to midnight. */
function wholeDays(event: ICAL.Event, zone: string | null): { day: string; length: number } | null {
  const seconds = event.duration.toSeconds();
  if (event.startDate.isDate)
    return { day: dayOf(event.startDate, zone), length: Math.max(1, Math.round(seconds / elapsedDaySeconds)) };
  // A day with a clock change has 23 or 25 hours.
  const length = Math.round(seconds / elapsedDaySeconds);
  if (length < 1 || Math.abs(seconds - length * elapsedDaySeconds) > 3_600 || !isMidnight(event.startDate, zone))
    return null;
  return { day: dayOf(event.startDate, zone), length };
}

const isUtc = (time: ICAL.Time) => time.zone === ICAL.Timezone.utcTimezone;

/** Converts UTC times to the calendar's time zone; other times are local already. */
function wallOf(time: ICAL.Time, zone: string | null): string {
  if (time.isDate || !isUtc(time) || !zone) return time.toString().slice(0, 19);
  try {
    return new Date(time.toUnixTime() * 1_000).toLocaleString("sv-SE", { timeZone: zone }).replace(" ", "T");
  } catch {
    return time.toString().slice(0, 19);
  }
}

const dayOf = (time: ICAL.Time, zone: string | null) => wallOf(time, zone).slice(0, 10);
const isMidnight = (time: ICAL.Time, zone: string | null) =>
  wallOf(time, zone).endsWith("T00:00:00") && (zone !== null || !isUtc(time));

/** Start days of a series' events. Leaves out dates that don't exist in a year, for which the library would use the following day. */
function startsOf(event: ICAL.Event, zone: string | null, { from, to }: HolidayFileInput["years"]): string[] {
  const starts: string[] = [];
  const first = dayOf(event.startDate, zone).slice(5);
  const rules = event.component.getAllProperties("rrule").map((property) => property.getFirstValue() as ICAL.Recur);
  // For an all-day series, UNTIL in UTC means the day in the calendar's time zone.
  for (const rule of rules)
    if (rule.until && !rule.until.isDate && event.startDate.isDate)
      rule.until = ICAL.Time.fromDateString(dayOf(rule.until, zone));
  const isSameDay = rules.length > 0 && rules.every(({ freq, parts }) => freq === "YEARLY" && !("BYDAY" in parts));
  const added = new Set(
    event.component
      .getAllProperties("rdate")
      .flatMap((property) => property.getValues().map((time) => dayOf(time as ICAL.Time, zone))),
  );
  const times = event.iterator();
  for (let time = 0, next = times.next(); next && next.year <= to && time < maxTimes; time++, next = times.next()) {
    if (next.year < from - 1) continue;
    const day = dayOf(next, zone);
    if (day.slice(0, 4) >= String(from) && (!isSameDay || day.slice(5) === first || added.has(day))) starts.push(day);
  }
  return starts;
}

const daysFrom = (start: string, length: number) =>
  Array.from({ length: Math.min(length, longestEvent) }, (_, at) => dayOfNumber(dayNumber(start) + at));

/**
 * Whether the event occurs once, yearly, or daily or weekly with an end, as holidays do. Rules that may never match, such as 31 February,
 * would make the library search endlessly, so only rules that match in each period are accepted.
 */
function isRareRepetition(component: ICAL.Component): boolean {
  if (component.hasProperty("exrule")) return false;
  const { month, day } = component.getFirstPropertyValue("dtstart") as ICAL.Time;
  return component.getAllProperties("rrule").every((property) => {
    const { freq, until, count, interval, parts } = property.getFirstValue() as ICAL.Recur;
    if (!(interval >= 1)) return false;
    const ends = until !== null || count !== null;
    if (freq === "DAILY") return ends && Object.keys(parts).length === 0;
    const ruleParts = Object.entries(parts).map(([name, values]) => [name, values.map(String)] as const);
    if (freq === "WEEKLY")
      return (
        ends &&
        ruleParts.every(
          ([name, [value = "", ...more]]) => name === "BYDAY" && more.length === 0 && /^[A-Z]{2}$/.test(value),
        )
      );
    if (freq !== "YEARLY") return false;
    return ruleParts.every(([name, [value = "", ...more]]) => {
      if (more.length > 0) return false;
      if (name === "BYDAY")
        return "BYMONTH" in parts && !("BYMONTHDAY" in parts) && /^(\+?[1-4]|-1)[A-Z]{2}$/.test(value);
      return (name === "BYMONTH" && value === String(month)) || (name === "BYMONTHDAY" && value === String(day));
    });
  });
}

declare module "../../../platform/child-processes" {
  interface ChildTable {
    holidays(file: HolidayFileInput): Promise<HolidayFile>;
  }
}
