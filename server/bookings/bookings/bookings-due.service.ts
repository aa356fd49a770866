import { sql, type Tx } from "../../platform/database/unit-of-work";
import { notifyEach } from "../../communication/notifications/notify.service";
import { type BookingRow } from "./bookings.present";
import { selectBookingsById } from "./bookings.sql";
import { bookingPath } from "../../../shared/bookings/bookings/bookings.rules";
import { bookingNotificationValues } from "./notification-values";
import { emitUnrelatedBookings } from "./bookings-events.service";

/**
 * Bookings released per transaction. Each of up to 200 participants is notified with the full participant list, which is megabytes per
 * booking. Callers repeat while a batch is full.
 */
export const releaseBatchSize = 5;
/** Bookings per transaction; small, because each participant gets a notification. */
export const reminderBatchSize = 20;

// The check-in period begins at the latest of start, creation, approval and move.
const releaseUnattendedBookings = sql(
  "bookings.release",
  `WITH due AS (
     SELECT b.id FROM booking b JOIN room r ON r.tenant_id = b.tenant_id AND r.id = b.room_id
     WHERE b.tenant_id = current_tenant() AND r.check_in_minutes IS NOT NULL
       AND b.status = 'approved' AND b.checked_in_at IS NULL AND b.released_at IS NULL
       AND b.starts_at <= $1::timestamptz AND b.ends_at > $1
       AND greatest(b.starts_at, b.created_at, b.decided_at, b.moved_at) + make_interval(mins => r.check_in_minutes) <= $1
     ORDER BY b.id LIMIT ${releaseBatchSize} FOR UPDATE OF b
   )
   UPDATE booking b SET ends_at = $1, planned_ends_at = b.ends_at, released_at = $1, version = b.version + 1
   FROM due WHERE b.tenant_id = current_tenant() AND b.id = due.id
   RETURNING b.id`,
);

/**
 * Releases a batch of room bookings without check-in; each booking is released only once.
 * @returns the number of released bookings.
 */
export async function releaseNoShows(tx: Tx, now: Date): Promise<number> {
  const rows = await tx.rows<{ id: number }>(releaseUnattendedBookings, [now]);
  if (rows.length > 0)
    await emitUnrelatedBookings(
      tx,
      "booking.released",
      rows.map(({ id }) => id),
    );
  return rows.length;
}

const aheadMinutes = 15;

const markCheckInReminders = sql(
  "bookings.remind",
  `WITH due AS (
     SELECT id FROM booking
     WHERE tenant_id = current_tenant() AND status = 'approved' AND starts_at > $1
       AND starts_at <= $1::timestamptz + make_interval(mins => $2) AND reminded_of IS DISTINCT FROM starts_at
     ORDER BY id LIMIT ${reminderBatchSize} FOR UPDATE
   )
   UPDATE booking b SET reminded_of = b.starts_at FROM due WHERE b.tenant_id = current_tenant() AND b.id = due.id
   RETURNING b.id`,
);

/**
 * Reminds the requester and the participants who haven't declined 15 minutes before the start, once per start time.
 * @returns the number of bookings.
 */
export async function remindOfBookings(tx: Tx, now: Date): Promise<number> {
  const due = await tx.rows<{ id: number }>(markCheckInReminders, [now, aheadMinutes]);
  const rows = await tx.rows<BookingRow>(selectBookingsById, [due.map(({ id }) => id)]);
  const words = new Map<number, Record<string, string>>();
  for (const row of rows) words.set(row.id, await bookingNotificationValues(tx, row));
  const messages = rows.map((row) => ({
    kind: "booking.soon" as const,
    people: [
      ...(row.requester ? [row.requester] : []),
      ...row.participants.filter(({ answer }) => answer !== "declined"),
    ].map(({ id }) => ({ id, reason: null })),
    values: { ...words.get(row.id), title: row.title, sender: "", key: "" },
    path: bookingRowPath(row),
    subject: row.title,
    taskId: null,
    projectId: null,
  }));
  // Two bookings of one user may start at the same time.
  await notifyEach(tx, { eventId: null, sender: null, atOnce: true }, messages);
  return rows.length;
}

export const bookingRowPath = ({
  id,
  bookable_type,
  starts_at,
  tenant_time_zone,
}: Pick<BookingRow, "id" | "bookable_type" | "starts_at" | "tenant_time_zone">): string =>
  bookingPath({ id, bookable_type, start_date: starts_at.toISOString() }, tenant_time_zone);

export const bookingsForNotifications = (tx: Tx, ids: readonly number[]): Promise<BookingRow[]> =>
  tx.rows<BookingRow>(selectBookingsById, [ids]);
