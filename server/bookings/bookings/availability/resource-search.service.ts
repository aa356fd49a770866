import type { InferType } from "yup";
import type { findFree, FreeResource } from "../../../../shared/bookings/bookings/finding.contract";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import { conflictsDespiteBuffers, isSlotFree } from "../slot-overlap";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { equipmentHoursRefusal, readEquipmentForBooking } from "./equipment.checks";
import { readRooms, roomRefusalOf, requireRoomBookable } from "./room.checks";

/** Offsets in minutes: the requested time, then half an hour earlier and later. */
const offsets = [0, -30, 30];
const maxOffered = 40;

const shifted = `SELECT off, $2::timestamptz + make_interval(mins => off) AS since,
  $3::timestamptz + make_interval(mins => off) AS until FROM unnest($1::int[]) AS off`;

/** $1 offsets in minutes, $2 and $3 period, $4 number of people, $5 required features. Best fit first. */
const selectFreeRoomTimes = sql(
  "finding.rooms",
  `WITH r AS MATERIALIZED (
     SELECT r.*, h.name AS building, f.name AS floor, COALESCE(h.time_zone, t.time_zone) AS time_zone, w.off, w.since, w.until, w.since - make_interval(mins => r.buffer_before_minutes) AS busy_from,
       w.until + make_interval(mins => r.buffer_after_minutes) AS busy_until,
       w.since - make_interval(mins => r.buffer_before_minutes) - interval '1 day' AS day_before
     FROM room r JOIN tenant t ON t.id = r.tenant_id JOIN building h ON h.tenant_id = r.tenant_id AND h.id = r.building_id
       JOIN floor f ON f.tenant_id = r.tenant_id AND f.id = r.floor_id CROSS JOIN LATERAL (${shifted}) AS w
     WHERE r.tenant_id = current_tenant() AND r.deleted_at IS NULL AND r.tools @> $5::text[]
       AND ($4::int IS NULL OR r.capacity >= $4))
   SELECT r.id AS bookable_id, r.name, r.building, r.floor, NULL AS car_type, r.capacity, r.tools,
     r.off AS minutes_off, r.time_zone, NOT r.auto_approve AS needs_approval
   FROM r WHERE ${isSlotFree(
     `s.tenant_id = r.tenant_id AND s.room_id = r.id AND ${conflictsDespiteBuffers("r.since", "r.until")}`,
     "r.busy_from",
     "r.busy_until",
     "r.day_before",
   )}
   ORDER BY abs(r.off), r.off, r.capacity NULLS LAST, cardinality(r.tools), r.name COLLATE reader, r.id`,
);

/** Like `selectFreeRoomTimes`, for cars; $4 seats, $5 type, or null for any. */
const selectFreeCarTimes = sql(
  "finding.cars",
  `WITH c AS MATERIALIZED (
     SELECT c.*, w.off, w.since, w.until, w.since - interval '1 day' AS day_before FROM car c CROSS JOIN LATERAL (${shifted}) AS w
     WHERE c.tenant_id = current_tenant() AND c.deleted_at IS NULL AND ($5::text IS NULL OR c.type = $5)
       AND ($4::int IS NULL OR c.seats >= $4))
   SELECT c.id AS bookable_id, c.name, NULL AS building, NULL AS floor, c.type AS car_type, c.seats AS capacity,
     '{}'::text[] AS tools, c.off AS minutes_off, t.time_zone, true AS needs_approval
   FROM c JOIN tenant t ON t.id = c.tenant_id WHERE ${isSlotFree("s.tenant_id = c.tenant_id AND s.car_id = c.id", "c.since", "c.until", "c.day_before")}
   ORDER BY abs(c.off), c.off, c.seats NULLS LAST, c.name COLLATE reader, c.id`,
);

/** Like `selectFreeRoomTimes`, for equipment; $4 kinds, empty for any. */
const selectFreeEquipmentTimes = sql(
  "finding.equipment",
  `WITH e AS MATERIALIZED (
     SELECT e.*, w.off, w.since, w.until, w.since - interval '1 day' AS day_before FROM equipment e CROSS JOIN LATERAL (${shifted}) AS w
     WHERE e.tenant_id = current_tenant() AND e.deleted_at IS NULL AND ($4::text[] = '{}' OR e.kind = ANY($4)))
   SELECT e.id AS bookable_id, e.name, h.name AS building, NULL AS floor, NULL AS car_type, NULL::int AS capacity,
     '{}'::text[] AS tools, e.off AS minutes_off, COALESCE(h.time_zone, t.time_zone) AS time_zone, NOT e.auto_approve AS needs_approval
   FROM e JOIN tenant t ON t.id = e.tenant_id JOIN building h ON h.tenant_id = e.tenant_id AND h.id = e.building_id
   WHERE ${isSlotFree("s.tenant_id = e.tenant_id AND s.equipment_id = e.id", "e.since", "e.until", "e.day_before")}
   ORDER BY abs(e.off), e.off, h.name COLLATE reader, e.name COLLATE reader, e.id`,
);

/** Names separated by commas. */
export const splitNames = (names: string | null | undefined): string[] =>
  (names ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

type Row = Omit<FreeResource, "start_date" | "end_date">;

/**
 * Free resources, each once at the time nearest to the requested one. Rooms whose rules refuse the time are left out. Reserves nothing.
 * @throws Problem 422 for a time that can't be booked.
 */
export async function findFreeResources(
  tx: Tx,
  actor: Actor,
  query: InferType<typeof findFree.query>,
): Promise<FreeResource[]> {
  const now = Date.now();
  requireRoomBookable(query, now);
  const tools = splitNames(query.tools);
  const when = [offsets, query.start_date, query.end_date];
  const people = query.people ?? null;
  const searches: Record<BookableType, () => Promise<Row[]>> = {
    room: () => tx.rows<Row>(selectFreeRoomTimes, [...when, people, tools]),
    car: () => tx.rows<Row>(selectFreeCarTimes, [...when, people, query.car_type || null]),
    equipment: () => tx.rows<Row>(selectFreeEquipmentTimes, [...when, tools]),
  };
  const rows = await searches[query.bookable_type]();
  const refused = await rulesOf(tx, actor, query.bookable_type, [...new Set(rows.map((row) => row.bookable_id))], now);
  const moved = (iso: string, minutes: number) => new Date(Date.parse(iso) + minutes * 60_000).toISOString();
  const offered = new Map<number, FreeResource>();
  for (const row of rows) {
    if (offered.size === maxOffered) break;
    if (offered.has(row.bookable_id)) continue;
    const at = {
      start_date: moved(query.start_date, row.minutes_off),
      end_date: moved(query.end_date, row.minutes_off),
    };
    if (Date.parse(at.end_date) <= now || refused(row.bookable_id, at)) continue;
    offered.set(row.bookable_id, { ...row, ...at });
  }
  return [...offered.values()];
}

/** Returns a predicate that checks whether a room's rules or a piece's opening hours refuse a time. */
async function rulesOf(tx: Tx, actor: Actor, kind: BookableType, ids: number[], now: number) {
  const rooms = kind === "room" ? await readRooms(tx, actor, ids) : null;
  const pieces = kind === "equipment" ? await readEquipmentForBooking(tx, ids) : null;
  return (id: number, at: { start_date: string; end_date: string }): boolean => {
    const [room, piece] = [rooms?.get(id), pieces?.get(id)];
    return Boolean(
      (room && roomRefusalOf(room, at, actor, now)) ?? (piece && equipmentHoursRefusal([piece], true, at)),
    );
  };
}
