import { elapsedDayMs } from "../../../../shared/kernel/elapsed-time";
import { randomBytes } from "node:crypto";
import type { Door } from "../../../../shared/bookings/bookings/door.contract";
import { checkInAheadMs } from "../../../../shared/bookings/bookings/bookings.rules";
import { Problem } from "../../../../shared/kernel/problems";
import { presentFeedDates } from "../../../platform/calendar-feeds";
import { logSecurity } from "../../../platform/security-log";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { type Actor, tokenHash } from "../../../platform/session";
import type { BookingRow } from "../bookings.present";
import {
  selectBookingsBetween,
  updateBookingCheckIn,
  updateBookingEnd,
  insertBookings,
  lockBookings,
} from "../bookings.sql";
import { emitBookings } from "../bookings-events.service";
import { catchSlotConflict, findConflicts, type OccupiedSlot, takenPeriodOf } from "../availability/alternatives";
import { lockRooms, selectOccupiedRoomSlots } from "../availability/rooms.sql";

const insertDoorScreen = sql(
  "door.renew",
  `INSERT INTO door_screen (tenant_id, room_id, key_hash, created_by)
   SELECT current_tenant(), id, $2, $3 FROM room WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NULL
   RETURNING (SELECT name FROM room WHERE tenant_id = current_tenant() AND id = $1) AS name`,
  { notNull: ["name"] },
);
const deleteScreen = sql(
  "door.remove",
  `DELETE FROM door_screen s USING room r WHERE s.tenant_id = current_tenant() AND s.room_id = $1
     AND r.tenant_id = s.tenant_id AND r.id = s.room_id RETURNING r.name`,
);
const selectDoorScreen = sql(
  "door.dates",
  `SELECT r.id, s.created_at, s.used_at FROM room r LEFT JOIN door_screen s ON s.tenant_id = r.tenant_id AND s.room_id = r.id
   WHERE r.tenant_id = current_tenant() AND r.id = $1 AND r.deleted_at IS NULL`,
);
/** Written at most once in five minutes, because screens read every ten seconds. */
const markUsed = sql(
  "door.markUsed",
  `UPDATE door_screen SET used_at = now()
   WHERE tenant_id = current_tenant() AND room_id = $1 AND (used_at IS NULL OR used_at < now() - interval '5 minutes')`,
);
const selectDoorByKey = sql(
  "door.byKey",
  `SELECT r.id, r.name, h.name || ', ' || f.name AS place, r.capacity, r.tools, (SELECT '/files/' || i.id || '/photo' FROM file i WHERE i.tenant_id = r.tenant_id AND i.id = r.image_file_id) AS image,
     COALESCE(h.time_zone, t.time_zone) AS time_zone,
     r.check_in_minutes IS NOT NULL AS checks_in, r.buffer_before_minutes, r.buffer_after_minutes
   FROM door_screen s JOIN room r ON r.tenant_id = s.tenant_id AND r.id = s.room_id AND r.deleted_at IS NULL
     JOIN building h ON h.tenant_id = r.tenant_id AND h.id = r.building_id
     JOIN floor f ON f.tenant_id = r.tenant_id AND f.id = r.floor_id
     JOIN tenant t ON t.id = s.tenant_id
   WHERE s.tenant_id = current_tenant() AND s.room_id = $1 AND s.key_hash = $2`,
);

type RoomRow = Door["room"] & { buffer_before_minutes: number; buffer_after_minutes: number };

/** Creates a new key and revokes the previous one. @throws Problem 404. */
export async function createDoorScreen(tx: Tx, actor: Actor, roomId: number): Promise<{ path: string }> {
  const key = randomBytes(24).toString("base64url");
  await tx.rows(lockRooms, [[roomId]]);
  await tx.rows(deleteScreen, [roomId]);
  const screenRoom = await tx.one<{ name: string }>(insertDoorScreen, [roomId, tokenHash(key), actor.id]);
  if (!screenRoom) throw new Problem("notFound");
  logSecurity(tx, { kind: "door_screen_created", facts: { rule: screenRoom.name } });
  return { path: `/room/${roomId}/door?key=${key}` };
}

export async function deleteDoorScreen(tx: Tx, roomId: number): Promise<void> {
  const ended = await tx.one<{ name: string }>(deleteScreen, [roomId]);
  if (!ended) throw new Problem("notFound");
  logSecurity(tx, { kind: "door_screen_ended", facts: { rule: ended.name } });
}

/** @throws Problem 404 for an unknown room. */
export async function readDoorScreenDates(tx: Tx, roomId: number) {
  const row = await tx.one<{ created_at: Date | null; used_at: Date | null }>(selectDoorScreen, [roomId]);
  if (!row) throw new Problem("notFound");
  return row.created_at && presentFeedDates({ created_at: row.created_at, used_at: row.used_at });
}

/** @throws Problem 404 for an invalid or revoked key. */
async function roomBy(tx: Tx, roomId: number, key: string): Promise<RoomRow> {
  const room = await tx.one<RoomRow>(selectDoorByKey, [roomId, tokenHash(key)]);
  if (!room) throw new Problem("notFound");
  return room;
}

const aheadMs = 2 * elapsedDayMs;

const bookingsOfRoom = (tx: Tx, roomId: number, now: Date) =>
  tx.rows<BookingRow>(selectBookingsBetween, [now, new Date(now.getTime() + aheadMs), ["room"], roomId, null]);

