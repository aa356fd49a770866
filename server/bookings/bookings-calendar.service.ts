import { overlaps } from "../platform/database/overlap";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { type CalendarBooking, calendarColumns, calendarTables, eventOf } from "./ics.service";

const inDays = overlaps("b", "$2::date::timestamptz", "$3::date::timestamptz");

/**
 * $1 whose, $2 and $3 the days: what they have booked, are invited to, or drive. What was declined isn't theirs any more; of
 * what others have booked in private a driver is told the way alone.
 */
const ofPerson = sql(
  "bookings.calendar",
  `WITH own AS (
     SELECT b.id FROM booking b WHERE b.tenant_id = current_tenant() AND b.requester_id = $1 AND ${inDays}
     UNION SELECT p.booking_id FROM booking_participant p
     WHERE p.tenant_id = current_tenant() AND p.user_id = $1 AND p.answer IS DISTINCT FROM 'declined'
   ), driven AS (
     SELECT b.id FROM driver d JOIN booking b ON b.tenant_id = d.tenant_id AND b.driver_id = d.id
     WHERE d.tenant_id = current_tenant() AND d.user_id = $1 AND ${inDays}
   )
   SELECT ${calendarColumns}, b.private AND b.id NOT IN (SELECT id FROM own) AS hidden FROM ${calendarTables}
   WHERE b.tenant_id = current_tenant() AND b.status IN ('pending', 'approved') AND ${inDays}
     AND b.id IN (SELECT id FROM own UNION SELECT id FROM driven)
   ORDER BY b.starts_at, b.id`,
);

interface Days {
  from: string;
  to: string;
}

/** A person's bookings as calendar programs read them; `busy` is what a title is that they may not read. Each is made when it's its turn. */
export async function bookingEvents(tx: Tx, userId: number, { from, to }: Days, host: string, busy: string) {
  const rows = await tx.rows<CalendarBooking & { hidden: boolean }>(ofPerson, [userId, from, to]);
  return rows.map((row) => () => eventOf(row.hidden ? { ...row, title: busy, note: null } : row, host));
}
