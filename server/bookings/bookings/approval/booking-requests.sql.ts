import type { RequestedBooking } from "../../../../shared/bookings/bookings/approval/booking-requests.contract";
import { requestColumns, type RequestRow } from "../../../approvals/approvals/request.entity";
import { scopeCondition, wasSentCondition } from "../../../approvals/approvals/request-readers.policy";
import { bookableTimeZoneExpression, joinEquipmentPiece, bookingRequestType } from "../bookable.sql";
import { teamCte } from "../../../platform/management-line";
import { slotOverlapCondition } from "../slot-overlap";
import { personJson } from "../../../platform/database/person-json";
import { sql } from "../../../platform/database/unit-of-work";

/** A booking request with the current state of its booking. */
export interface BookingRequestRow extends RequestRow {
  bookingId: number;
  bookingStatus: string;
  roomId: number | null;
  startsAt: Date;
  endsAt: Date;
  asked: RequestedBooking;
  equipmentIds: number[];
}

const instant = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columns = `${requestColumns},
  b.id AS "bookingId", b.status AS "bookingStatus", b.room_id AS "roomId", b.starts_at AS "startsAt", b.ends_at AS "endsAt",
  json_build_object('id', b.id, 'title', b.title, 'private', b.private, 'bookable_type', b.bookable_type,
    'place', COALESCE(o.name, c.name, piece.name), 'driver', COALESCE(p.fullname, d.fullname), 'driver_phone', d.phone_number, 'car_type', b.car_type, 'seats', b.seats,
    'equipment', ARRAY(SELECT e.name FROM equipment e WHERE e.tenant_id = b.tenant_id AND e.id = ANY(b.equipment_ids)
      ORDER BY e.name COLLATE reader, e.id),
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
  ${joinEquipmentPiece}`;

export const selectRequestsById = sql(
  "bookingRequests.byId",
  `SELECT ${columns} FROM ${tables} WHERE q.tenant_id = current_tenant() AND q.id = ANY($1) ORDER BY q.id`,
);
export const selectRequestsOfBookings = sql(
  "bookingRequests.ofBookings",
  `SELECT ${columns} FROM ${tables} WHERE q.tenant_id = current_tenant() AND q.booking_id = ANY($1) ORDER BY q.id`,
);
export const selectBookingIdOfRequest = sql(
  "bookingRequests.booking",
  "SELECT booking_id FROM booking_request WHERE tenant_id = current_tenant() AND id = $1",
);

/** $1 user, $2 scope, $3 status, $4 kind, $5 limit, $6 offset. The team consists of all users below $1 in the hierarchy. */
export const selectRequests = sql(
  "bookingRequests.list",
  `WITH RECURSIVE ${teamCte}
   SELECT ${columns}, count(*) OVER ()::int AS total FROM ${tables}
   WHERE q.tenant_id = current_tenant() AND ${wasSentCondition}
     AND ${scopeCondition}
     AND ($3::text IS NULL OR r.status = $3) AND ($4::text IS NULL OR b.bookable_type = $4)
   ORDER BY r.id DESC LIMIT $5 OFFSET $6`,
);

