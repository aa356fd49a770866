import type { AskedBooking } from "../../shared/reservations/booking-requests.contract";
import type { RequestRow } from "../approvals/request.entity";
import { wasSent } from "../approvals/request-readers.policy";
import { joinPiece, requestType } from "../bookings/bookable.service";
import { teamOf } from "../people/management-line.policy";
import { overlaps } from "../platform/database/overlap";
import { sql } from "../platform/database/unit-of-work";

/** A request of this family with the booking that it is for, as it is now. */
export interface BookingRequestRow extends RequestRow {
  bookingId: number;
  bookingStatus: string;
  roomId: number | null;
  startsAt: Date;
  endsAt: Date;
  asked: AskedBooking;
  equipmentIds: number[];
}

const instant = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columns = `r.id, r.family, r.type, r.status, r.round, r.step, r.version, r.requester_id AS "requesterId",
  r.department_id AS "departmentId", r.sent_at AS "sentAt", r.decided_at AS "decidedAt", r.created_at AS "createdAt",
  json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) AS requester,
  b.id AS "bookingId", b.status AS "bookingStatus", b.room_id AS "roomId", b.starts_at AS "startsAt", b.ends_at AS "endsAt",
  json_build_object('id', b.id, 'title', b.title, 'private', b.private, 'bookable_type', b.bookable_type,
    'place', COALESCE(o.name, c.name, piece.name), 'driver', COALESCE(p.fullname, d.fullname), 'car_type', b.car_type, 'seats', b.seats,
    'equipment', ARRAY(SELECT e.name FROM equipment e WHERE e.tenant_id = b.tenant_id AND e.id = ANY(b.equipment_ids)
      ORDER BY lower(e.name), e.id),
    'driver_needed', b.driver_needed, 'from_place', b.from_place, 'to_place', b.to_place, 'purpose', b.purpose, 'note', b.note,
    'start_date', ${instant("b.starts_at")}, 'end_date', ${instant("b.ends_at")},
    'time_zone', COALESCE(h.time_zone, lent.time_zone, t.time_zone)) AS asked,
  b.equipment_ids AS "equipmentIds"`;
const tables = `booking_request q
  JOIN request r ON r.tenant_id = q.tenant_id AND r.id = q.id
  JOIN booking b ON b.tenant_id = q.tenant_id AND b.id = q.booking_id
  JOIN tenant t ON t.id = q.tenant_id
  JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id
  LEFT JOIN room o ON o.tenant_id = b.tenant_id AND o.id = b.room_id
  LEFT JOIN building h ON h.tenant_id = o.tenant_id AND h.id = o.building_id
  LEFT JOIN car c ON c.tenant_id = b.tenant_id AND c.id = b.car_id
  LEFT JOIN driver d ON d.tenant_id = b.tenant_id AND d.id = b.driver_id
  LEFT JOIN app_user p ON p.tenant_id = d.tenant_id AND p.id = d.user_id
  ${joinPiece}`;

export const requestsById = sql(
  "bookingRequests.byId",
  `SELECT ${columns} FROM ${tables} WHERE q.tenant_id = current_tenant() AND q.id = ANY($1) ORDER BY q.id`,
);
export const requestsOfBookings = sql(
  "bookingRequests.ofBookings",
  `SELECT ${columns} FROM ${tables} WHERE q.tenant_id = current_tenant() AND q.booking_id = ANY($1) ORDER BY q.id`,
);
export const bookingOfRequest = sql(
  "bookingRequests.booking",
  "SELECT booking_id FROM booking_request WHERE tenant_id = current_tenant() AND id = $1",
);

/** $1 person, $2 scope, $3 status, $4 kind, $5 limit, $6 offset. The team are all who stand below the person. */
export const listRequests = sql(
  "bookingRequests.list",
  `WITH RECURSIVE ${teamOf}
   SELECT ${columns}, count(*) OVER ()::int AS total FROM ${tables}
   WHERE q.tenant_id = current_tenant() AND ${wasSent}
     AND CASE $2 WHEN 'mine' THEN r.requester_id = $1
                 WHEN 'team' THEN r.requester_id IN (SELECT id FROM team)
                 ELSE true END
     AND ($3::text IS NULL OR r.status = $3) AND ($4::text IS NULL OR b.bookable_type = $4)
   ORDER BY r.id DESC LIMIT $5 OFFSET $6`,
);

