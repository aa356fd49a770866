import type { OutageKind } from "../../../../shared/bookings/resources/outages.contract";
import { bookableTimeZoneExpression } from "../bookable.sql";
import { isOnLeave } from "../availability/absence";
import { seatsOfBooking } from "../availability/rooms.sql";
import { conflictsDespiteBuffers, isSlotFree, slotOverlapCondition } from "../slot-overlap";
import { personOrNull } from "../../../platform/database/person-json";
import { sql } from "../../../platform/database/unit-of-work";

const offered = 8;

const free = (kind: OutageKind, alias: string, before = "b.starts_at", after = "b.ends_at") =>
  isSlotFree(
    `s.tenant_id = ${alias}.tenant_id AND s.${kind}_id = ${alias}.id AND s.booking_id IS DISTINCT FROM b.id
      AND ${conflictsDespiteBuffers("b.starts_at", "b.ends_at")}`,
    before,
    after,
  );

/**
 * SQL: local start and last moment of booking `b`, so that an end at midnight belongs to the day before. The microsecond is subtracted from
 * the instant, because a day without midnight begins at 1:00.
 */
const localTimes = (timeZone: string) => `LATERAL (SELECT b.starts_at AT TIME ZONE ${timeZone} AS since,
      (b.ends_at - interval '1 microsecond') AT TIME ZONE ${timeZone} AS last) AS wall`;

/** SQL condition: open on each day of the period and, within a single day, during opening hours. */
const isOpen = (of: string) => `
  NOT EXISTS (SELECT FROM generate_series(wall.since::date, wall.last::date, interval '1 day') AS day
      WHERE NOT extract(isodow FROM day)::int = ANY(${of}.open_days))
    AND (${of}.opens_at IS NULL OR wall.since::date <> wall.last::date
      OR (wall.since::time >= ${of}.opens_at AND wall.last::time < ${of}.closes_at))`;

/**
 * An approved booking isn't moved to a resource that needs approval, which would bypass its approvers. A pending booking restarts its
 * approval at such a resource unless it is private, because the new approvers could read it.
 */
const needsNoApproval = "(o.auto_approve OR b.status = 'pending' AND NOT b.private)";

const rooms = `
  SELECT o.id, o.name, row_number() OVER (ORDER BY (o.tools @> own.tools) DESC, (o.building_id = own.building_id) DESC, COALESCE(o.capacity < own.capacity, false),
      abs(COALESCE(o.capacity, 0) - COALESCE(own.capacity, 0)), o.id) AS place,
      GREATEST(o.buffer_before_minutes, o.buffer_after_minutes) AS buffer_minutes
  FROM room o JOIN building h ON h.tenant_id = o.tenant_id AND h.id = o.building_id
    JOIN tenant t ON t.id = o.tenant_id,
    ${localTimes("COALESCE(h.time_zone, t.time_zone)")}
  WHERE o.tenant_id = b.tenant_id AND o.deleted_at IS NULL AND NOT o.id = ANY($1) AND o.audience = 'everyone'
    AND ${needsNoApproval}
    AND (NOT t.enforce_room_capacity OR o.capacity IS NULL OR o.capacity >= ${seatsOfBooking})
    AND (o.cross_day OR wall.since::date = wall.last::date)
    AND ${isOpen("o")}
    AND ${free(
      "room",
      "o",
      "b.starts_at - make_interval(mins => o.buffer_before_minutes)",
      "b.ends_at + make_interval(mins => o.buffer_after_minutes)",
    )}
  ORDER BY place LIMIT ${offered}`;

const cars = `
  SELECT o.id, o.name || ' ' || o.plate_number AS name, row_number() OVER (ORDER BY (o.type = b.car_type) DESC,
      COALESCE(o.seats < b.seats, false), o.id) AS place, 0 AS buffer_minutes
  FROM car o LEFT JOIN driver d ON d.tenant_id = b.tenant_id AND d.id = b.driver_id
  WHERE o.tenant_id = b.tenant_id AND o.deleted_at IS NULL AND NOT o.id = ANY($1)
    AND (d.id IS NULL OR o.licence_class = ANY(d.licence_classes)) AND ${free("car", "o")}
  ORDER BY place LIMIT ${offered}`;