// Bookings and inserted requests are both ordered by booking id, so that they correspond by position.
export const insertRequests = sql(
  "bookingRequests.insert",
  `WITH asked AS (
     SELECT b.tenant_id, b.id, b.requester_id, u.department_id, ${bookingRequestType} AS type,
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

/** Updates statistics after a bulk insert, so that PostgreSQL uses the right index for the triggers' queries. */
export const analyzeBookings = sql("bookingRequests.analyze", "SELECT analyze_bookings()");
export const bulkInsertThreshold = 20;

/** Titles of requests $1; a private booking has the name of its resource as title. */
export const selectRequestTitles = sql(
  "bookingRequests.titles",
  `SELECT q.id, CASE WHEN b.private THEN COALESCE(o.name, b.car_type, piece.name) ELSE b.title END AS title
   FROM booking_request q JOIN booking b ON b.tenant_id = q.tenant_id AND b.id = q.booking_id
     LEFT JOIN room o ON o.tenant_id = b.tenant_id AND o.id = b.room_id
     ${joinEquipmentPiece}
   WHERE q.tenant_id = current_tenant() AND q.id = ANY($1)`,
);

/**
 * Updates requester, title, type and rule inputs of request $1 after its booking has changed. The version is incremented, so that decisions
 * on the previous version fail.
 */
export const updateRequestFromBooking = sql(
  "bookingRequests.refresh",
  `UPDATE request r SET type = ${bookingRequestType}, requester_id = b.requester_id,
     department_id = CASE WHEN b.requester_id = r.requester_id THEN r.department_id ELSE owner.department_id END,
     title = CASE WHEN b.private THEN COALESCE(o.name, b.car_type, piece.name) ELSE b.title END, version = r.version + 1, updated_at = now()
   FROM booking_request q JOIN booking b ON b.tenant_id = q.tenant_id AND b.id = q.booking_id
     JOIN app_user owner ON owner.tenant_id = b.tenant_id AND owner.id = b.requester_id
     LEFT JOIN room o ON o.tenant_id = b.tenant_id AND o.id = b.room_id
     ${joinEquipmentPiece}
   WHERE r.tenant_id = current_tenant() AND q.tenant_id = r.tenant_id AND q.id = r.id AND r.id = $1`,
);

const other = `b.id, CASE WHEN b.private THEN NULL ELSE b.title END AS title, b.bookable_type,
  COALESCE(o.name, c.name, piece.name) AS place,
  CASE WHEN u.id IS NOT NULL AND NOT b.private THEN ${personJson("u")} END AS requester,
  ${instant("b.starts_at")} AS start_date, ${instant("b.ends_at")} AS end_date, b.status = 'pending' AS pending,
  ${bookableTimeZoneExpression} AS time_zone, b.during && tstzrange($2, $3) AS clashes`;
const otherTables = `booking b LEFT JOIN app_user u ON u.tenant_id = b.tenant_id AND u.id = b.requester_id
  LEFT JOIN room o ON o.tenant_id = b.tenant_id AND o.id = b.room_id
  LEFT JOIN car c ON c.tenant_id = b.tenant_id AND c.id = b.car_id
  ${joinEquipmentPiece}`;
const most = 30;

/** Other bookings on the days from $2 to $3 in time zone $4 for room $5, cars of type $6, or equipment $7. Excludes booking $1. */
export const selectOtherBookingsOnDays = sql(
  "bookingRequests.sameDay",
  `SELECT ${other} FROM ${otherTables}
   WHERE b.tenant_id = current_tenant() AND b.id <> $1 AND b.status IN ('pending', 'approved')
     AND (b.room_id = $5 OR b.bookable_type = 'car' AND COALESCE(c.type, b.car_type) = $6 OR b.equipment_ids && $7::bigint[])
     AND ${slotOverlapCondition("b", "date_trunc('day', $2::timestamptz, $4)", "((date_trunc('day', $3::timestamptz AT TIME ZONE $4) + interval '1 day') AT TIME ZONE $4)")}
   ORDER BY b.starts_at, b.id LIMIT ${most}`,
);

/** Other bookings of requester $4 from three days before $2 until three days after $3. Excludes booking $1 and all private bookings. */
export const selectOtherBookingsOfRequester = sql(
  "bookingRequests.sameRequester",
  `SELECT ${other} FROM ${otherTables}
   WHERE b.tenant_id = current_tenant() AND b.id <> $1 AND b.status IN ('pending', 'approved') AND b.requester_id = $4 AND NOT b.private
     AND ${slotOverlapCondition("b", "($2::timestamptz - interval '3 days')", "($3::timestamptz + interval '3 days')")}
   ORDER BY b.starts_at, b.id LIMIT ${most}`,
);

export const selectBookingRequestTypes = sql(
  "bookingRequests.placeTypes",
  `SELECT * FROM (SELECT 'room-' || id AS code, name FROM room
   WHERE tenant_id = current_tenant() AND deleted_at IS NULL AND NOT auto_approve
   UNION ALL SELECT 'equipment-' || id, name FROM equipment
   WHERE tenant_id = current_tenant() AND deleted_at IS NULL AND NOT auto_approve
   ) AS place ORDER BY name COLLATE reader, code`,
);
export const selectBookingRequestTypeNames = sql(
  "bookingRequests.placeNames",
  `SELECT 'room-' || id AS type, name FROM room WHERE tenant_id = current_tenant()
   UNION ALL SELECT 'equipment-' || id, name FROM equipment WHERE tenant_id = current_tenant()`,
);

export const expireBookings = sql(
  "bookingRequests.expire",
  `UPDATE booking SET status = 'expired', version = version + 1
   WHERE tenant_id = current_tenant() AND status = 'pending' AND ends_at <= $1 RETURNING id`,
);

const waitingStep = `booking b JOIN booking_request q ON q.tenant_id = b.tenant_id AND q.booking_id = b.id
     JOIN request_step s ON s.tenant_id = q.tenant_id AND s.request_id = q.id AND s.state = 'now'`;
/**
 * Time at which a step becomes urgent: less than four hours remain until the booking, and at least half of the time between the step's
 * start and the booking has passed.
 */
const urgentAt = "GREATEST(b.starts_at - interval '4 hours', s.since + (b.starts_at - s.since) / 2)";
/** SQL condition: the step may be escalated as urgent. Steps that were already escalated or wait for the administrators are excluded. */
const canBeUrgent = `b.status = 'pending' AND b.starts_at > $1::timestamptz AND s.escalated_at IS NULL
     AND s.role_id IS DISTINCT FROM (SELECT id FROM role WHERE tenant_id = current_tenant() AND code = 'administrator')`;

export const selectUrgentSteps = sql(
  "bookingRequests.urgent",
  `SELECT s.request_id, s.id, s.since, s.reminded_at AS "remindedAt" FROM ${waitingStep}
   WHERE b.tenant_id = current_tenant() AND ${canBeUrgent}
     AND b.starts_at <= $1::timestamptz + interval '4 hours' AND ${urgentAt} <= $1
   ORDER BY b.starts_at, s.id`,
  { notNull: ["since"] },
);

/** Time at which the pending step of request $2 becomes urgent; $1 is the current time. */
export const selectUrgencyTime = sql(
  "bookingRequests.urgentFrom",
  `SELECT ${urgentAt} AS at FROM ${waitingStep} WHERE q.tenant_id = current_tenant() AND q.id = $2 AND ${canBeUrgent}`,
);
