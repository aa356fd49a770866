import ICAL from "ical.js";
import { instantAtLocalTime } from "../../../../shared/kernel/wall-clock";
import type { DayPart, LeaveSpan } from "../../../../shared/requests/leave/calendar/days.rules";
import { dayNumber, dayOfNumber } from "../../../../shared/kernel/day-number";
import { buildCalendarText, newCalendar } from "../../../platform/calendar-text";

export interface CalendarEntry extends LeaveSpan {
  /** Stable UID that identifies the entry for calendar clients. */
  uid: string;
  summary: string;
  tentative: boolean;
  busy: boolean;
  /** Time of the last change. Stable, so that unchanged feeds are identical and get a 304. */
  written_at: string;
  /** Time zone of the times of a part of a day. */
  time_zone: string;
}

type Times = [start: ICAL.Time, end: ICAL.Time];

const daysOf = ({ start_date, end_date }: CalendarEntry): Times => [
  dayValue(start_date),
  dayValue(dayOfNumber(dayNumber(end_date) + 1)),
];

/**
 * Returns UTC times, so that calendars need no rules for clock changes. The end is computed from the duration, because a local time can
 * occur twice.
 */
function timesOf(day: string, { start_time, minutes }: DayPart, timeZone: string): Times {
  const start = instantAtLocalTime(Date.parse(`${day}T${start_time}:00Z`), timeZone);
  return [start, start + minutes * 60_000].map((at) => ICAL.Time.fromJSDate(new Date(at), true)) as Times;
}

const dayValue = (day: string) => ICAL.Time.fromDateString(day);

/**
 * Renders an iCalendar (RFC 5545) with all-day entries and timed parts of a day; DTEND is exclusive. The text stays identical while nothing
 * changes, so that polling clients get a 304.
 */
export function leaveCalendarText(
  name: string,
  host: string,
  entries: readonly CalendarEntry[],
  furtherEvents: readonly (() => ICAL.Component)[] = [],
): Promise<string> {
  const events = [...entries.map((entry) => () => eventOf(entry, host)), ...furtherEvents];
  return buildCalendarText(newCalendar("Leave", name), events, (make) => make());
}

function eventOf(entry: CalendarEntry, host: string): ICAL.Component {
  const event = new ICAL.Component("vevent");
  event.addPropertyWithValue("uid", `${entry.uid}@${host}`);
  event.addPropertyWithValue("dtstamp", ICAL.Time.fromJSDate(new Date(entry.written_at), true));
  const [start, end] = entry.part ? timesOf(entry.start_date, entry.part, entry.time_zone) : daysOf(entry);
  event.addPropertyWithValue("dtstart", start);
  event.addPropertyWithValue("dtend", end);
  event.addPropertyWithValue("summary", entry.summary);
  event.addPropertyWithValue("status", entry.tentative ? "TENTATIVE" : "CONFIRMED");
  event.addPropertyWithValue("transp", entry.busy ? "OPAQUE" : "TRANSPARENT");
  event.addPropertyWithValue("class", "PRIVATE");
  return event;
}