/** Free drivers with the required license and without leave at that time; those with matching working hours rank first. */
const drivers = `
  SELECT o.id, COALESCE(u.fullname, o.fullname) AS name, row_number() OVER (ORDER BY (extract(isodow FROM wall.since)::int = ANY(o.work_days)
      AND (o.works_from IS NULL OR (wall.since::time >= o.works_from AND wall.last::time < o.works_until AND wall.since::date = wall.last::date))) DESC, o.id) AS place,
      0 AS buffer_minutes
  FROM driver o JOIN tenant t ON t.id = o.tenant_id LEFT JOIN app_user u ON u.tenant_id = o.tenant_id AND u.id = o.user_id,
    ${localTimes("t.time_zone")}
  WHERE o.tenant_id = b.tenant_id AND o.deleted_at IS NULL AND NOT o.id = ANY($1)
    AND (SELECT c.licence_class FROM car c WHERE c.tenant_id = b.tenant_id AND c.id = b.car_id) = ANY(o.licence_classes)
    AND (o.licence_expires_on IS NULL OR o.licence_expires_on >= wall.last::date)
    AND NOT ${isOnLeave("o.tenant_id", "o.user_id", "wall.since", "wall.last")}
    AND ${free("driver", "o")}
  ORDER BY place LIMIT ${offered}`;

/** Other equipment of the same kind that is available and free at that time and not part of the booking; the same building first. */
const pieces = `
  SELECT o.id, o.name, row_number() OVER (ORDER BY (o.building_id = own.building_id) DESC, o.name COLLATE reader, o.id) AS place,
      0 AS buffer_minutes
  FROM equipment o JOIN building h ON h.tenant_id = o.tenant_id AND h.id = o.building_id JOIN tenant t ON t.id = o.tenant_id,
    ${localTimes("COALESCE(h.time_zone, t.time_zone)")}
  WHERE o.tenant_id = b.tenant_id AND o.kind = own.kind AND o.deleted_at IS NULL AND NOT o.id = ANY($1)
    AND NOT o.id = ANY(b.equipment_ids) AND ${needsNoApproval} AND ${isOpen("o")} AND ${free("equipment", "o")}
  ORDER BY place LIMIT ${offered}`;

const nameOf: Record<OutageKind, string> = {
  room: "own.name",
  car: "own.name || ' ' || own.plate_number",
  driver:
    "COALESCE((SELECT p.fullname FROM app_user p WHERE p.tenant_id = own.tenant_id AND p.id = own.user_id), own.fullname)",
  equipment: "own.name",
};
const choices: Record<OutageKind, string> = { room: rooms, car: cars, driver: drivers, equipment: pieces };
const has: Record<OutageKind, string> = {
  room: "b.room_id = ANY($1)",
  car: "b.car_id = ANY($1)",
  driver: "b.driver_id = ANY($1)",
  // No booking is longer than a month; the bound keeps past bookings out of the scan.
  equipment: "b.equipment_ids && $1::bigint[] AND b.starts_at > now() - interval '31 days 2 hours'",
};
const isOwn = (kind: OutageKind) =>
  kind === "equipment" ? "own.id = ANY(b.equipment_ids) AND own.id = ANY($1)" : `own.id = b.${kind}_id`;
const remainsBooked = (kind: OutageKind) =>
  kind === "equipment" ? "b.bookable_type <> 'equipment' OR cardinality(b.equipment_ids) > 1" : "false";

