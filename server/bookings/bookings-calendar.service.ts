import { overlaps } from "../platform/database/overlap";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { type CalendarBooking, calendarColumns, calendarTables, eventOf } from "./ics.service";

/** $1 whose, $2 and $3 the days. What was declined isn't theirs any more. */
const ofPerson = sql(
  "bookings.calendar",
  `SELECT ${calendarColumns} FROM ${calendarTables}
   WHERE b.tenant_id = current_tenant() AND b.status IN ('pending', 'approved')
     AND ${overlaps("b", "$2::date::timestamptz", "$3::date::timestamptz")}
     AND (b.requester_id = $1 OR b.id IN (SELECT p.booking_id FROM booking_participant p
       WHERE p.tenant_id = current_tenant() AND p.user_id = $1 AND p.answer IS DISTINCT FROM 'declined'))
   ORDER BY b.starts_at, b.id`,
);

/** A person's bookings as calendar programs read them. */
export async function bookingEvents(tx: Tx, userId: number, from: string, to: string, host: string) {
  const rows = await tx.rows<CalendarBooking>(ofPerson, [userId, from, to]);
  return rows.map((row) => eventOf(row, host));
}
