import { conflictsDespiteBuffers, isSlotFree, overlappingSlots } from "../slot-overlap";
import { personJson } from "../../../platform/database/person-json";
import { sql } from "../../../platform/database/unit-of-work";

const roomColumns = `
  r.id, r.name, r.building_id, r.capacity, r.tools, r.auto_approve, r.pending_blocks, r.audience, r.notice_minutes, r.ahead_days, r.longest_minutes,
  r.buffer_before_minutes, r.buffer_after_minutes, r.cross_day, r.opens_at::text AS opens_at, r.closes_at::text AS closes_at,
  r.open_days, COALESCE(h.time_zone, t.time_zone) AS time_zone, t.enforce_room_capacity,
  (r.audience = 'everyone'
    OR EXISTS (SELECT FROM room_group g JOIN user_group_member m
        ON m.tenant_id = g.tenant_id AND m.group_id = g.group_id AND m.user_id = $2
      WHERE g.tenant_id = r.tenant_id AND g.room_id = r.id)
    OR EXISTS (SELECT FROM room_department d JOIN app_user u
        ON u.tenant_id = d.tenant_id AND u.department_id = d.department_id AND u.id = $2
      WHERE d.tenant_id = r.tenant_id AND d.room_id = r.id)) AS invited`;
const roomTables = `room r JOIN building h ON h.tenant_id = r.tenant_id AND h.id = r.building_id
  JOIN tenant t ON t.id = r.tenant_id`;

export const selectBookableRooms = sql(
  "bookings.rooms",
  `SELECT ${roomColumns} FROM ${roomTables}
   WHERE r.tenant_id = current_tenant() AND r.id = ANY($1) AND r.deleted_at IS NULL ORDER BY r.id`,
);

/**
 * Serializes bookings of a room. This prevents deadlocks in the exclusion constraint, which decides about conflicts, and makes changes of
 * the room's rules wait.
 */
export const lockRooms = sql(
  "bookings.lockRooms",
  `SELECT id FROM room WHERE tenant_id = current_tenant() AND id = ANY($1) AND deleted_at IS NULL
   ORDER BY id FOR NO KEY UPDATE`,
);

/** SQL: seats that booking `b` needs: its requester, participants and guests, whatever they answered. */
export const seatsOfBooking = `(1
  + (SELECT count(*) FROM booking_participant p WHERE p.tenant_id = b.tenant_id AND p.booking_id = b.id)
  + (SELECT count(*) FROM booking_invitation g WHERE g.tenant_id = b.tenant_id AND g.booking_id = b.id
       AND g.email IS NOT NULL AND g.withdrawn_at IS NULL))::int`;

/** The smallest capacity exceeded by one of the bookings $1, with the seats that booking needs. */
export const selectExceededCapacity = sql(
  "bookings.exceededCapacity",
  `SELECT r.capacity, n.seats FROM booking b JOIN room r ON r.tenant_id = b.tenant_id AND r.id = b.room_id,
     LATERAL (SELECT ${seatsOfBooking} AS seats) AS n
   WHERE b.tenant_id = current_tenant() AND b.id = ANY($1) AND n.seats > r.capacity ORDER BY r.capacity, b.id LIMIT 1`,
  { notNull: ["capacity"] },
);

/** Seats that the largest of the bookings $1 needs. */
export const selectNeededSeats = sql(
  "bookings.neededSeats",
  `SELECT max(${seatsOfBooking})::int AS seats FROM booking b WHERE b.tenant_id = current_tenant() AND b.id = ANY($1)`,
);

export const selectTenantTimeZone = sql(
  "bookings.tenantZone",
  "SELECT time_zone FROM tenant WHERE id = current_tenant()",
);

/**
 * Slots in conflict with $1, a JSON array of room, period and buffers. Requested buffers conflict only with bookings. Excludes the bookings
 * $2.
 */
export const selectConflictingRoomSlots = sql(
  "bookings.standsInTheWay",
  `WITH w AS MATERIALIZED (SELECT wanted.*, since, until, since - interval '1 day' AS day_before
     FROM jsonb_to_recordset($1::jsonb) AS wanted (room_id bigint, starts_at timestamptz, ends_at timestamptz,
       buffer_before_minutes int, buffer_after_minutes int),
     LATERAL (SELECT starts_at - make_interval(mins => buffer_before_minutes) AS since,
       ends_at + make_interval(mins => buffer_after_minutes) AS until) AS around)
   SELECT DISTINCT ON (s.id) s.kind, s.room_id AS bookable_id, s.starts_at AS start_at, s.ends_at AS end_at,
     CASE WHEN NOT b.private THEN b.title END AS title,
     CASE WHEN u.id IS NOT NULL AND NOT b.private THEN ${personJson("u")} END AS requester
   FROM w, LATERAL ${overlappingSlots("s.*", "s.tenant_id = current_tenant() AND s.room_id = w.room_id", "w.since", "w.until", "w.day_before")} AS s
   LEFT JOIN booking b ON b.tenant_id = s.tenant_id AND b.id = s.booking_id
   LEFT JOIN app_user u ON u.tenant_id = b.tenant_id AND u.id = b.requester_id
   WHERE ${conflictsDespiteBuffers("w.starts_at", "w.ends_at")} AND NOT COALESCE(s.booking_id = ANY($2), false)
   ORDER BY s.id`,
);

export const selectOccupiedRoomSlots = sql(
  "bookings.takenAround",
  `SELECT kind, starts_at AS start_at, ends_at AS end_at
   FROM ${overlappingSlots("s.*", "s.tenant_id = current_tenant() AND s.room_id = $1", "$2::timestamptz", "$3::timestamptz")} AS s
   WHERE NOT COALESCE(booking_id = ANY($4), false)`,
);

const timeAround = `$2::timestamptz - make_interval(mins => r.buffer_before_minutes) AS since,
  $3::timestamptz + make_interval(mins => r.buffer_after_minutes) AS until,
  $2::timestamptz - make_interval(mins => r.buffer_before_minutes) - interval '1 day' AS day_before`;

/** Free rooms, most similar to $1 first: same features, building and capacity. $2, $3 period. */
export const selectFreeRooms = sql(
  "bookings.freeRooms",
  `WITH r AS MATERIALIZED (SELECT r.id, r.name, r.building_id, r.capacity, r.tools, ${timeAround}
     FROM room r WHERE r.tenant_id = current_tenant() AND r.deleted_at IS NULL AND r.id IS DISTINCT FROM $1)
   SELECT r.id FROM r LEFT JOIN room o ON o.tenant_id = current_tenant() AND o.id = $1
   WHERE ${isSlotFree(`s.tenant_id = current_tenant() AND s.room_id = r.id AND ${conflictsDespiteBuffers("$2::timestamptz", "$3::timestamptz")}`, "r.since", "r.until", "r.day_before")}
   ORDER BY COALESCE(r.tools @> o.tools, true) DESC, COALESCE(r.building_id = o.building_id, false) DESC, r.capacity < o.capacity,
     abs(COALESCE(r.capacity, 0) - COALESCE(o.capacity, 0)), r.id`,
);

export const selectFreeCars = sql(
  "bookings.freeCars",
  `SELECT c.id, c.name FROM car c
   WHERE c.tenant_id = current_tenant() AND c.deleted_at IS NULL AND ($1::text IS NULL OR c.type = $1)
     AND ${isSlotFree("s.tenant_id = c.tenant_id AND s.car_id = c.id", "$2::timestamptz", "$3::timestamptz")}
   ORDER BY c.name COLLATE reader, c.id LIMIT $4`,
);
