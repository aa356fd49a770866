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

/**
 * The invitation of user $2 to booking $1, if a calendar mail became due with the last change that notification $3 is about. A notification of
 * a dragged booking follows after the undo period and up to a minute, and an event may be written seconds after the change.
 */
const selectChangedInvitation = sql(
  "calendarMails.invited",
  `SELECT 1 AS invited FROM booking_invitation i
   WHERE i.tenant_id = current_tenant() AND i.booking_id = $1 AND i.user_id = $2
     AND i.changed_at > COALESCE((SELECT COALESCE(d.at, e.at) FROM notification_event e
       LEFT JOIN domain_event d ON d.tenant_id = e.tenant_id AND d.id = e.event_id
       WHERE e.tenant_id = current_tenant() AND e.notification_id = $3 ORDER BY e.id DESC LIMIT 1), now()) - interval '5 minutes'`,
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
  { id: notificationId, kind, path }: { id: number; kind: NotificationKind; path: string },
  userId: number,
): Promise<boolean> {
  const bookingId = /[?&](?:booking|trip)=(\d+)/.exec(path)?.[1];
  if (!bookingId || !toldByCalendar.includes(kind)) return false;
  return (await tx.one(selectChangedInvitation, [Number(bookingId), userId, notificationId])) !== undefined;
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