// Both are in the order of the bookings' ids: the first request is the first booking's.
/** One for each of the bookings $1 that waits and has none. */
export const insertRequests = sql(
  "bookingRequests.insert",
  `WITH asked AS (
     SELECT b.tenant_id, b.id, b.requester_id, u.department_id, ${requestType} AS type,
       row_number() OVER (ORDER BY b.id) AS n
     FROM booking b JOIN app_user u ON u.tenant_id = b.tenant_id AND u.id = b.requester_id
     WHERE b.tenant_id = current_tenant() AND b.id = ANY($1) AND b.status = 'pending' AND NOT EXISTS (
       SELECT FROM booking_request q WHERE q.tenant_id = b.tenant_id AND q.booking_id = b.id)
   ), made AS (
     INSERT INTO request (tenant_id, family, requester_id, department_id, type)
     SELECT tenant_id, 'booking', requester_id, department_id, type FROM asked ORDER BY n RETURNING id, tenant_id
   ), numbered AS (SELECT id, tenant_id, row_number() OVER (ORDER BY id) AS n FROM made)
   INSERT INTO booking_request (id, tenant_id, booking_id)
   SELECT m.id, m.tenant_id, a.id FROM numbered m JOIN asked a ON a.n = m.n RETURNING id`,
);

/** After many were added: what triggers look up for each goes by the right index from here on. */
export const analyzeBookings = sql("bookingRequests.analyze", "SELECT analyze_bookings()");
export const many = 20;

/** What people call requests $1; what is private is called by what is asked for. */
export const titlesOfRequests = sql(
  "bookingRequests.titles",
  `SELECT q.id, CASE WHEN b.private THEN COALESCE(o.name, b.car_type, piece.name) ELSE b.title END AS title
   FROM booking_request q JOIN booking b ON b.tenant_id = q.tenant_id AND b.id = q.booking_id
     LEFT JOIN room o ON o.tenant_id = b.tenant_id AND o.id = b.room_id
     ${joinPiece}
   WHERE q.tenant_id = current_tenant() AND q.id = ANY($1)`,
);

/** Request $1 is for something else now: what it is called and what rules go by. Decisions on what it was are refused. */
export const refreshRequest = sql(
  "bookingRequests.refresh",
  `UPDATE request r SET type = ${requestType},
     title = CASE WHEN b.private THEN COALESCE(o.name, b.car_type, piece.name) ELSE b.title END, version = r.version + 1, updated_at = now()
   FROM booking_request q JOIN booking b ON b.tenant_id = q.tenant_id AND b.id = q.booking_id
     LEFT JOIN room o ON o.tenant_id = b.tenant_id AND o.id = b.room_id
     ${joinPiece}
   WHERE r.tenant_id = current_tenant() AND q.tenant_id = r.tenant_id AND q.id = r.id AND r.id = $1`,
);

const other = `b.id, CASE WHEN b.private THEN NULL ELSE b.title END AS title, b.bookable_type,
  COALESCE(o.name, c.name, piece.name) AS place,
  CASE WHEN NOT b.private THEN json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) END AS requester,
  ${instant("b.starts_at")} AS start_date, ${instant("b.ends_at")} AS end_date, b.status = 'pending' AS pending,
  b.during && tstzrange($2, $3) AS clashes`;
const otherTables = `booking b JOIN app_user u ON u.tenant_id = b.tenant_id AND u.id = b.requester_id
  LEFT JOIN room o ON o.tenant_id = b.tenant_id AND o.id = b.room_id
  LEFT JOIN car c ON c.tenant_id = b.tenant_id AND c.id = b.car_id
  ${joinPiece}`;
const most = 30;

