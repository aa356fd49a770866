import { slotOverlapCondition } from "./slot-overlap";
import { bookableIdExpression, bookableTimeZoneExpression, joinEquipmentPiece } from "./bookable.sql";
import { personOrNull } from "../../platform/database/person-json";
import { sql } from "../../platform/database/unit-of-work";

const facts = `
  b.id, b.title, b.note, b.private, b.bookable_type, ${bookableIdExpression} AS bookable_id, b.room_id, b.car_type, b.seats,
  b.from_place, b.to_place, b.purpose, b.driver_needed, b.car_id, b.driver_id,
  b.buffer_before_minutes, b.buffer_after_minutes, b.pending_blocks, b.status, b.decision_reason, b.series_id, b.series_date::text AS series_date,
  b.series_changed, b.checked_in_at, b.released_at, b.version, b.equipment_ids, b.basket_id`;
const equipment = `
  CASE WHEN b.equipment_ids = '{}' THEN '[]'::json ELSE (SELECT COALESCE(json_agg(json_build_object('id', e.id, 'name', e.name)
    ORDER BY e.name COLLATE reader, e.id), '[]') FROM equipment e WHERE e.tenant_id = b.tenant_id AND e.id = ANY(b.equipment_ids)) END AS equipment`;
const columns = `${facts}, ${equipment}, b.starts_at, b.ends_at, ${bookableTimeZoneExpression} AS time_zone,
  (SELECT organization.time_zone FROM tenant organization WHERE organization.id = b.tenant_id) AS tenant_time_zone,
  ${personOrNull("u")} AS requester,
  COALESCE((SELECT json_agg(json_build_object('id', p.id, 'fullname', p.fullname, 'image', p.image, 'answer', i.answer)
              ORDER BY p.fullname COLLATE reader, p.id)
            FROM booking_participant i JOIN app_user p ON p.tenant_id = i.tenant_id AND p.id = i.user_id
            WHERE i.tenant_id = b.tenant_id AND i.booking_id = b.id), '[]') AS participants`;
const inTime = slotOverlapCondition("b", "$1::timestamptz", "$2::timestamptz");
// Maximum duration of a booking (booking_a_month_at_most); bounds the index range scanned.
const longest = "interval '31 days 2 hours'";
const tables = "booking b LEFT JOIN app_user u ON u.tenant_id = b.tenant_id AND u.id = b.requester_id";

export const maxPastBookings = 200;

export const selectBookingsBetween = sql(
  "bookings.between",
  `SELECT ${columns} FROM ${tables}
   WHERE b.tenant_id = current_tenant() AND b.status IN ('pending', 'approved') AND ${inTime}
     AND b.bookable_type = ANY($3) AND ($4::bigint IS NULL OR ${bookableIdExpression} = $4)
     AND ($5::text IS NULL OR b.car_type = $5)
   ORDER BY b.starts_at, b.id`,
);

// For equipment, includes pieces booked together with rooms.
const ofGrid = `b.tenant_id = current_tenant() AND b.status IN ('pending', 'approved') AND ${inTime} 
  AND (b.bookable_type = $3 OR ($3 = 'equipment' AND b.equipment_ids <> '{}'))`;

/** Ids and row versions (xmin) of all bookings in a grid, aggregated into one row because reading thousands of rows is slower. */
export const selectBookingVersions = sql(
  "bookings.versionsBetween",
  `SELECT COALESCE(array_to_json(array_agg(s.id)), '[]') AS ids, COALESCE(array_to_json(array_agg(s.xmin)), '[]') AS xmins
   FROM (SELECT b.id, b.xmin::text::bigint AS xmin FROM booking b WHERE ${ofGrid} ORDER BY b.starts_at, b.id) AS s`,
);
export const selectBookingFacts = sql(
  "bookings.factsByIds",
  `SELECT ${facts}, b.xmin::text::bigint AS xmin, b.requester_id, b.starts_at, b.ends_at,
     COALESCE(array_to_json(i.users), '[]') AS users, COALESCE(array_to_json(i.answers), '[]') AS answers
   FROM booking b CROSS JOIN LATERAL (
     SELECT array_agg(user_id) AS users, array_agg(answer) AS answers FROM booking_participant
     WHERE tenant_id = b.tenant_id AND booking_id = b.id) AS i
   WHERE b.tenant_id = current_tenant() AND b.id = ANY($1)`,
);
export const selectGridPeople = sql(
  "bookings.peopleOfGrid",
  "SELECT id, fullname, image FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1) ORDER BY fullname COLLATE reader, id",
);
export const selectGridEquipment = sql(
  "bookings.piecesOfGrid",
  "SELECT id, name FROM equipment WHERE tenant_id = current_tenant() AND id = ANY($1) ORDER BY name COLLATE reader, id",
);

