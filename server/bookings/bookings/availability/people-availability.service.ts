import type { QueryOf } from "../../../../shared/kernel/endpoint";
import { invalidFieldProblem } from "../../../../shared/kernel/problems";
import type {
  PersonAvailability,
  readAvailability as contract,
} from "../../../../shared/bookings/bookings/people-availability.contract";
import { approvedLeaveCondition } from "./absence";
import { slotOverlapCondition } from "../slot-overlap";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { type PersonPeriods, personStateIn } from "./common-times";
import { requireRoomBookable } from "./room.checks";

// An equipment-only booking doesn't make its requester busy.
const keepsBusy = `b.status IN ('pending', 'approved') AND b.bookable_type <> 'equipment'
  AND ${slotOverlapCondition("b", "$2::timestamptz", "$3::timestamptz")} AND b.id IS DISTINCT FROM (SELECT id FROM changed)`;
const periodsJson = (periods: string) =>
  `COALESCE((SELECT json_agg(json_build_object('from', extract(epoch FROM p.starts_at) * 1000, 'until', extract(epoch FROM p.ends_at) * 1000))
     FROM ${periods} p WHERE p.user_id = u.id), '[]')`;

/**
 * $1 users, $2 and $3 period, $4 booking being changed or null, $5 reader. A private booking that doesn't concern the reader is never
 * excluded, because comparing results with and without it would reveal its participants. Leave counts by the clock of the tenant's time
 * zone.
 */
const selectPeoplePeriods = sql(
  "peopleFree.read",
  `WITH changed AS (
     SELECT c.id FROM booking c WHERE c.tenant_id = current_tenant() AND c.id = $4 AND (NOT c.private OR c.requester_id = $5
       OR EXISTS (SELECT FROM booking_participant i
         WHERE i.tenant_id = c.tenant_id AND i.booking_id = c.id AND i.user_id = $5))
   ), busy AS (
     SELECT b.requester_id AS user_id, b.starts_at, b.ends_at FROM booking b
     WHERE b.tenant_id = current_tenant() AND b.requester_id = ANY($1) AND ${keepsBusy}
     UNION ALL
     SELECT i.user_id, b.starts_at, b.ends_at FROM booking_participant i
     JOIN booking b ON b.tenant_id = i.tenant_id AND b.id = i.booking_id
     WHERE i.tenant_id = current_tenant() AND i.user_id = ANY($1) AND i.answer IS DISTINCT FROM 'declined' AND ${keepsBusy}
     UNION ALL
     SELECT d.user_id, b.starts_at, b.ends_at FROM driver d JOIN booking b ON b.tenant_id = d.tenant_id AND b.driver_id = d.id
     WHERE d.tenant_id = current_tenant() AND d.user_id = ANY($1) AND ${keepsBusy}
   ), away AS (
     SELECT l.user_id, (timestamp 'epoch' + make_interval(mins => lower(l.occupied))) AT TIME ZONE t.time_zone AS starts_at,
       (timestamp 'epoch' + make_interval(mins => upper(l.occupied))) AT TIME ZONE t.time_zone AS ends_at
     FROM leave_request l JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id JOIN tenant t ON t.id = l.tenant_id
     WHERE l.tenant_id = current_tenant() AND l.user_id = ANY($1) AND ${approvedLeaveCondition}
       AND l.start_date <= ($3::timestamptz AT TIME ZONE t.time_zone)::date
       AND l.end_date >= ($2::timestamptz AT TIME ZONE t.time_zone)::date
   )
   SELECT u.id, ${periodsJson("busy")} AS busy, ${periodsJson("away")} AS away
   FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = ANY($1) AND ((u.active AND NOT u.external)
     OR EXISTS (SELECT FROM booking_participant i
       WHERE i.tenant_id = u.tenant_id AND i.booking_id = (SELECT id FROM changed) AND i.user_id = u.id))
   ORDER BY u.fullname COLLATE reader, u.id`,
);

interface PeriodQuery {
  users: readonly number[];
  start_date: string;
  end_date: string;
  booking_id?: number | null | undefined;
}

/**
 * When people have bookings or approved leave, by name and without details.
 * @throws Problem 422 for users who can't be invited.
 */
export async function readPeoplePeriods(tx: Tx, actor: Actor, query: PeriodQuery): Promise<PersonPeriods[]> {
  const users = [...new Set(query.users)];
  const values = [users, query.start_date, query.end_date, query.booking_id ?? null, actor.id];
  const people = await tx.rows<PersonPeriods>(selectPeoplePeriods, values);
  if (people.length < users.length) throw invalidFieldProblem("users", "field.unknown");
  return people;
}

/** @throws Problem 422 for a time that can't be booked, and for users who can't be invited. */
export async function readPeopleAvailability(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof contract>,
): Promise<PersonAvailability[]> {
  requireRoomBookable(query, Date.now());
  const period = { from: Date.parse(query.start_date), until: Date.parse(query.end_date) };
  const people = await readPeoplePeriods(tx, actor, query);
  return people.map((person) => ({ id: person.id, state: personStateIn(person, period) }));
}
