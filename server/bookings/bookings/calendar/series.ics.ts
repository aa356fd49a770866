import { Temporal } from "@js-temporal/polyfill";
import ICAL from "ical.js";
import { elapsedDayMs } from "../../../../shared/kernel/elapsed-time";
import { instantAtLocalTime, localTimeAt } from "../../../../shared/kernel/wall-clock";
import { withPlainMonthDay } from "../../../../shared/bookings/bookings/repeat.rules";
import { zoneComponent } from "./calendar-zone";
import { type CalendarBooking, calendarEventOf } from "./ics";
import { longestExtended, seriesOccurrences } from "../series.dates";

export interface SeriesBooking extends CalendarBooking {
  series: NonNullable<CalendarBooking["series"]>;
  answer?: string | null;
}

interface SeriesEvent {
  event: ICAL.Component;
  row: SeriesBooking;
}

export const isExportedAsOneEvent = (rows: readonly CalendarBooking[]): rows is readonly SeriesBooking[] =>
  rows[0]?.series?.one_event === true;

const yearMs = 366 * elapsedDayMs;
const uidOf = ({ series }: SeriesBooking) => `series-${series.uid}`;

/** Difference of the local times of start and end. */
const lengthOf = ({ starts_at, ends_at, series }: SeriesBooking) =>
  localTimeAt(ends_at.getTime(), series.time_zone) - localTimeAt(starts_at.getTime(), series.time_zone);

function mostFrequent<Value>(values: readonly Value[]): Value {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] as Value;
}

/** Properties of a date's event other than its time, for comparison. */
const shownOf = ({ title, note, place, vehicle, status, private: hidden, answer }: SeriesBooking) =>
  JSON.stringify([title, note, place, vehicle, status, hidden, answer]);

function timeAt(localMs: number): ICAL.Time {
  return ICAL.Time.fromDateTimeString(new Date(localMs).toISOString().slice(0, 19));
}

function addTime(event: ICAL.Component, name: string, wall: number, timeZone: string): void {
  event.addPropertyWithValue(name, timeAt(wall)).setParameter("tzid", timeZone);
}

/** Local time used in the recurrence ids of the series. */
const timeOf = ({ series }: SeriesBooking): number => Date.parse(`1970-01-01T${series.begins}Z`);

function localTimeEventOf(row: SeriesBooking, host: string, stamp: Date | undefined): ICAL.Component {
  const { time_zone: timeZone, sequence } = row.series;
  const event = calendarEventOf({ ...row, uid: uidOf(row), calendar_sequence: sequence }, host, stamp);
  for (const [name, at] of [
    ["dtstart", row.starts_at],
    ["dtend", row.ends_at],
  ] as const) {
    const wall = localTimeAt(at.getTime(), timeZone);
    // With a TZID, clients read an ambiguous time as its first occurrence. The second one stays in UTC.
    if (instantAtLocalTime(wall, timeZone) !== at.getTime()) continue;
    event.removeAllProperties(name);
    addTime(event, name, wall, timeZone);
  }
  return event;
}

/**
 * Exports a series as one event (RFC 5545): its rule, exceptions, and a separate event per deviating date. Compares what clients expand
 * from the rule with the actual bookings.
 * @param rows the dates of one series visible to the reader, by date.
 */
