import { randomBytes } from "node:crypto";
import { Problem } from "../../../../shared/kernel/problems";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { buildCalendarText } from "../../../platform/calendar-text";
import { presentFeedDates } from "../../../platform/calendar-feeds";
import { logSecurity } from "../../../platform/security-log";
import { requireActiveTenant, tokenHash } from "../../../platform/session";
import { type CalendarBooking, calendarColumns, calendarTables, createCalendar, hideBooking } from "./ics";
import { calendarEventsOf } from "./series.ics";
import { lockRooms } from "../availability/rooms.sql";

const deleteFeed = sql(
  "roomFeed.remove",
  `DELETE FROM room_feed f USING room r WHERE f.tenant_id = current_tenant() AND f.room_id = $1
     AND r.tenant_id = f.tenant_id AND r.id = f.room_id RETURNING r.name`,
);
const insertRoomFeed = sql(
  "roomFeed.add",
  `INSERT INTO room_feed (tenant_id, room_id, token_hash)
   SELECT current_tenant(), id, $2 FROM room WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NULL
   RETURNING (SELECT name FROM room WHERE tenant_id = current_tenant() AND id = $1) AS name`,
  { notNull: ["name"] },
);
const selectRoomFeed = sql(
  "roomFeed.dates",
  `SELECT r.id, f.created_at, f.used_at FROM room r LEFT JOIN room_feed f ON f.tenant_id = r.tenant_id AND f.room_id = r.id
   WHERE r.tenant_id = current_tenant() AND r.id = $1 AND r.deleted_at IS NULL`,
);
const markUsed = sql(
  "roomFeed.markUsed",
  `UPDATE room_feed SET used_at = now()
   WHERE tenant_id = current_tenant() AND token_hash = $1 AND (used_at IS NULL OR used_at < now() - interval '5 minutes')`,
);

/** @throws Problem 404 for an unknown room. */
export async function readRoomFeed(tx: Tx, roomId: number) {
  const row = await tx.one<{ created_at: Date | null; used_at: Date | null }>(selectRoomFeed, [roomId]);
  if (!row) throw new Problem("notFound");
  return row.created_at && presentFeedDates({ created_at: row.created_at, used_at: row.used_at });
}

/** Creates a new feed URL, returned only this once because only its hash is stored. @throws Problem 404. */
export async function createRoomFeed(tx: Tx, roomId: number): Promise<{ path: string }> {
  const token = randomBytes(32).toString("base64url");
  await tx.rows(lockRooms, [[roomId]]);
  await tx.rows(deleteFeed, [roomId]);
  const feedRoom = await tx.one<{ name: string }>(insertRoomFeed, [roomId, tokenHash(token)]);
  if (!feedRoom) throw new Problem("notFound");
  logSecurity(tx, { kind: "feed_created", facts: { scope: "room", rule: feedRoom.name } });
  return { path: `/room/calendar/${token}.ics` };
}

export async function deleteRoomFeed(tx: Tx, roomId: number): Promise<void> {
  const ended = await tx.one<{ name: string }>(deleteFeed, [roomId]);
  if (!ended) throw new Problem("notFound");
  logSecurity(tx, { kind: "feed_ended", facts: { scope: "room", rule: ended.name } });
}

const selectRoomByToken = sql(
  "roomFeed.byToken",
  `SELECT r.id, r.name, plan_is_over(t.plan_ends_at, t.auto_renew) AS plan_expired FROM room_feed f
   JOIN room r ON r.tenant_id = f.tenant_id AND r.id = f.room_id AND r.deleted_at IS NULL
   JOIN tenant t ON t.id = f.tenant_id
   WHERE f.tenant_id = current_tenant() AND f.token_hash = $1`,
);
/** Bookings of room $1 as visible to all users of the tenant: private bookings have no title or note. */
const selectBookingsOfRoom = sql(
  "roomFeed.bookings",
  `SELECT b.id, ${calendarColumns}, b.released_at FROM ${calendarTables}
   WHERE b.tenant_id = current_tenant() AND b.room_id = $1 AND b.status IN ('pending', 'approved')
     AND b.starts_at < (tenant_today() + 400)::timestamptz AND b.ends_at > (tenant_today() - 90)::timestamptz
   ORDER BY b.starts_at, b.id`,
);

/**
 * Calendar feed of a room.
 * @throws Problem 404 for an invalid or revoked URL; 423 for an inactive tenant; 402 for an expired plan.
 */
export async function readRoomCalendar(tx: Tx, token: string, host: string, busy: string): Promise<string> {
  await requireActiveTenant(tx);
  const room = await tx.one<{ id: number; name: string; plan_expired: boolean }>(selectRoomByToken, [tokenHash(token)]);
  if (!room) throw new Problem("notFound");
  if (room.plan_expired) throw new Problem("plan.expired");
  await tx.rows(markUsed, [tokenHash(token)]);
  const rows = await tx.rows<CalendarBooking & { id: number }>(selectBookingsOfRoom, [room.id]);
  const calendar = createCalendar("PUBLISH");
  calendar.addPropertyWithValue("x-wr-calname", room.name);
  const calendarRows = rows.map((row) => (row.private ? hideBooking(row, busy) : row));
  return buildCalendarText(calendar, calendarEventsOf(calendarRows, host), (make) => make());
}