/**
 * Bookings that user $6 made or is invited to, in any status; $1 to $5 as in `bookingsBetween`. Ended, rejected and cancelled bookings are
 * limited to the most recent because their number is unbounded.
 */
export const selectBookingsOfUser = sql(
  "bookings.of",
  `SELECT ${columns} FROM ${tables}
   WHERE b.tenant_id = current_tenant() AND ${inTime}
     AND b.bookable_type = ANY($3) AND ($4::bigint IS NULL OR ${bookableIdExpression} = $4)
     AND ($5::text IS NULL OR b.car_type = $5)
     AND b.id IN (SELECT o.id FROM booking o WHERE o.tenant_id = current_tenant() AND o.requester_id = $6
         AND o.starts_at < $2 AND o.starts_at > $1::timestamptz - ${longest} AND o.ends_at > $1 AND o.status IN ('pending', 'approved')
       UNION ALL (SELECT o.id FROM booking o WHERE o.tenant_id = current_tenant() AND o.requester_id = $6
         AND o.starts_at < $2 AND o.starts_at > $1::timestamptz - ${longest} AND o.ends_at > $1 AND o.status NOT IN ('pending', 'approved')
         AND o.bookable_type = ANY($3) ORDER BY o.id DESC LIMIT ${maxPastBookings})
       UNION ALL SELECT i.booking_id FROM booking_participant i JOIN booking o ON o.tenant_id = i.tenant_id AND o.id = i.booking_id
       WHERE i.tenant_id = current_tenant() AND i.user_id = $6 AND o.status IN ('pending', 'approved'))
   ORDER BY b.starts_at, b.id`,
);

/** The next $3 bookings of user $2 after $1, with the resource's name. Declined invitations are left out. */
export const selectNextBookingsOfUser = sql(
  "bookings.next",
  `SELECT ${columns}, COALESCE(r.name, c.name, piece.name) AS place FROM ${tables}
     LEFT JOIN room r ON r.tenant_id = b.tenant_id AND r.id = b.room_id
     LEFT JOIN car c ON c.tenant_id = b.tenant_id AND c.id = b.car_id
     ${joinEquipmentPiece}
   WHERE b.tenant_id = current_tenant() AND b.status IN ('pending', 'approved') AND b.ends_at > $1
     AND b.id IN (SELECT o.id FROM booking o WHERE o.tenant_id = current_tenant() AND o.requester_id = $2
         AND o.starts_at > $1::timestamptz - ${longest} AND o.ends_at > $1
       UNION ALL SELECT i.booking_id FROM booking_participant i
       WHERE i.tenant_id = current_tenant() AND i.user_id = $2 AND i.answer IS DISTINCT FROM 'declined')
   ORDER BY b.starts_at, b.id LIMIT $3`,
);

export const selectBookingsById = sql(
  "bookings.byId",
  `SELECT ${columns} FROM ${tables} WHERE b.tenant_id = current_tenant() AND b.id = ANY($1) ORDER BY b.starts_at, b.id`,
);

/** Upcoming pending or approved dates of series $1, from date $2 on (null: all). $3 now. */
export const selectUpcomingSeriesDates = sql(
  "bookings.seriesFrom",
  `SELECT id FROM booking WHERE tenant_id = current_tenant() AND series_id = $1 AND ends_at > $3
     AND status IN ('pending', 'approved') AND ($2::date IS NULL OR series_date >= $2) ORDER BY id`,
);

export const selectSeriesTimeZone = sql(
  "bookings.seriesZone",
  "SELECT time_zone FROM booking_series WHERE tenant_id = current_tenant() AND id = $1",
);

export const updateSeriesStartTime = sql(
  "bookings.seriesBegins",
  `UPDATE booking_series SET begins = ($2::timestamptz AT TIME ZONE time_zone)::time
   WHERE tenant_id = current_tenant() AND id = $1 AND one_event`,
);

export const lockBookings = sql(
  "bookings.lock",
  "SELECT id, version FROM booking WHERE tenant_id = current_tenant() AND id = ANY($1) ORDER BY id FOR NO KEY UPDATE",
);

export const insertSeries = sql(
  "bookings.insertSeries",
  `INSERT INTO booking_series (tenant_id, repeat, rrule, time_zone, begins)
   VALUES (current_tenant(), $1, $2, $3, ($4::timestamptz AT TIME ZONE $3)::time) RETURNING id`,
);

