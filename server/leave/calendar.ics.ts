import ICAL from "ical.js";
import type { LeaveSpan } from "../../shared/leave/leave.days.rules";
import { dayNumber, dayOfNumber } from "../../shared/kernel/days";
import { calendarOfMany } from "../platform/calendar-text";

export interface CalendarEntry extends LeaveSpan {
  /** The same for as long as it is there: programs know an entry by it. */
  uid: string;
  summary: string;
  /** Somebody has yet to decide. */
  tentative: boolean;
  /** Whether the reader themself is not there. */
  busy: boolean;
}

const dayValue = (day: string) => ICAL.Time.fromDateString(day);

/**
 * A calendar as programs read it (RFC 5545): days without a time of day, the end being the day after the last. It is
 * the same text as long as nothing has changed, so that programs that ask again are told just that.
 */
export function calendarText(
  name: string,
  host: string,
  entries: readonly CalendarEntry[],
  more: readonly (() => ICAL.Component)[] = [],
): Promise<string> {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", "-//Task Management//Leave//EN");
  calendar.addPropertyWithValue("calscale", "GREGORIAN");
  calendar.addPropertyWithValue("method", "PUBLISH");
  calendar.addPropertyWithValue("x-wr-calname", name);
  calendar.addPropertyWithValue("refresh-interval", ICAL.Duration.fromString("PT1H")).setParameter("value", "duration");
  const events = [...entries.map((entry) => () => eventOf(entry, host)), ...more];
  return calendarOfMany(calendar, events, (make) => make());
}

function eventOf(entry: CalendarEntry, host: string): ICAL.Component {
  const event = new ICAL.Component("vevent");
  event.addPropertyWithValue("uid", `${entry.uid}@${host}`);
  // Required, and else of no use to anybody: the first day serves, since it makes no difference where nothing changed.
  event.addPropertyWithValue("dtstamp", ICAL.Time.fromDateTimeString(`${entry.start_date}T00:00:00Z`));
  event.addPropertyWithValue("dtstart", dayValue(entry.start_date));
  event.addPropertyWithValue("dtend", dayValue(dayOfNumber(dayNumber(entry.end_date) + 1)));
  event.addPropertyWithValue("summary", entry.summary);
  event.addPropertyWithValue("status", entry.tentative ? "TENTATIVE" : "CONFIRMED");
  event.addPropertyWithValue("transp", entry.busy ? "OPAQUE" : "TRANSPARENT");
  event.addPropertyWithValue("class", "PRIVATE");
  return event;
}
