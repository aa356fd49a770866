import { slotOverlapCondition } from "../slot-overlap";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { type CalendarBooking, calendarColumns, calendarTables, createCalendar, hideBooking } from "./ics";
import { calendarEventsOf } from "./series.ics";
import { languageOf } from "../../../../shared/kernel/languages";
import type { CalendarFeed } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { calendarFeedsOf, resolveFeedReader } from "../../../requests/leave/calendar/calendar-feed.service";
import { buildCalendarText } from "../../../platform/calendar-text";
import type { Actor } from "../../../platform/session";
import { translator } from "../../../platform/text";

const inDays = slotOverlapCondition("b", "$2::date::timestamptz", "$3::date::timestamptz");

/**
 * Bookings that user $1 made, is invited to or drives, from $2 to $3. Declined invitations are left out; a driver sees only the route of
 * another user's private booking.
 */
const selectBookingsOfPerson = sql(
  "bookings.calendar",
  `WITH own AS (
     SELECT b.id FROM booking b WHERE b.tenant_id = current_tenant() AND b.requester_id = $1 AND ${inDays}
     UNION SELECT p.booking_id FROM booking_participant p
     WHERE p.tenant_id = current_tenant() AND p.user_id = $1 AND p.answer IS DISTINCT FROM 'declined'
   ), driven AS (
     SELECT b.id FROM driver d JOIN booking b ON b.tenant_id = d.tenant_id AND b.driver_id = d.id
     WHERE d.tenant_id = current_tenant() AND d.user_id = $1 AND ${inDays}
   )
   SELECT b.id, ${calendarColumns}, b.private AND b.id NOT IN (SELECT id FROM own) AS hidden FROM ${calendarTables}
   WHERE b.tenant_id = current_tenant() AND b.status IN ('pending', 'approved') AND ${inDays}
     AND b.id IN (SELECT id FROM own UNION SELECT id FROM driven)
   ORDER BY b.starts_at, b.id`,
);

interface Days {
  from: string;
  to: string;
}

/** A user's bookings as calendar events, generated lazily. `busy` replaces titles hidden from the user. */
export async function calendarEventsOfUser(tx: Tx, userId: number, { from, to }: Days, host: string, busy: string) {
  const rows = await tx.rows<CalendarBooking & { id: number; hidden: boolean }>(selectBookingsOfPerson, [
    userId,
    from,
    to,
  ]);
  return calendarEventsOf(
    rows.map((row) => (row.hidden ? hideBooking(row, busy) : row)),
    host,
  );
}

export async function readBookingFeed(tx: Tx, actor: Actor): Promise<CalendarFeed | null> {
  return (await calendarFeedsOf(tx, actor)).find(({ scope }) => scope === "bookings") ?? null;
}

/** Calendar feed of the bookings the user made, is invited to or drives. @throws Problem as `resolveFeedReader`. */
export async function bookingCalendar(tx: Tx, token: string, host: string, accepts: string | undefined) {
  const reader = await resolveFeedReader(tx, token, { scopes: ["bookings"], permission: "reservation-list" });
  const text = translator(languageOf(reader.language ?? accepts));
  const calendar = createCalendar("PUBLISH");
  calendar.addPropertyWithValue("x-wr-calname", text("booking.ownFeed", { name: reader.fullname }));
  const events = await calendarEventsOfUser(tx, reader.id, reader, host, text("booking.feedBusy"));
  return buildCalendarText(calendar, events, (make) => make());
}
