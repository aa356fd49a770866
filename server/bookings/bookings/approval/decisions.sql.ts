import { isOnLeave } from "../availability/absence";
import { isSlotFree, slotOverlapCondition } from "../slot-overlap";
import { personJson } from "../../../platform/database/person-json";
import { sql } from "../../../platform/database/unit-of-work";

const columns =
  "id, bookable_type, room_id, status, starts_at, ends_at, car_type, seats, driver_needed, version, equipment_ids";

export const selectBookingToDecide = sql(
  "bookingDecisions.byId",
  `SELECT ${columns} FROM booking WHERE tenant_id = current_tenant() AND id = $1`,
);

export const lockBooking = sql(
  "bookingDecisions.lock",
  `SELECT ${columns} FROM booking WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE`,
);

export const updateBookingDecision = sql(
  "bookingDecisions.decide",
  `UPDATE booking SET status = $2, car_id = $3, driver_id = $4, decided_by = $5,
     decided_at = CASE WHEN $5::bigint IS NOT NULL THEN now() END, decision_reason = $6,
     version = version + 1 WHERE tenant_id = current_tenant() AND id = $1`,
);

export const createSavepoint = sql("bookingDecisions.savepoint", "SAVEPOINT decision");
export const rollbackToSavepoint = sql("bookingDecisions.rollback", "ROLLBACK TO SAVEPOINT decision");

export const selectConflictingBookings = sql(
  "bookingDecisions.inTheWay",
  `SELECT s.kind, COALESCE(s.car_id, s.driver_id, s.room_id, s.equipment_id) AS bookable_id, e.name AS equipment, s.starts_at AS start_at, s.ends_at AS end_at,
     CASE WHEN b.private THEN NULL ELSE b.title END AS title,
     CASE WHEN u.id IS NOT NULL AND NOT b.private THEN ${personJson("u")} END
       AS requester
   FROM occupied_slot s LEFT JOIN equipment e ON e.tenant_id = s.tenant_id AND e.id = s.equipment_id
   LEFT JOIN booking b ON b.tenant_id = s.tenant_id AND b.id = s.booking_id
   LEFT JOIN app_user u ON u.tenant_id = b.tenant_id AND u.id = b.requester_id
   WHERE s.tenant_id = current_tenant() AND (s.car_id = $1 OR s.driver_id = $2 OR s.room_id = $3 OR s.equipment_id = ANY($6))
     AND ${slotOverlapCondition("s", "$4::timestamptz", "$5::timestamptz")}
   ORDER BY s.starts_at, s.id`,
);

export const licensedUntil = (driver: string, until: string) =>
  `(${driver}.licence_expires_on IS NULL OR ${driver}.licence_expires_on >= (${until})::date)`;

/** The license of the requester of booking $1, if the requester is registered as a driver, and whether it is valid until the trip ends. */
export const selectLicenceOfRequester = sql(
  "bookingDecisions.licenceOfRequester",
  `SELECT d.licence_classes, ${licensedUntil("d", "(b.ends_at - interval '1 microsecond') AT TIME ZONE t.time_zone")} AS licensed
   FROM booking b JOIN tenant t ON t.id = b.tenant_id
   JOIN driver d ON d.tenant_id = b.tenant_id AND d.user_id = b.requester_id AND d.deleted_at IS NULL
   WHERE b.tenant_id = current_tenant() AND b.id = $1`,
);

export const selectCarsWithAvailability = sql(
  "bookingDecisions.cars",
  `SELECT c.id, c.name, c.type, c.seats, c.plate_number, c.licence_class,
     ${isSlotFree("s.tenant_id = c.tenant_id AND s.car_id = c.id", "$1::timestamptz", "$2::timestamptz")} AS free
   FROM car c WHERE c.tenant_id = current_tenant() AND c.deleted_at IS NULL ORDER BY c.name COLLATE reader, c.id`,
);

/** Drivers, whether they are free from $1 until $2, and whether they work at that time and are not on leave, in the tenant's time zone. */
export const selectDriversWithAvailability = sql(
  "bookingDecisions.drivers",
  `SELECT d.id, COALESCE(u.fullname, d.fullname) AS name, d.phone_number, d.licence_classes,
     ${licensedUntil("d", "at.last")} AS licensed,
     ${isSlotFree("s.tenant_id = d.tenant_id AND s.driver_id = d.id", "$1::timestamptz", "$2::timestamptz")} AS free,
     ${isOnLeave("d.tenant_id", "d.user_id", "at.since", "at.last")} AS away,
     extract(isodow FROM at.since)::int = ANY(d.work_days) AND (d.works_from IS NULL
       OR (at.since::time >= d.works_from AND at.last::time < d.works_until AND at.since::date = at.last::date)) AS works
   FROM driver d JOIN tenant t ON t.id = d.tenant_id
   LEFT JOIN app_user u ON u.tenant_id = d.tenant_id AND u.id = d.user_id,
   LATERAL (SELECT $1::timestamptz AT TIME ZONE t.time_zone AS since,
     ($2::timestamptz - interval '1 microsecond') AT TIME ZONE t.time_zone AS last) AS at
   WHERE d.tenant_id = current_tenant() AND d.deleted_at IS NULL ORDER BY COALESCE(u.fullname, d.fullname) COLLATE reader, d.id`,
);
