import { personJson } from "../../platform/database/person-json";
import { sql } from "../../platform/database/unit-of-work";

const columns = `
  b.id, b.title, b.note, b.purpose, b.private, b.from_place, b.to_place, b.seats, b.starts_at, b.ends_at, b.status,
  ${personJson("u")} AS requester,
  json_build_object('id', c.id, 'name', c.name, 'plate_number', c.plate_number, 'mileage', c.mileage,
    'image', (SELECT '/files/' || i.id || '/photo' FROM file i WHERE i.tenant_id = c.tenant_id AND i.id = c.image_file_id)) AS car,
  CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'user_id', d.user_id,
    'fullname', COALESCE(p.fullname, d.fullname), 'phone_number', d.phone_number) END AS driver,
  t.started_at, t.start_km, t.ended_at, t.end_km, t.fuel_litres::float8 AS fuel_litres, t.note AS log_note,
  COALESCE((SELECT json_agg(json_build_object('id', x.id, 'file_id', f.id, 'name', f.name, 'type', f.type, 'size', f.size,
              'preview', f.preview_state = 'ready') ORDER BY x.id)
            FROM trip_photo x JOIN file f ON f.tenant_id = x.tenant_id AND f.id = x.file_id
            WHERE x.tenant_id = b.tenant_id AND x.booking_id = b.id), '[]') AS photos`;
const tables = `booking b
  JOIN app_user u ON u.tenant_id = b.tenant_id AND u.id = b.requester_id
  JOIN car c ON c.tenant_id = b.tenant_id AND c.id = b.car_id
  LEFT JOIN driver d ON d.tenant_id = b.tenant_id AND d.id = b.driver_id
  LEFT JOIN app_user p ON p.tenant_id = d.tenant_id AND p.id = d.user_id
  LEFT JOIN trip t ON t.tenant_id = b.tenant_id AND t.booking_id = b.id`;
const tripCondition = `b.tenant_id = current_tenant() AND b.status = 'approved' AND b.bookable_type = 'car'
  AND ($1::bigint IS NULL OR b.driver_id = ANY(ARRAY(SELECT m.id FROM driver m WHERE m.tenant_id = current_tenant() AND m.user_id = $1))
    OR (b.driver_id IS NULL AND b.requester_id = $1))
  AND ($2::bigint IS NULL OR b.driver_id = $2) AND ($3::bigint IS NULL OR b.car_id = $3)`;
/** SQL condition: the trip isn't finished. A trip that hasn't started counts until a day after the booking's end. $4 now. */
const ahead = `((t.booking_id IS NULL AND b.ends_at > $4::timestamptz - interval '1 day')
  OR (t.booking_id IS NOT NULL AND t.ended_at IS NULL))`;

export const selectUpcomingTrips = sql(
  "trips.ahead",
  `SELECT ${columns}, count(*) OVER ()::int AS total FROM ${tables} WHERE ${tripCondition} AND ${ahead}
   ORDER BY b.starts_at, b.id LIMIT $5 OFFSET $6`,
);
export const selectPastTrips = sql(
  "trips.past",
  `SELECT ${columns}, count(*) OVER ()::int AS total FROM ${tables} WHERE ${tripCondition} AND NOT ${ahead}
   ORDER BY COALESCE(t.started_at, b.starts_at) DESC, b.id DESC LIMIT $5 OFFSET $6`,
);
export const selectTrip = sql(
  "trips.byId",
  `SELECT ${columns} FROM ${tables} WHERE b.tenant_id = current_tenant() AND b.bookable_type = 'car' AND b.id = $1`,
);
/** Locks the car booking $1 against concurrent changes; starting and ending a trip use the same lock. */
export const lockTrip = sql(
  "trips.lock",
  "SELECT id FROM booking WHERE tenant_id = current_tenant() AND id = $1 AND bookable_type = 'car' FOR NO KEY UPDATE",
);

/** Starts the trip of a booking. $1 booking, $2 time, $3 mileage, $4 the user who starts it. A trigger rejects a decreasing mileage. */
export const insertTrip = sql(
  "trips.start",
  `INSERT INTO trip (tenant_id, booking_id, car_id, driver_id, logged_by, started_at, start_km)
   SELECT tenant_id, id, car_id, driver_id, $4, $2, $3 FROM booking WHERE tenant_id = current_tenant() AND id = $1`,
);
export const updateTripEnd = sql(
  "trips.end",
  `UPDATE trip SET ended_at = GREATEST($2, started_at), end_km = $3, fuel_litres = $4, note = COALESCE($5, note), logged_by = $6
   WHERE tenant_id = current_tenant() AND booking_id = $1`,
);
export const updateTripNote = sql(
  "trips.note",
  "UPDATE trip SET note = $2 WHERE tenant_id = current_tenant() AND booking_id = $1",
);
/**
 * Shortens booking $1 to the end of its trip. If the trip ended before the booking's start, one minute of the booking remains, because a
 * booking must end after its start. Returns the booking's id only if it was shortened.
 */
export const shortenBookingToTrip = sql(
  "trips.freeTheRest",
  `UPDATE booking b SET ends_at = GREATEST(t.ended_at, b.starts_at + interval '1 minute'), planned_ends_at = b.ends_at,
     version = b.version + 1 FROM trip t
   WHERE b.tenant_id = current_tenant() AND b.id = $1 AND t.tenant_id = b.tenant_id AND t.booking_id = b.id
     AND GREATEST(t.ended_at, b.starts_at + interval '1 minute') < b.ends_at
   RETURNING b.id`,
);

export const insertTripPhoto = sql(
  "trips.addPhoto",
  `INSERT INTO trip_photo (tenant_id, booking_id, file_id, added_by) VALUES (current_tenant(), $1, $2, $3) RETURNING id`,
);
export const deleteTripPhoto = sql(
  "trips.removePhoto",
  "DELETE FROM trip_photo WHERE tenant_id = current_tenant() AND booking_id = $1 AND id = $2 RETURNING id",
);

/** Returns a row if file $1 is a photo of a trip visible to user $2; $3 whether they see all trips. */
export const selectVisibleTripPhoto = sql(
  "trips.seesPhoto",
  `SELECT FROM trip_photo x JOIN booking b ON b.tenant_id = x.tenant_id AND b.id = x.booking_id
   LEFT JOIN driver d ON d.tenant_id = b.tenant_id AND d.id = b.driver_id
   WHERE x.tenant_id = current_tenant() AND x.file_id = $1
     AND ($3 OR b.requester_id = $2 OR d.user_id = $2)`,
);