/** An undecided request without a slot doesn't block the room, so the screen doesn't show it. */
const isShownAtDoor = ({ status, pending_blocks }: BookingRow): boolean => status === "approved" || pending_blocks;

type OccupiedPeriod = Door["occupied"][number];

/**
 * Periods in which the room can't be booked, including buffers and outages. A booking that has just ended still counts while the buffer before
 * a new booking would overlap it.
 */
async function occupiedPeriodsOf(tx: Tx, room: RoomRow, now: Date): Promise<OccupiedPeriod[]> {
  const from = new Date(now.getTime() - room.buffer_before_minutes * 60_000);
  const until = new Date(now.getTime() + aheadMs);
  const slots = await tx.rows<OccupiedSlot & Pick<OccupiedPeriod, "kind">>(selectOccupiedRoomSlots, [
    room.id,
    from,
    until,
    [],
  ]);
  return slots
    .map((slot) => ({ kind: slot.kind, ...takenPeriodOf(room, slot) }))
    .filter((period) => period.until > now.getTime())
    .sort((a, b) => a.from - b.from)
    .map((period) => ({
      kind: period.kind,
      start_date: new Date(period.from).toISOString(),
      end_date: new Date(period.until).toISOString(),
    }));
}

async function doorOf(tx: Tx, row: RoomRow, now: Date): Promise<Door> {
  const { buffer_before_minutes, buffer_after_minutes, ...room } = row;
  const bookings = (await bookingsOfRoom(tx, room.id, now)).filter(isShownAtDoor).map((each) => ({
    id: each.id,
    title: each.private ? null : each.title,
    who: each.private ? null : (each.requester?.fullname ?? null),
    start_date: each.starts_at.toISOString(),
    end_date: each.ends_at.toISOString(),
    checked_in: each.checked_in_at !== null,
    pending: each.status === "pending",
  }));
  return { room, bookings, occupied: await occupiedPeriodsOf(tx, row, now), now: now.toISOString() };
}

export async function readDoor(tx: Tx, roomId: number, key: string): Promise<Door> {
  const room = await roomBy(tx, roomId, key);
  await tx.rows(markUsed, [roomId]);
  return doorOf(tx, room, new Date());
}

/**
 * Books the room for the next `minutes` minutes, without a requester.
 * @throws Problem 404 for an invalid key; 409 when the room is taken.
 */
export async function bookRoomAtDoor(
  tx: Tx,
  roomId: number,
  key: string,
  minutes: number,
  title: string,
): Promise<Door> {
  const room = await roomBy(tx, roomId, key);
  await tx.rows(lockRooms, [[roomId]]);
  const now = new Date();
  const starts_at = now.toISOString();
  const ends_at = new Date(now.getTime() + minutes * 60_000).toISOString();
  const { buffer_before_minutes, buffer_after_minutes } = room;
  const buffers = { buffer_before_minutes, buffer_after_minutes };
  const row = {
    bookable_type: "room",
    room_id: roomId,
    driver_needed: false,
    at_door: true,
    title,
    private: false,
    status: "approved",
    starts_at,
    ends_at,
    ...buffers,
    series_changed: false,
    equipment_ids: [],
    pending_blocks: true,
  };
  const inserted = await catchSlotConflict(
    tx,
    () => tx.rows<{ id: number }>(insertBookings, [JSON.stringify([row])]),
    async () => ({
      conflicts: await findConflicts(tx, [{ room_id: roomId, starts_at, ends_at, ...buffers }]),
      alternatives: [],
    }),
  );
  const ids = inserted.map(({ id }) => id);
  await tx.rows(updateBookingCheckIn, [ids[0], now]);
  await emitBookings(tx, "booking.created", ids);
  return doorOf(tx, room, now);
}

interface ShownBooking {
  key: string;
  booking_id: number;
}

/**
 * Locks the room and the booking shown at the door, and returns the booking if it is current, or starts within `aheadOf` ms, for early
 * check-in. The room's lock doesn't keep the booking from being released or ended.
 * @throws Problem 409 when it isn't, for example because it has ended since the screen was last read.
 */
async function lockPresent(tx: Tx, roomId: number, bookingId: number, aheadOf: number) {
  await tx.rows(lockRooms, [[roomId]]);
  await tx.rows(lockBookings, [[bookingId]]);
  const now = new Date();
  const row = (await bookingsOfRoom(tx, roomId, now)).find(
    (each) =>
      each.id === bookingId && each.status === "approved" && each.starts_at.getTime() - aheadOf <= now.getTime(),
  );
  if (!row) throw new Problem("booking.notNow");
  return { row, now };
}

export async function checkInAtDoor(tx: Tx, roomId: number, { key, booking_id }: ShownBooking): Promise<Door> {
  const room = await roomBy(tx, roomId, key);
  const { row, now } = await lockPresent(tx, roomId, booking_id, checkInAheadMs);
  if (!row.checked_in_at) {
    await tx.rows(updateBookingCheckIn, [row.id, now]);
    await emitBookings(tx, "booking.checked_in", [row.id]);
  }
  return doorOf(tx, room, now);
}

export async function endBookingAtDoor(tx: Tx, roomId: number, { key, booking_id }: ShownBooking): Promise<Door> {
  const room = await roomBy(tx, roomId, key);
  const { row, now } = await lockPresent(tx, roomId, booking_id, 0);
  await tx.rows(updateBookingEnd, [row.id, now, false]);
  await emitBookings(tx, "booking.updated", [row.id]);
  return doorOf(tx, room, new Date());
}
