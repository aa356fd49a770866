import { tripPath } from "../../../shared/bookings/bookings/bookings.rules";
import { approvedLeaveCondition, leaveOverlapCondition } from "../bookings/availability/absence";
import { notifyUsers } from "../../communication/notifications/notify.service";
import { roleHoldsAny } from "../../platform/database/permission-holders";
import { sql, type Tx } from "../../platform/database/unit-of-work";

interface Left {
  id: number;
  name: string;
  count: number;
  date: string;
  people: number[];
}

const selectTripsDuringLeave = sql(
  "drivers.tripsOnLeave",
  `SELECT (array_agg(b.id ORDER BY b.starts_at, b.id))[1] AS id, p.fullname AS name, count(*)::int AS count,
     min((b.starts_at AT TIME ZONE t.time_zone)::date)::text AS date,
     ARRAY(SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external
       AND ${roleHoldsAny("u", "'{reservation-approve}'::text[]")} AND person_holds(u.id, 'reservation-approve') ORDER BY u.id) AS people
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
  const left = await tx.one<Left>(selectTripsDuringLeave, [requestId]);
  if (!left) return;
  const { id, name, count, date, people } = left;
  const message = {
    kind: "driver.awayWithTrips" as const,
    people: people.map((each) => ({ id: each, reason: null })),
    values: { name, count: String(count), date, sender: "", key: "" },
    path: tripPath({ id }),
    subject: name,
    taskId: null,
    projectId: null,
  };
  await notifyUsers(tx, { eventId, sender: null }, [message]);
}