export const selectAffectedBookings = (kind: OutageKind) =>
  sql(
    `places.affected.${kind}`,
    `SELECT b.id, b.title, b.private, b.starts_at, b.ends_at, ${bookableTimeZoneExpression} AS time_zone, b.series_id, b.requester_id,
       ${nameOf[kind]} AS place, ${personOrNull("q")} AS requester,
       ${remainsBooked(kind)} AS goes_on, COALESCE((SELECT json_agg(json_build_object('id', c.id, 'name', c.name, 'buffer_minutes', c.buffer_minutes) ORDER BY c.place) FROM (${choices[kind]}) AS c), '[]')
         AS choices
     FROM booking b JOIN ${kind} own ON own.tenant_id = b.tenant_id AND ${isOwn(kind)}
       LEFT JOIN app_user q ON q.tenant_id = b.tenant_id AND q.id = b.requester_id
     WHERE b.tenant_id = current_tenant() AND ${has[kind]} AND b.status IN ('pending', 'approved') AND b.ends_at > now()
       AND ($2::timestamptz IS NULL OR ${slotOverlapCondition("b", "$2::timestamptz", "$3::timestamptz")})
     ORDER BY b.starts_at, b.id`,
  );

/** Locks the bookings of `affected` until the transaction ends, so that concurrent changes wait. */
export const lockAffectedBookings = (kind: OutageKind) =>
  sql(
    `places.holdAffected.${kind}`,
    `SELECT id FROM booking b WHERE tenant_id = current_tenant() AND ${has[kind]} AND status IN ('pending', 'approved')
       AND ends_at > now() AND ($2::timestamptz IS NULL OR ${slotOverlapCondition("b", "$2::timestamptz", "$3::timestamptz")}) ORDER BY id FOR NO KEY UPDATE`,
  );

/**
 * $1 JSON array of objects with `id` (booking), `own` and `to` (old and new resource). A booking gets the buffer times of its new room; a
 * new piece of equipment replaces the previous one in the list.
 */
export const moveAffectedBookings = {
  room: sql(
    "places.move.room",
    `UPDATE booking b SET room_id = r.id, buffer_before_minutes = r.buffer_before_minutes,
       buffer_after_minutes = r.buffer_after_minutes, pending_blocks = r.pending_blocks, series_changed = b.series_id IS NOT NULL, version = b.version + 1
     FROM jsonb_to_recordset($1::jsonb) AS w (id bigint, "to" bigint) JOIN room r ON r.tenant_id = current_tenant() AND r.id = w."to"
     WHERE b.tenant_id = current_tenant() AND b.id = w.id`,
  ),
  car: sql(
    "places.move.car",
    `UPDATE booking b SET car_id = w."to", series_changed = b.series_id IS NOT NULL, version = b.version + 1
     FROM jsonb_to_recordset($1::jsonb) AS w (id bigint, "to" bigint) WHERE b.tenant_id = current_tenant() AND b.id = w.id`,
  ),
  driver: sql(
    "places.move.driver",
    `UPDATE booking b SET driver_id = w."to", series_changed = b.series_id IS NOT NULL, version = b.version + 1
     FROM jsonb_to_recordset($1::jsonb) AS w (id bigint, "to" bigint) WHERE b.tenant_id = current_tenant() AND b.id = w.id`,
  ),
  equipment: sql(
    "places.move.equipment",
    `UPDATE booking b SET equipment_ids = array_replace(b.equipment_ids, w.own, w."to"), series_changed = b.series_id IS NOT NULL,
       version = b.version + 1
     FROM jsonb_to_recordset($1::jsonb) AS w (id bigint, own bigint, "to" bigint) WHERE b.tenant_id = current_tenant() AND b.id = w.id`,
  ),
};

/** Removes the equipment $2 from the bookings $1, which remain without it. */
export const deleteEquipmentOfBookings = sql(
  "places.leavePiecesOut",
  `UPDATE booking SET equipment_ids = ARRAY(SELECT piece FROM unnest(equipment_ids) WITH ORDINALITY AS p (piece, n)
       WHERE NOT piece = ANY($2) ORDER BY n), series_changed = series_id IS NOT NULL, version = version + 1
   WHERE tenant_id = current_tenant() AND id = ANY($1)`,
);

export const cancelAffectedBookings = sql(
  "places.cancelAffected",
  `UPDATE booking SET status = 'cancelled', decision_reason = COALESCE($2, decision_reason), version = version + 1
   WHERE tenant_id = current_tenant() AND id = ANY($1)`,
);
