import type { QueryOf } from "../../../shared/kernel/endpoint";
import { invalid } from "../../../shared/kernel/problems";
import type { PersonFree, peopleFree as contract } from "../../../shared/bookings/people-free.contract";
import { overlaps } from "../../platform/database/overlap";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { requireBookable } from "../room.checks";

// Equipment by itself keeps nobody busy: a camera is away for days, whoever has asked for it isn't.
const keepsBusy = `b.status IN ('pending', 'approved') AND b.bookable_type <> 'equipment'
  AND ${overlaps("b", "$2::timestamptz", "$3::timestamptz")} AND b.id IS DISTINCT FROM (SELECT id FROM changed)`;

/**
 * $1 people, $2 and $3 the time, $4 the booking that is being changed or null, $5 who asks. Of a private booking that doesn't
 * concern whoever asks nothing is left out: else the answers with it and without would tell who takes part. Leave counts by half
 * days on the organisation's clock, as it is granted.
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
   ), days AS (
     SELECT int4range((since::date - date '1970-01-01') * 2 + (since::time >= '12:00')::int,
       (until::date - date '1970-01-01') * 2 + (until::time >= '12:00')::int, '[]') AS halves
     FROM tenant t, LATERAL (SELECT $2::timestamptz AT TIME ZONE t.time_zone AS since,
       ($3::timestamptz - interval '1 microsecond') AT TIME ZONE t.time_zone AS until) AS at
     WHERE t.id = current_tenant()
   )
   SELECT u.id, CASE
     WHEN EXISTS (SELECT FROM leave_request l JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
       WHERE l.tenant_id = u.tenant_id AND l.user_id = u.id AND l.live AND r.status = ANY('{approved,approved_by_manager}')
         AND l.halves && (SELECT halves FROM days)) THEN 'away'
     WHEN u.id IN (SELECT user_id FROM busy) THEN 'busy' ELSE 'free' END AS state
   FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = ANY($1) AND ((u.active AND NOT u.external)
     OR EXISTS (SELECT FROM booking_participant i
       WHERE i.tenant_id = u.tenant_id AND i.booking_id = (SELECT id FROM changed) AND i.user_id = u.id))
   ORDER BY lower(u.fullname), u.id`,
);

/** @throws Problem 422 for a time that can't be booked, and for people who can't be invited. */
export async function peopleFree(tx: Tx, actor: Actor, query: QueryOf<typeof contract>): Promise<PersonFree[]> {
  requireBookable(query, Date.now());
  const users = [...new Set(query.users)];
  const values = [users, query.start_date, query.end_date, query.booking_id ?? null, actor.id];
  const people = await tx.rows<PersonFree>(statement, values);
  if (people.length < users.length) throw invalid("users", "field.unknown");
  return people;
}
