import type ICAL from "ical.js";
import { mailLink } from "../../../../shared/kernel/contact-links";
import { serializeCalendar } from "../../../platform/calendar-text";
import { type CalendarBooking, type CalendarMethod, createCalendar, calendarEventOf } from "./ics";
import {
  cancelledEvents,
  isExportedAsOneEvent,
  type SeriesBooking,
  seriesEvents,
  timeZoneComponentsOf,
} from "./series.ics";
import type { NotificationKind } from "../../../../shared/communication/notifications/notifications.kinds";
import { sql, type Tx } from "../../../platform/database/unit-of-work";

const selectInvitation = sql(
  "calendarMails.invited",
  "SELECT 1 AS invited FROM booking_invitation WHERE tenant_id = current_tenant() AND booking_id = $1 AND user_id = $2",
);

const toldByCalendar: readonly NotificationKind[] = [
  "booking.invited",
  "booking.uninvited",
  "booking.changed",
  "booking.cancelled",
  "booking.driving",
  "booking.notDriving",
];

/** Whether the user gets the same information in a calendar mail and needs no separate notification mail. */
export async function isCoveredByCalendarMail(
  tx: Tx,
  { kind, path }: { kind: NotificationKind; path: string },
  userId: number,
): Promise<boolean> {
  const id = /[?&](?:booking|trip)=(\d+)/.exec(path)?.[1];
  if (!id || !toldByCalendar.includes(kind)) return false;
  return (await tx.one(selectInvitation, [Number(id), userId])) !== undefined;
}

export interface CalendarPerson {
  name: string | null;
  email: string;
}

const answers = { accepted: "ACCEPTED", declined: "DECLINED", maybe: "TENTATIVE" } as const;

type MessageBooking = CalendarBooking & { answer: keyof typeof answers | null };

interface Message {
  organizer: CalendarPerson;
  attendee: CalendarPerson;
  isAsked: boolean;
  host: string;
  stamp: Date;
  left: readonly MessageBooking[];
}

/**
 * Builds an iTIP message (RFC 5546) for one recipient. Other attendees are left out to keep their addresses private. Contains one event: a
 * series with its rule, or one of its dates.
 */
export function calendarMessage(method: CalendarMethod, rows: readonly MessageBooking[], message: Message): string {
  const { organizer, attendee, isAsked, host, stamp, left } = message;
  const calendar = createCalendar(method);
  const exported = method === "CANCEL" ? rows.map((row) => ({ ...row, status: "cancelled" as const })) : rows;
  const isSeries = isExportedAsOneEvent(exported);
  if (isSeries) for (const zone of timeZoneComponentsOf(exported)) calendar.addSubcomponent(zone);
  const events = !isSeries
    ? exported.map((row) => ({ row, event: calendarEventOf(row, host, stamp) }))
    : method === "CANCEL"
      ? cancelledEvents(exported, left as SeriesBooking[], host, stamp)
      : seriesEvents(exported, host, stamp);
  for (const { event, row } of events) {
    const { answer } = row as MessageBooking;
    addPerson(event, "organizer", organizer);
    const guest = addPerson(event, "attendee", attendee);
    guest.setParameter("role", "REQ-PARTICIPANT");
    // Requesters and drivers aren't asked for a reply.
    guest.setParameter("partstat", !isAsked ? "ACCEPTED" : answer ? answers[answer] : "NEEDS-ACTION");
    if (method === "REQUEST" && isAsked) guest.setParameter("rsvp", "TRUE");
    calendar.addSubcomponent(event);
  }
  return serializeCalendar(calendar);
}

function addPerson(event: ICAL.Component, role: "organizer" | "attendee", { name, email }: CalendarPerson) {
  const property = event.addPropertyWithValue(role, mailLink(email));
  // Parameter values can't contain quotation marks, even when quoted.
  if (name) property.setParameter("cn", name.replaceAll('"', "'"));
  return property;
}
