import { sql, type Tx } from "../platform/database/unit-of-work";
import { tellEach } from "../notifications/tell.service";
import { type BookingRow } from "./bookings.present";
import { bookingsById } from "./bookings.sql";
import { tellBookings } from "./bookings-tell.service";

/**
 * In one transaction: each of two hundred people is told of each with everybody who was to come, which is megabytes for one. Whoever
 * calls goes on for as long as there are so many.
 */
export const releasedAtOnce = 5;
/** The same, of what begins soon: everybody has a notification of their own. */
export const remindedAtOnce = 20;

// From the beginning, or from when it was booked where that was later.
const release = sql(
  "bookings.release",
  `WITH due AS (
     SELECT b.id FROM booking b JOIN room r ON r.tenant_id = b.tenant_id AND r.id = b.room_id
     WHERE b.tenant_id = current_tenant() AND r.check_in_minutes IS NOT NULL
       AND b.status = 'approved' AND b.checked_in_at IS NULL AND b.released_at IS NULL
       AND b.starts_at <= $1::timestamptz AND b.ends_at > $1
       AND greatest(b.starts_at, b.created_at) + make_interval(mins => r.check_in_minutes) <= $1
     ORDER BY b.id LIMIT ${releasedAtOnce} FOR UPDATE OF b
   )
   UPDATE booking b SET ends_at = $1, released_at = $1, version = b.version + 1
   FROM due WHERE b.tenant_id = current_tenant() AND b.id = due.id
   RETURNING b.id`,
);

/** Rooms that nobody came to are free again, once; some of them. @returns how many. */
export async function releaseUnvisited(tx: Tx, now: Date): Promise<number> {
  const rows = await tx.rows<{ id: number }>(release, [now]);
  if (rows.length > 0)
    await tellBookings(
      tx,
      "booking.released",
      rows.map(({ id }) => id),
    );
  return rows.length;
}

const aheadMinutes = 15;

const remind = sql(
  "bookings.remind",
  `WITH due AS (
     SELECT id FROM booking
     WHERE tenant_id = current_tenant() AND status = 'approved' AND starts_at > $1
       AND starts_at <= $1::timestamptz + make_interval(mins => $2) AND reminded_of IS DISTINCT FROM starts_at
     ORDER BY id LIMIT ${remindedAtOnce} FOR UPDATE
   )
   UPDATE booking b SET reminded_of = b.starts_at FROM due WHERE b.tenant_id = current_tenant() AND b.id = due.id
   RETURNING b.id`,
);

/** Whoever booked what begins in a quarter of an hour, or has not declined it, is told; once for each beginning. @returns of how many. */
export async function remindOfBookings(tx: Tx, now: Date): Promise<number> {
  const due = await tx.rows<{ id: number }>(remind, [now, aheadMinutes]);
  const rows = await tx.rows<BookingRow>(bookingsById, [due.map(({ id }) => id)]);
  const messages = rows.map((row) => ({
    kind: "booking.soon" as const,
    people: [row.requester, ...row.participants.filter(({ answer }) => answer !== "declined")].map(({ id }) => ({
      id,
      reason: null,
    })),
    values: { title: row.title, sender: "", key: "" },
    path: bookingPath(row),
    subject: row.title,
    taskId: null,
    projectId: null,
  }));
  // Two bookings of one person may begin at the same moment.
  await tellEach(tx, { eventId: null, sender: null, atOnce: true }, messages);
  return rows.length;
}

/** The day of it, where it stands among the others; with its id, since what has one path is told as one. */
export const bookingPath = (row: Pick<BookingRow, "id" | "bookable_type" | "starts_at">): string =>
  `/${row.bookable_type}-reservation?day=${row.starts_at.toISOString().slice(0, 10)}&booking=${row.id}`;

/** Bookings as a consumer needs them. */
export const bookingsToTell = (tx: Tx, ids: readonly number[]): Promise<BookingRow[]> =>
  tx.rows<BookingRow>(bookingsById, [ids]);