/** What else holds something on the days of $2 to $3 on the clock of $4: room $5, cars of type $6, or pieces $7. Not booking $1 itself. */
export const sameDay = sql(
  "bookingRequests.sameDay",
  `SELECT ${other} FROM ${otherTables}
   WHERE b.tenant_id = current_tenant() AND b.id <> $1 AND b.status IN ('pending', 'approved')
     AND (b.room_id = $5 OR b.bookable_type = 'car' AND COALESCE(c.type, b.car_type) = $6 OR b.equipment_ids && $7::bigint[])
     AND ${overlaps("b", "date_trunc('day', $2::timestamptz, $4)", "(date_trunc('day', $3::timestamptz, $4) + interval '1 day')")}
   ORDER BY b.starts_at, b.id LIMIT ${most}`,
);

/** What else person $4 has booked within three days before and after; not in private: even that they have something then is theirs. */
export const sameRequester = sql(
  "bookingRequests.sameRequester",
  `SELECT ${other} FROM ${otherTables}
   WHERE b.tenant_id = current_tenant() AND b.id <> $1 AND b.status IN ('pending', 'approved') AND b.requester_id = $4 AND NOT b.private
     AND ${overlaps("b", "($2::timestamptz - interval '3 days')", "($3::timestamptz + interval '3 days')")}
   ORDER BY b.starts_at, b.id LIMIT ${most}`,
);

/** Rooms and pieces of equipment that somebody decides, or that rules name. */
export const placeTypes = sql(
  "bookingRequests.placeTypes",
  `SELECT 'room-' || id AS code, name FROM room
   WHERE tenant_id = current_tenant() AND deleted_at IS NULL AND NOT auto_approve
   UNION ALL SELECT 'equipment-' || id, name FROM equipment
   WHERE tenant_id = current_tenant() AND deleted_at IS NULL AND NOT auto_approve
   ORDER BY name, code`,
);
export const placeNames = sql(
  "bookingRequests.placeNames",
  `SELECT 'room-' || id AS type, name FROM room WHERE tenant_id = current_tenant()
   UNION ALL SELECT 'equipment-' || id, name FROM equipment WHERE tenant_id = current_tenant()`,
);

/** What nobody has decided in time. */
export const expireBookings = sql(
  "bookingRequests.expire",
  `UPDATE booking SET status = 'expired', version = version + 1
   WHERE tenant_id = current_tenant() AND status = 'pending' AND ends_at <= $1 RETURNING id`,
);

const waitingStep = `booking b JOIN booking_request q ON q.tenant_id = b.tenant_id AND q.booking_id = b.id
     JOIN request_step s ON s.tenant_id = q.tenant_id AND s.request_id = q.id AND s.state = 'now'`;
/** Half of the time since it was asked is over, and less than four hours are left. */
const urgentAt = "GREATEST(b.starts_at - interval '4 hours', s.since + (b.starts_at - s.since) / 2)";
/** What has come to somebody else already, or to the administrators, stays there. */
const canBeUrgent = `b.status = 'pending' AND b.starts_at > $1::timestamptz AND s.escalated_at IS NULL
     AND s.role_id IS DISTINCT FROM (SELECT id FROM role WHERE tenant_id = current_tenant() AND code = 'administrator')`;

/** Steps that wait although the booking begins soon. */
export const urgentSteps = sql(
  "bookingRequests.urgent",
  `SELECT s.request_id, s.id, s.since, s.reminded_at AS "remindedAt" FROM ${waitingStep}
   WHERE b.tenant_id = current_tenant() AND ${canBeUrgent}
     AND b.starts_at <= $1::timestamptz + interval '4 hours' AND ${urgentAt} <= $1
   ORDER BY b.starts_at, s.id`,
);

/** When the step that request $2 waits for becomes urgent, as of $1. */
export const urgentFrom = sql(
  "bookingRequests.urgentFrom",
  `SELECT ${urgentAt} AS at FROM ${waitingStep} WHERE q.tenant_id = current_tenant() AND q.id = $2 AND ${canBeUrgent}`,
);