export function seriesEvents(rows: readonly SeriesBooking[], host: string, stamp?: Date): SeriesEvent[] {
  const [first] = rows as [SeriesBooking, ...SeriesBooking[]];
  const { time_zone: timeZone, first_date } = first.series;
  // The dates in shorter months are added as single dates.
  const rrule = withPlainMonthDay(first.series.rrule);
  const time = timeOf(first);
  const length = mostFrequent(rows.map(lengthOf));
  const usualText = mostFrequent(rows.map(shownOf));
  const usualRow = rows.find((row) => shownOf(row) === usualText) as SeriesBooking;
  const wallOn = (date: string) => Date.parse(`${date}T00:00:00Z`) + time;
  const start = wallOn(first_date);
  const startDateTime = Temporal.PlainDateTime.from(new Date(start).toISOString().slice(0, 19));
  // Clients expand the whole rule, so that each of its dates without a booking needs an exception.
  const occurrences = seriesOccurrences(rrule, startDateTime, timeZone, { longest: longestExtended, limit: Infinity });
  const ruled = new Set(occurrences.map((wall) => wall.toPlainDate().toString()));
  ruled.add(first_date); // DTSTART is always a date of the series
  const dates = new Set(rows.map((row) => row.series.date));

  const master = localTimeEventOf(usualRow, host, stamp);
  master.updatePropertyWithValue("dtstart", timeAt(start));
  master.updatePropertyWithValue("dtend", timeAt(start + length));
  master.addPropertyWithValue("rrule", ICAL.Recur.fromString(rrule));
  for (const date of ruled) if (!dates.has(date)) addTime(master, "exdate", wallOn(date), timeZone);
  for (const date of dates) if (!ruled.has(date)) addTime(master, "rdate", wallOn(date), timeZone);
  // RFC 5545 repeats the exact duration, while programs repeat the local one. Dates on which these differ are exceptions.
  const exact = instantAtLocalTime(start + length, timeZone) - instantAtLocalTime(start, timeZone);
  const isAsRuled = ({ starts_at, ends_at, series }: SeriesBooking) => {
    const [from, until] = [starts_at.getTime(), ends_at.getTime()];
    const wall = wallOn(series.date);
    const isAt = (at: number, time: number) =>
      localTimeAt(at, timeZone) === time && instantAtLocalTime(time, timeZone) === at;
    return isAt(from, wall) && isAt(until, wall + length) && until - from === exact;
  };
  const others = rows.filter((row) => !isAsRuled(row) || shownOf(row) !== usualText);
  return [
    { event: master, row: usualRow },
    ...others.map((row) => ({ event: dateEvent(row, time, host, stamp), row })),
  ];
}

function dateEvent(row: SeriesBooking, time: number, host: string, stamp: Date | undefined): ICAL.Component {
  const event = localTimeEventOf(row, host, stamp);
  addTime(event, "recurrence-id", Date.parse(`${row.series.date}T00:00:00Z`) + time, row.series.time_zone);
  return event;
}

/**
 * Builds the events that cancel dates of a series (RFC 5546). If no dates are left, one event with only the UID cancels the whole series.
 * @param left dates the recipient still has.
 */
export function cancelledEvents(
  rows: readonly SeriesBooking[],
  left: readonly SeriesBooking[],
  host: string,
  stamp: Date,
): SeriesEvent[] {
  const [first] = rows as [SeriesBooking, ...SeriesBooking[]];
  if (left.length === 0) return [{ event: localTimeEventOf(first, host, stamp), row: first }];
  return rows.map((row) => ({ event: dateEvent(row, timeOf(row), host, stamp), row }));
}

export function timeZoneComponentsOf(rows: readonly CalendarBooking[]): ICAL.Component[] {
  const spans = new Map<string, { from: number; until: number }>();
  for (const { series, starts_at, ends_at } of rows) {
    if (!series?.one_event) continue;
    const first = Date.parse(series.first_date);
    const span = spans.get(series.time_zone) ?? { from: first, until: first };
    spans.set(series.time_zone, {
      from: Math.min(span.from, first, starts_at.getTime()),
      until: Math.max(span.until, ends_at.getTime()),
    });
  }
  return [...spans].map(([zone, { from, until }]) => zoneComponent(zone, from - yearMs, until + yearMs));
}

/** Returns a function for each calendar event, so that events are built lazily. A series is one event with its rule. */
export function calendarEventsOf(rows: readonly CalendarBooking[], host: string): (() => ICAL.Component)[] {
  const eventBuilders: (() => ICAL.Component)[] = timeZoneComponentsOf(rows).map((zone) => () => zone);
  const series = new Map<number, SeriesBooking[]>();
  for (const row of rows) {
    if (!row.series?.one_event) eventBuilders.push(() => calendarEventOf(row, host));
    else series.set(row.series.id, [...(series.get(row.series.id) ?? []), row as SeriesBooking]);
  }
  for (const dates of series.values())
    eventBuilders.push(
      ...seriesEvents(dates, host).map(
        ({ event }) =>
          () =>
            event,
      ),
    );
  return eventBuilders;
}