/** Inserts bookings. $1 JSON array with one object per date. */
export const insertBookings = sql(
  "bookings.insert",
  `INSERT INTO booking (tenant_id, bookable_type, room_id, car_type, seats, from_place, to_place, purpose, driver_needed,
     requester_id, title, note, private, status, starts_at, ends_at, buffer_before_minutes, buffer_after_minutes, series_id,
     series_date, series_changed, equipment_ids, pending_blocks, basket_id, at_door)
   SELECT current_tenant(), r.* FROM jsonb_to_recordset($1::jsonb) AS r (bookable_type text, room_id bigint, car_type text,
     seats int, from_place text, to_place text, purpose text, driver_needed boolean, requester_id bigint, title text, note text,
     private boolean, status text, starts_at timestamptz, ends_at timestamptz, buffer_before_minutes int,
     buffer_after_minutes int, series_id bigint, series_date date, series_changed boolean, equipment_ids bigint[],
     pending_blocks boolean, basket_id bigint, at_door boolean)
   RETURNING id`,
);

/** $1 JSON array with one complete object per booking. Their slots were released before, so that dates can swap slots. */
export const updateBookings = sql(
  "bookings.update",
  `UPDATE booking b SET room_id = r.room_id, car_type = r.car_type, seats = r.seats, from_place = r.from_place,
     to_place = r.to_place, purpose = r.purpose, driver_needed = r.driver_needed, car_id = r.car_id, driver_id = r.driver_id,
     title = r.title, note = r.note, private = r.private, status = r.status, starts_at = r.starts_at, ends_at = r.ends_at,
     buffer_before_minutes = r.buffer_before_minutes, buffer_after_minutes = r.buffer_after_minutes,
     series_changed = r.series_changed, equipment_ids = r.equipment_ids,
     pending_blocks = r.pending_blocks, version = b.version + 1
   FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, room_id bigint, car_type text, seats int, from_place text, to_place text,
     purpose text, driver_needed boolean, car_id bigint, driver_id bigint, title text, note text, private boolean, status text,
     starts_at timestamptz, ends_at timestamptz, buffer_before_minutes int, buffer_after_minutes int, series_changed boolean,
     equipment_ids bigint[], pending_blocks boolean)
   WHERE b.tenant_id = current_tenant() AND b.id = r.id`,
);
/** Makes user $2 the requester of booking $1, which was made at a door screen. */
export const takeOverDoorBooking = sql(
  "bookings.takeOverAtDoor",
  `UPDATE booking SET requester_id = $2, at_door = false WHERE tenant_id = current_tenant() AND id = $1 AND at_door`,
);
export const deleteOccupiedSlots = sql(
  "bookings.giveBackSlots",
  "DELETE FROM occupied_slot WHERE tenant_id = current_tenant() AND booking_id = ANY($1)",
);

export const cancelBookings = sql(
  "bookings.cancel",
  `UPDATE booking SET status = 'cancelled', version = version + 1
   WHERE tenant_id = current_tenant() AND id = ANY($1) AND status IN ('pending', 'approved')`,
);

export const insertParticipants = sql(
  "bookings.addParticipants",
  `INSERT INTO booking_participant (tenant_id, booking_id, user_id)
   SELECT current_tenant(), b, u FROM unnest($1::bigint[]) AS b CROSS JOIN unnest($2::bigint[]) AS u
   WHERE NOT EXISTS (SELECT FROM booking_participant p
     WHERE p.tenant_id = current_tenant() AND p.booking_id = b AND p.user_id = u)`,
);
export const deleteOtherParticipants = sql(
  "bookings.dropParticipants",
  `DELETE FROM booking_participant WHERE tenant_id = current_tenant() AND booking_id = ANY($1) AND NOT user_id = ANY($2)`,
);

export const selectInvitableUsers = sql(
  "bookings.mayBeInvited",
  `SELECT id FROM app_user u WHERE tenant_id = current_tenant() AND id = ANY($2) AND ((active AND NOT external)
     OR EXISTS (SELECT FROM booking_participant p
       WHERE p.tenant_id = u.tenant_id AND p.booking_id = ANY($1) AND p.user_id = u.id))`,
);

export const updateInvitationAnswer = sql(
  "bookings.answer",
  `UPDATE booking_participant SET answer = $3, answered_at = now()
   WHERE tenant_id = current_tenant() AND booking_id = ANY($1) AND user_id = $2 RETURNING booking_id`,
);
export const updateBookingVersions = sql(
  "bookings.touch",
  "UPDATE booking SET version = version + 1 WHERE tenant_id = current_tenant() AND id = ANY($1)",
);
export const updateBookingCheckIn = sql(
  "bookings.checkIn",
  "UPDATE booking SET checked_in_at = $2, version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
);
/** Ends booking $1 at $2 and frees its remaining time; sets `released_at` when no participant checked in ($3). */
export const updateBookingEnd = sql(
  "bookings.endAt",
  `UPDATE booking SET ends_at = $2, planned_ends_at = ends_at, released_at = CASE WHEN $3::boolean THEN $2::timestamptz END, version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1`,
);
