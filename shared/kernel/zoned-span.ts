import { localDaysOf } from "./local-span";
import { localDayAt, localTimeAt } from "./wall-clock";
import { type ZoneTextId, zoneName } from "./zone-names";

export interface ZonedSpanFormats {
  day(at: Date, timeZone: string): string;
  time(at: Date, timeZone: string): string;
  text(id: ZonedSpanTextId, values: Record<string, string>): string;
  direction: "ltr" | "rtl";
}
export type ZonedSpanTextId =
  | "when.at"
  | "when.midnight"
  | "when.span"
  | "when.zone"
  | "when.zoneAndYours"
  | ZoneTextId;

export interface ZonedSpan {
  from: Date;
  until: Date;
  timeZone: string;
}

export interface ZonedSpanOptions {
  /** The reader's time zone. If the reader's local times differ, they follow in parentheses. */
  reader?: string | undefined;
  /** Whether to include the day; false below a heading that contains it. A day that differs is always included. */
  withDay?: boolean;
  /** Whether to name the time zone even if the reader's local time is the same. */
  named?: boolean;
}

/** Returns "UTC+2" or "UTC+10:30", which distinguishes the two occurrences of a repeated local time. */
export function utcOffsetAt(at: number, timeZone: string): string {
  const minutes = Math.round((localTimeAt(at, timeZone) - at) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "-" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

/** Calendar days between start and end: 1 if the end is on the next day. An end at midnight belongs to the day before. */
export function daysApart(from: Date, until: Date, timeZone: string): number {
  const { firstDay, lastDay } = localDaysOf({ from: from.getTime(), until: until.getTime() }, timeZone);
  return lastDay - firstDay;
}

/** Whether a local day ends at this instant. */
export const isEndOfDay = (at: Date, timeZone: string): boolean =>
  localDayAt(at.getTime() - 1, timeZone) !== localDayAt(at.getTime(), timeZone);

export const hasSameLocalTime = ({ from, until, timeZone }: ZonedSpan, other: string): boolean =>
  [from, until].every((at) => localTimeAt(at.getTime(), timeZone) === localTimeAt(at.getTime(), other));

function formatInZone(
  { from, until }: ZonedSpan,
  timeZone: string,
  formats: ZonedSpanFormats,
  withDay: boolean,
): string {
  const { day, time, text } = formats;
  const endsDay = until > from && isEndOfDay(until, timeZone);
  const end = endsDay ? text("when.midnight", {}) : time(until, timeZone);
  if (daysApart(from, until, timeZone) !== 0) {
    const lastDay = day(endsDay ? new Date(until.getTime() - 1) : until, timeZone);
    return text("when.span", {
      from: text("when.at", { day: day(from, timeZone), time: time(from, timeZone) }),
      until: text("when.at", { day: lastDay, time: end }),
    });
  }
  const times = text("when.span", { from: time(from, timeZone), until: end });
  return withDay ? text("when.at", { day: day(from, timeZone), time: times }) : times;
}

/**
 * Formats a time span at a location for screens, emails, notifications and files. Uses the location's time zone, includes both days if
 * start and end are on different days, and adds the reader's local time if it differs.
 */
export function zonedSpanText(when: ZonedSpan, formats: ZonedSpanFormats, options: ZonedSpanOptions = {}): string {
  const { reader, withDay = true, named = true } = options;
  const own = formatInZone(when, when.timeZone, formats, withDay);
  const isolated = (part: string) => (formats.direction === "rtl" ? `\u2068${part}\u2069` : part);
  const zone = isolated(zoneName(when.timeZone, (id) => formats.text(id, {})));
  if (reader && !hasSameLocalTime(when, reader)) {
    const isOtherDay = [when.from.getTime(), when.until.getTime() - 1].some(
      (at) => localDayAt(at, reader) !== localDayAt(at, when.timeZone),
    );
    const yours = formatInZone(when, reader, formats, isOtherDay);
    return formats.text("when.zoneAndYours", { when: own, zone, yours });
  }
  return named ? formats.text("when.zone", { when: own, zone }) : own;
}
