import type { QueryOf } from "../../../../shared/kernel/endpoint";
import { invalidFieldProblem } from "../../../../shared/kernel/problems";
import type {
  PersonAvailability,
  peopleFree as contract,
} from "../../../../shared/bookings/bookings/people-availability.contract";
import { slotOverlapCondition } from "../slot-overlap";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { requireRoomBookable } from "./room.checks";

// An equipment-only booking doesn't make its requester busy.
const keepsBusy = `b.status IN ('pending', 'approved') AND b.bookable_type <> 'equipment'
  AND ${slotOverlapCondition("b", "$2::timestamptz", "$3::timestamptz")} AND b.id IS DISTINCT FROM (SELECT id FROM changed)`;

/**
 * $1 users, $2 and $3 period, $4 booking being changed or null, $5 reader. A private booking that doesn't concern the reader is never
 * excluded, because comparing results with and without it would reveal its participants. Leave counts in half days of the tenant's time
 * zone.
 */
const statement = sql(
  "peopleFree.read",
  `WITH changed AS (
     SELECT c.id FROM booking c WHERE c.tenant_id = current_tenant() AND c.id = $4 AND (NOT c.private OR c.requester_id = $5
       OR EXISTS (SELECT FROM booking_participant i
         WHERE i.tenant_id = c.tenant_id AND i.booking_id = c.id AND i.user_id = $5))
   ), busy AS (
     SELECT b.requester_id AS user_id FROM booking b
     WHERE b.tenant_id = current_tenant() AND b.requester_id = ANY($1) AND ${keepsBusy}
     UNION SELECT i.user_id FROM booking_participant i JOIN booking b ON b.tenant_id = i.tenant_id AND b.id = i.booking_id
     WHERE i.tenant_id = current_tenant() AND i.user_id = ANY($1) AND i.answer IS DISTINCT FROM 'declined' AND ${keepsBusy}
     UNION SELECT d.user_id FROM driver d JOIN booking b ON b.tenant_id = d.tenant_id AND b.driver_id = d.id
     WHERE d.tenant_id = current_tenant() AND d.user_id = ANY($1) AND ${keepsBusy}
   ), span AS (
     SELECT int4range((extract(epoch FROM since) / 60)::int, floor(extract(epoch FROM until) / 60)::int, '[]') AS minutes
     FROM tenant t, LATERAL (SELECT $2::timestamptz AT TIME ZONE t.time_zone AS since,
       ($3::timestamptz - interval '1 microsecond') AT TIME ZONE t.time_zone AS until) AS at
     WHERE t.id = current_tenant()
   )
   SELECT u.id, CASE
     WHEN EXISTS (SELECT FROM leave_request l JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
       WHERE l.tenant_id = u.tenant_id AND l.user_id = u.id AND l.live AND r.status = ANY('{approved,approved_by_manager}')
         AND l.occupied && (SELECT minutes FROM span)) THEN 'away'
     WHEN u.id IN (SELECT user_id FROM busy) THEN 'busy' ELSE 'free' END AS state
   FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = ANY($1) AND ((u.active AND NOT u.external)
     OR EXISTS (SELECT FROM booking_participant i
       WHERE i.tenant_id = u.tenant_id AND i.booking_id = (SELECT id FROM changed) AND i.user_id = u.id))
   ORDER BY u.fullname COLLATE reader, u.id`,
);

/** @throws Problem 422 for a time that can't be booked, and for users who can't be invited. */
export async function readPeopleAvailability(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof contract>,
): Promise<PersonAvailability[]> {
  requireRoomBookable(query, Date.now());
  const users = [...new Set(query.users)];
  const values = [users, query.start_date, query.end_date, query.booking_id ?? null, actor.id];
  const people = await tx.rows<PersonAvailability>(statement, values);
  if (people.length < users.length) throw invalidFieldProblem("users", "field.unknown");
  return people;
}
