import { randomBytes } from "node:crypto";
import { Problem } from "../../shared/kernel/problems";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { calendarOfMany } from "../platform/calendar-text";
import { logSecurity } from "../platform/security-log";
import { requireActiveTenant, tokenHash } from "../platform/session";
import { type CalendarBooking, calendarColumns, calendarTables, emptyCalendar, eventOf } from "./ics.service";
import { lockRooms } from "./rooms.sql";

const remove = sql(
  "roomFeed.remove",
  "DELETE FROM room_feed WHERE tenant_id = current_tenant() AND room_id = $1 RETURNING id",
);
const add = sql(
  "roomFeed.add",
  `INSERT INTO room_feed (tenant_id, room_id, token_hash)
   SELECT current_tenant(), id, $2 FROM room WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NULL RETURNING id`,
);

/** A new address, told this once: only its hash is kept. @throws Problem 404. */
export async function createRoomFeed(tx: Tx, roomId: number): Promise<{ path: string }> {
  const token = randomBytes(32).toString("base64url");
  await tx.rows(lockRooms, [[roomId]]);
  await tx.rows(remove, [roomId]);
  if (!(await tx.one(add, [roomId, tokenHash(token)]))) throw new Problem("notFound");
  logSecurity(tx, { kind: "feed_created", facts: { scope: "room" } });
  return { path: `/room/calendar/${token}.ics` };
}

/** @throws Problem 404. */
export async function deleteRoomFeed(tx: Tx, roomId: number): Promise<void> {
  if (!(await tx.one(remove, [roomId]))) throw new Problem("notFound");
  logSecurity(tx, { kind: "feed_ended", facts: { count: 1 } });
}

const byToken = sql(
  "roomFeed.byToken",
  `SELECT r.id, r.name, plan_is_over(t.plan_ends_at, t.auto_renew) AS plan_expired FROM room_feed f
   JOIN room r ON r.tenant_id = f.tenant_id AND r.id = f.room_id AND r.deleted_at IS NULL
   JOIN tenant t ON t.id = f.tenant_id
   WHERE f.tenant_id = current_tenant() AND f.token_hash = $1`,
);
/** As everybody of the tenant may see it: what is private has no words. */
const ofRoom = sql(
  "roomFeed.bookings",
  `SELECT ${calendarColumns}, b.private, b.released_at FROM ${calendarTables}
   WHERE b.tenant_id = current_tenant() AND b.room_id = $1 AND b.status IN ('pending', 'approved')
     AND b.starts_at < (tenant_today() + 400)::timestamptz AND b.ends_at > (tenant_today() - 90)::timestamptz
   ORDER BY b.starts_at, b.id`,
);

/**
 * A room's calendar as programs read it. @throws Problem 404 for an address that isn't, or isn't any more; 423, 402.
 */
export async function roomCalendar(tx: Tx, token: string, host: string, busy: string): Promise<string> {
  await requireActiveTenant(tx);
  const room = await tx.one<{ id: number; name: string; plan_expired: boolean }>(byToken, [tokenHash(token)]);
  if (!room) throw new Problem("notFound");
  if (room.plan_expired) throw new Problem("plan.expired");
  const rows = await tx.rows<CalendarBooking & { private: boolean }>(ofRoom, [room.id]);
  const calendar = emptyCalendar("PUBLISH");
  calendar.addPropertyWithValue("x-wr-calname", room.name);
  return calendarOfMany(calendar, rows, (row) =>
    eventOf(row.private ? { ...row, title: busy, note: null } : row, host),
  );
}
