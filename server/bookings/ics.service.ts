import ICAL from "ical.js";
import { calendarOut } from "../platform/calendar-text";
import { joinPiece } from "./bookable.service";
import { mailLink } from "../../shared/kernel/contact-links";

/** A booking as calendars show it. */
export interface CalendarBooking {
  uid: string;
  title: string;
  note: string | null;
  place: string | null;
  /** What is driven, and who drives; null until it is given. */
  vehicle: string | null;
  status: "pending" | "approved" | "rejected" | "cancelled";
  starts_at: Date;
  ends_at: Date;
  created_at: Date;
  calendar_sequence: number;
}

/** The columns of it, from `booking b` with `calendarTables`. */
export const calendarColumns = `b.uid, b.title, b.note, COALESCE(r.name || ', ' || h.name, piece.name || ', ' || lent.name, b.to_place) AS place,
  NULLIF(concat_ws(' · ', vehicle.name || ' (' || vehicle.plate_number || ')', COALESCE(wheel_user.fullname, wheel.fullname)), '') AS vehicle, b.status,
  b.starts_at, b.ends_at, b.created_at, b.calendar_sequence`;
export const calendarTables = `booking b
  LEFT JOIN room r ON r.tenant_id = b.tenant_id AND r.id = b.room_id
  LEFT JOIN building h ON h.tenant_id = r.tenant_id AND h.id = r.building_id
  LEFT JOIN car vehicle ON vehicle.tenant_id = b.tenant_id AND vehicle.id = b.car_id
  LEFT JOIN driver wheel ON wheel.tenant_id = b.tenant_id AND wheel.id = b.driver_id
  LEFT JOIN app_user wheel_user ON wheel_user.tenant_id = wheel.tenant_id AND wheel_user.id = wheel.user_id
  ${joinPiece}`;

const instant = (at: Date) => ICAL.Time.fromJSDate(at, true);

/** One name for life, and a number that grows with each change that a calendar shows. */
export function eventOf(row: CalendarBooking, host: string, stamp = row.created_at): ICAL.Component {
  const event = new ICAL.Component("vevent");
  event.addPropertyWithValue("uid", `${row.uid}@${host}`);
  event.addPropertyWithValue("dtstamp", instant(stamp));
  event.addPropertyWithValue("sequence", row.calendar_sequence);
  event.addPropertyWithValue("dtstart", instant(row.starts_at));
  event.addPropertyWithValue("dtend", instant(row.ends_at));
  event.addPropertyWithValue("summary", row.title);
  if (row.place) event.addPropertyWithValue("location", row.place);
  const description = [row.vehicle, row.note].filter(Boolean).join("\n");
  if (description) event.addPropertyWithValue("description", description);
  event.addPropertyWithValue("status", statuses[row.status]);
  event.addPropertyWithValue("class", "PRIVATE");
  return event;
}

const statuses = {
  pending: "TENTATIVE",
  approved: "CONFIRMED",
  rejected: "CANCELLED",
  cancelled: "CANCELLED",
} as const;

/** A person with their address. */
export interface CalendarPerson {
  name: string | null;
  email: string;
}

export type CalendarMethod = "REQUEST" | "CANCEL";

const answers = { accepted: "ACCEPTED", declined: "DECLINED", maybe: "TENTATIVE" } as const;

/**
 * What a mail tells a calendar (RFC 5546): from whom, and to this one receiver. Who else is invited isn't said, since
 * addresses are nobody else's business.
 */
export function messageOf(
  method: CalendarMethod,
  rows: readonly (CalendarBooking & { answer: keyof typeof answers | null })[],
  {
    organizer,
    attendee,
    isAsked,
    host,
    stamp,
  }: { organizer: CalendarPerson; attendee: CalendarPerson; isAsked: boolean; host: string; stamp: Date },
): string {
  const calendar = emptyCalendar(method);
  for (const row of rows) {
    const event = eventOf(method === "CANCEL" ? { ...row, status: "cancelled" } : row, host, stamp);
    addPerson(event, "organizer", organizer);
    const guest = addPerson(event, "attendee", attendee);
    guest.setParameter("role", "REQ-PARTICIPANT");
    // Neither whoever asked nor whoever drives is asked whether they come.
    guest.setParameter("partstat", !isAsked ? "ACCEPTED" : row.answer ? answers[row.answer] : "NEEDS-ACTION");
    if (method === "REQUEST" && isAsked) guest.setParameter("rsvp", "TRUE");
    calendar.addSubcomponent(event);
  }
  return calendarOut(calendar);
}

function addPerson(event: ICAL.Component, what: "organizer" | "attendee", { name, email }: CalendarPerson) {
  const property = event.addPropertyWithValue(what, mailLink(email));
  // A quotation mark can't stand in a parameter, quoted or not.
  if (name) property.setParameter("cn", name.replaceAll('"', "'"));
  return property;
}

export function emptyCalendar(method: CalendarMethod | "PUBLISH"): ICAL.Component {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", "-//Task Management//Bookings//EN");
  calendar.addPropertyWithValue("calscale", "GREGORIAN");
  calendar.addPropertyWithValue("method", method);
  return calendar;
}
