import { approvedLeaveCondition, leaveOverlapCondition } from "../bookings/availability/absence";
import { type AffectedTrips, driverAssignerIds, notifyDriverAssigners } from "../bookings/driver-notifications.service";
import { sql, type Tx } from "../../platform/database/unit-of-work";

const selectTripsDuringLeave = sql(
  "drivers.tripsOnLeave",
  `SELECT (array_agg(b.id ORDER BY b.starts_at, b.id))[1] AS id, p.fullname AS name, count(*)::int AS count,
     min((b.starts_at AT TIME ZONE t.time_zone)::date)::text AS date,
     ARRAY(${driverAssignerIds}) AS assigner_ids
   FROM leave_request l
     JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
     JOIN tenant t ON t.id = l.tenant_id
     JOIN app_user p ON p.tenant_id = l.tenant_id AND p.id = l.user_id
     JOIN driver d ON d.tenant_id = l.tenant_id AND d.user_id = l.user_id AND d.deleted_at IS NULL
     JOIN booking b ON b.tenant_id = d.tenant_id AND b.driver_id = d.id AND b.status = 'approved' AND b.ends_at > now()
       AND ${leaveOverlapCondition("b.starts_at AT TIME ZONE t.time_zone", "(b.ends_at - interval '1 microsecond') AT TIME ZONE t.time_zone")}
   WHERE l.tenant_id = current_tenant() AND ${approvedLeaveCondition}
     AND l.id = COALESCE((SELECT c.leave_id FROM leave_change c WHERE c.tenant_id = current_tenant() AND c.id = $1), $1)
   GROUP BY p.fullname`,
);

/**
 * Notifies users who assign drivers of trips affected by a driver's leave, once per event. The leave itself isn't blocked. `requestId`: the
 * leave, or an approved change of its dates.
 */
export async function notifyOfTripsOnLeave(tx: Tx, eventId: number, requestId: number): Promise<void> {
  const trips = await tx.one<AffectedTrips>(selectTripsDuringLeave, [requestId]);
  if (trips) await notifyDriverAssigners(tx, "driver.awayWithTrips", trips, eventId);
}
