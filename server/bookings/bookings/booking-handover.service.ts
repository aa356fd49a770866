import type { HandoverContext } from "../../people/employment/employment.slots";
import { sql } from "../../platform/database/unit-of-work";
import { moveRequestsToNewOwner } from "./approval/booking-requests.service";
import { emitBookings } from "./bookings-events.service";
import { notifyDrivers } from "./driver-notifications.service";

const updateBookingRequester = sql(
  "handover.bookings",
  `UPDATE booking SET requester_id = $2, version = version + 1
   WHERE tenant_id = current_tenant() AND requester_id = $1 AND status IN ('pending', 'approved') AND ends_at > now()
   RETURNING id`,
);
const selectBookingsDrivenBy = sql(
  "handover.drivesOf",
  `SELECT b.id FROM booking b JOIN driver d ON d.tenant_id = b.tenant_id AND d.id = b.driver_id AND d.user_id = $1 AND d.deleted_at IS NULL
   WHERE b.tenant_id = current_tenant() AND b.status IN ('pending', 'approved') AND b.ends_at > now() ORDER BY b.id`,
);
/**
 * Makes successor $2 the driver of the trips of $1, or adds the trips to the successor's existing driver record. Trips at times when the
 * successor drives another one or is unavailable are left without a driver.
 */
const moveDriverBookings = [
  sql(
    "handover.clearOverlappingDrives",
    `UPDATE booking b SET driver_id = NULL, version = b.version + 1 FROM driver d, driver t
     WHERE b.tenant_id = current_tenant() AND b.status IN ('pending', 'approved') AND b.ends_at > now()
       AND d.tenant_id = b.tenant_id AND d.id = b.driver_id AND d.user_id = $1
       AND t.tenant_id = b.tenant_id AND t.user_id = $2 AND t.deleted_at IS NULL
       AND EXISTS (SELECT FROM occupied_slot s WHERE s.tenant_id = b.tenant_id AND s.driver_id = t.id
         AND s.starts_at < b.ends_at AND s.ends_at > b.starts_at)`,
  ),
  sql(
    "handover.drives",
    `UPDATE booking b SET driver_id = t.id, version = b.version + 1 FROM driver d, driver t
     WHERE b.tenant_id = current_tenant() AND b.status IN ('pending', 'approved') AND b.ends_at > now()
       AND d.tenant_id = b.tenant_id AND d.id = b.driver_id AND d.user_id = $1
       AND t.tenant_id = b.tenant_id AND t.user_id = $2 AND t.deleted_at IS NULL`,
  ),
  sql(
    "handover.driver",
    `UPDATE driver d SET deleted_at = CASE WHEN t.found THEN now() END, user_id = CASE WHEN t.found THEN d.user_id ELSE $2 END,
       version = d.version + 1
     FROM (SELECT EXISTS (SELECT FROM driver WHERE tenant_id = current_tenant() AND user_id = $2 AND deleted_at IS NULL) AS found) t
     WHERE d.tenant_id = current_tenant() AND d.user_id = $1 AND d.deleted_at IS NULL`,
  ),
] as const;

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

export async function handOverBookings({ tx, from, to }: HandoverContext): Promise<void> {
  const moved = await tx.rows<{ id: number }>(updateBookingRequester, [from, to]);
  await moveRequestsToNewOwner(tx, idsOf(moved));
  await emitBookings(tx, "booking.updated", idsOf(moved));
}

export async function handOverDrives({ tx, actor, from, to }: HandoverContext): Promise<void> {
  const drives = await tx.rows<{ id: number }>(selectBookingsDrivenBy, [from]);
  for (const move of moveDriverBookings) await tx.rows(move, [from, to]);
  const rows = await emitBookings(tx, "booking.updated", idsOf(drives));
  await notifyDrivers(tx, actor, "booking.driving", rows);
}
