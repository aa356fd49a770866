import { isFree, overlaps } from "../platform/database/overlap";
import { sql } from "../platform/database/unit-of-work";

const columns =
  "id, bookable_type, room_id, status, starts_at, ends_at, car_type, seats, driver_needed, version, equipment_ids";

export const bookingById = sql(
  "reservations.byId",
  `SELECT ${columns} FROM booking WHERE tenant_id = current_tenant() AND id = $1`,
);

export const lockBooking = sql(
  "reservations.lock",
  `SELECT ${columns} FROM booking WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE`,
);

/** $1 booking, $2 status, $3 car, $4 driver, $5 who, $6 why. The database refuses what is taken. */
export const decide = sql(
  "reservations.decide",
  `UPDATE booking SET status = $2, car_id = $3, driver_id = $4, decided_by = $5,
     decided_at = CASE WHEN $5::bigint IS NOT NULL THEN now() END, decision_reason = $6,
     version = version + 1 WHERE tenant_id = current_tenant() AND id = $1`,
);

export const begin = sql("reservations.savepoint", "SAVEPOINT decision");
export const back = sql("reservations.rollback", "ROLLBACK TO SAVEPOINT decision");

/** Who has the car $1, the driver $2, the room $3 or a piece of $6 between $4 and $5. */
export const inTheWay = sql(
  "reservations.inTheWay",
  `SELECT s.kind, COALESCE(s.car_id, s.driver_id, s.room_id, s.equipment_id) AS bookable_id, e.name AS equipment, s.starts_at AS start_at, s.ends_at AS end_at,
     CASE WHEN b.private THEN NULL ELSE b.title END AS title,
     CASE WHEN u.id IS NOT NULL AND NOT b.private THEN json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) END
       AS requester
   FROM occupied_slot s LEFT JOIN equipment e ON e.tenant_id = s.tenant_id AND e.id = s.equipment_id
   LEFT JOIN booking b ON b.tenant_id = s.tenant_id AND b.id = s.booking_id
   LEFT JOIN app_user u ON u.tenant_id = b.tenant_id AND u.id = b.requester_id
   WHERE s.tenant_id = current_tenant() AND (s.car_id = $1 OR s.driver_id = $2 OR s.room_id = $3 OR s.equipment_id = ANY($6))
     AND ${overlaps("s", "$4::timestamptz", "$5::timestamptz")}
   ORDER BY s.starts_at, s.id`,
);

const licensedUntil = (driver: string, until: string) =>
  `(${driver}.licence_expires_on IS NULL OR ${driver}.licence_expires_on >= (${until})::date)`;

/** The licence of whoever asked for booking $1, where they stand among the drivers, and whether it holds until the trip ends. */
export const licenceOfRequester = sql(
  "reservations.licenceOfRequester",
  `SELECT d.licence_classes, ${licensedUntil("d", "b.ends_at AT TIME ZONE t.time_zone")} AS licensed
   FROM booking b JOIN tenant t ON t.id = b.tenant_id
   JOIN driver d ON d.tenant_id = b.tenant_id AND d.user_id = b.requester_id AND d.deleted_at IS NULL
   WHERE b.tenant_id = current_tenant() AND b.id = $1`,
);

/** Cars that aren't deleted, and whether they are free between $1 and $2. */
export const carsFor = sql(
  "reservations.cars",
  `SELECT c.id, c.name, c.type, c.seats, c.plate_number, c.licence_class,
     ${isFree("s.tenant_id = c.tenant_id AND s.car_id = c.id", "$1::timestamptz", "$2::timestamptz")} AS free
   FROM car c WHERE c.tenant_id = current_tenant() AND c.deleted_at IS NULL ORDER BY lower(c.name), c.id`,
);

/** The same of drivers, with whether they work then by their own hours and are on no leave, in the organisation's time. */
export const driversFor = sql(
  "reservations.drivers",
  `SELECT d.id, COALESCE(u.fullname, d.fullname) AS name, d.phone_number, d.licence_classes,
     ${licensedUntil("d", "at.until")} AS licensed,
     ${isFree("s.tenant_id = d.tenant_id AND s.driver_id = d.id", "$1::timestamptz", "$2::timestamptz")} AS free,
     EXISTS (SELECT FROM leave_request l JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
       WHERE l.tenant_id = d.tenant_id AND l.user_id = d.user_id AND r.status = ANY('{approved,approved_by_manager}')
         AND l.start_date <= at.until::date AND l.end_date >= at.since::date) AS away,
     extract(isodow FROM at.since)::int = ANY(d.work_days) AND (d.works_from IS NULL
       OR (at.since::time >= d.works_from AND at.until::time <= d.works_until AND at.since::date = at.until::date)) AS works
   FROM driver d JOIN tenant t ON t.id = d.tenant_id
   LEFT JOIN app_user u ON u.tenant_id = d.tenant_id AND u.id = d.user_id,
   LATERAL (SELECT $1::timestamptz AT TIME ZONE t.time_zone AS since, $2::timestamptz AT TIME ZONE t.time_zone AS until) AS at
   WHERE d.tenant_id = current_tenant() AND d.deleted_at IS NULL ORDER BY lower(COALESCE(u.fullname, d.fullname)), d.id`,
);
