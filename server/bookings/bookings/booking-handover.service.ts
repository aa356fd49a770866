import type { HandoverContext } from "../../people/employment/employment.slots";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { moveRequestsToNewOwner } from "./approval/booking-requests.service";
import { licensedUntil } from "./approval/decisions.sql";
import { isOnLeave } from "./availability/absence";
import { emitUnrelatedBookings } from "./bookings-events.service";
import {
  type AffectedTrips,
  driverAssignerIds,
  notifyDriverAssigners,
  notifyDrivers,
} from "./driver-notifications.service";

const updateBookingRequester = sql(
  "handover.bookings",
  `UPDATE booking SET requester_id = $2, version = version + 1
   WHERE tenant_id = current_tenant() AND requester_id = $1 AND status IN ('pending', 'approved') AND ends_at > now()
   RETURNING id`,
);
const deleteParticipation = sql(
  "handover.participation",
  "DELETE FROM booking_participant WHERE tenant_id = current_tenant() AND booking_id = ANY($1) AND user_id = $2",
);
/**
 * Approved trips among $1 that successor $2 would drive without the licence for the car get a driver instead. As in `assignment`, a requester
 * without a licence on record may drive.
 */
const requireDriverForUnlicensed = sql(
  "handover.unlicensedTrips",
  `UPDATE booking b SET driver_needed = true FROM driver d, car c, tenant z
   WHERE b.tenant_id = current_tenant() AND b.id = ANY($1) AND b.status = 'approved' AND NOT b.driver_needed AND b.driver_id IS NULL
     AND c.tenant_id = b.tenant_id AND c.id = b.car_id AND z.id = b.tenant_id
     AND d.tenant_id = b.tenant_id AND d.user_id = $2 AND d.deleted_at IS NULL
     AND NOT (c.licence_class = ANY(d.licence_classes)
       AND ${licensedUntil("d", "(b.ends_at - interval '1 microsecond') AT TIME ZONE z.time_zone")})
   RETURNING b.id`,
);
/** Trips that successor $2 can't be assigned, as in `assignment`, or all if $2 isn't a driver, are left without a driver. */
const moveDriverBookings = sql(
  "handover.drives",
  `UPDATE booking b SET driver_id = trip.successor_id, version = b.version + 1
   FROM (SELECT o.id, t.id AS successor_id
     FROM booking o JOIN driver d ON d.tenant_id = o.tenant_id AND d.id = o.driver_id AND d.user_id = $1 AND d.deleted_at IS NULL
     LEFT JOIN car c ON c.tenant_id = o.tenant_id AND c.id = o.car_id
     JOIN tenant z ON z.id = o.tenant_id
     CROSS JOIN LATERAL (SELECT o.starts_at AT TIME ZONE z.time_zone AS since,
       (o.ends_at - interval '1 microsecond') AT TIME ZONE z.time_zone AS last) AS at
     LEFT JOIN driver t ON t.tenant_id = o.tenant_id AND t.user_id = $2 AND t.deleted_at IS NULL
       AND (c.id IS NULL OR c.licence_class = ANY(t.licence_classes)) AND ${licensedUntil("t", "at.last")}
       AND NOT ${isOnLeave("t.tenant_id", "t.user_id", "at.since", "at.last")}
       AND NOT EXISTS (SELECT FROM occupied_slot s WHERE s.tenant_id = o.tenant_id AND s.driver_id = t.id
         AND s.starts_at < o.ends_at AND s.ends_at > o.starts_at)
     WHERE o.tenant_id = current_tenant() AND o.status IN ('pending', 'approved') AND o.ends_at > now()) AS trip
   WHERE b.tenant_id = current_tenant() AND b.id = trip.id
   RETURNING b.id`,
);
/** Approved trips among $1 without an assigned driver, with the name of user $2. */
const tripsWithoutDriver = (
  condition: string,
) => `SELECT (array_agg(b.id ORDER BY b.starts_at, b.id))[1] AS id, p.fullname AS name,
     count(*)::int AS count, min((b.starts_at AT TIME ZONE t.time_zone)::date)::text AS date, ARRAY(${driverAssignerIds}) AS assigner_ids
   FROM booking b JOIN tenant t ON t.id = b.tenant_id JOIN app_user p ON p.tenant_id = b.tenant_id AND p.id = $2
   WHERE b.tenant_id = current_tenant() AND b.id = ANY($1) AND b.status = 'approved' AND b.driver_id IS NULL AND ${condition}
   GROUP BY p.fullname`;

/** Trips that need a driver, of former driver $2. */
const selectTripsWithoutDriver = sql("handover.tripsWithoutDriver", tripsWithoutDriver("b.driver_needed"));
/** Trips of successor $2, who drives without a licence on record. */
const selectTripsOfUnregisteredDriver = sql(
  "handover.unregisteredDriver",
  tripsWithoutDriver(`b.car_id IS NOT NULL AND NOT b.driver_needed AND NOT EXISTS (
     SELECT FROM driver d WHERE d.tenant_id = b.tenant_id AND d.user_id = $2 AND d.deleted_at IS NULL)`),
);
const deleteDriver = sql(
  "handover.driver",
  `UPDATE driver SET deleted_at = now(), version = version + 1
   WHERE tenant_id = current_tenant() AND user_id = $1 AND deleted_at IS NULL`,
);

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

export async function handOverBookings({ tx, from, to }: HandoverContext): Promise<void> {
  const moved = await tx.rows<{ id: number }>(updateBookingRequester, [from, to]);
  await tx.rows(deleteParticipation, [idsOf(moved), to]);
  const unlicensed = await tx.rows<{ id: number }>(requireDriverForUnlicensed, [idsOf(moved), to]);
  await moveRequestsToNewOwner(tx, idsOf(moved));
  await emitUnrelatedBookings(tx, "booking.updated", idsOf(moved));
  await notifyOfTripsWithoutDriver(tx, idsOf(unlicensed), from);
  const unregistered = await tx.one<AffectedTrips>(selectTripsOfUnregisteredDriver, [idsOf(moved), to]);
  if (unregistered) await notifyAssigners(tx, "driver.licenceUnknown", unregistered, from);
}

export async function handOverDrives({ tx, actor, from, to }: HandoverContext): Promise<void> {
  const drives = await tx.rows<{ id: number }>(moveDriverBookings, [from, to]);
  await tx.rows(deleteDriver, [from]);
  const rows = await emitUnrelatedBookings(tx, "booking.updated", idsOf(drives));
  await notifyDrivers(tx, actor, "booking.driving", rows);
  await notifyOfTripsWithoutDriver(tx, idsOf(drives), from);
}

async function notifyOfTripsWithoutDriver(tx: Tx, ids: readonly number[], from: number): Promise<void> {
  const trips = await tx.one<AffectedTrips>(selectTripsWithoutDriver, [ids, from]);
  if (trips) await notifyAssigners(tx, "driver.tripsWithoutDriver", trips, from);
}

async function notifyAssigners(
  tx: Tx,
  kind: "driver.tripsWithoutDriver" | "driver.licenceUnknown",
  trips: AffectedTrips,
  leaverId: number,
): Promise<void> {
  const assigner_ids = trips.assigner_ids.filter((id) => id !== leaverId);
  await notifyDriverAssigners(tx, kind, { ...trips, assigner_ids }, null);
}
