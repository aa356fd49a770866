import { Problem } from "../../../shared/kernel/problems";
import type { Performance } from "../../../shared/people/profile/profile.contract";
import { isManagerOf } from "../../platform/management-line";
import { loadVisibleUser } from "../people/read-person.service";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";

/** Finished tasks assigned to $1, by day in the tenant's time zone. Tasks of other users aren't counted. */
const finished = `finished AS (
  SELECT (a.finished_at AT TIME ZONE n.time_zone)::date AS day, t.due_date,
         extract(epoch FROM a.finished_at - COALESCE(a.started_at, a.created_at)) / 86400 AS days
  FROM analytics_task a
  JOIN task_user u ON u.tenant_id = a.tenant_id AND u.task_id = a.task_id AND u.user_id = $1
  JOIN task t ON t.tenant_id = a.tenant_id AND t.id = a.task_id
  JOIN tenant n ON n.id = a.tenant_id
  WHERE a.tenant_id = current_tenant() AND a.finished_at > now() - interval '13 weeks'
)`;

const selectWeeks = sql(
  "profile.weeks",
  `WITH ${finished}
   SELECT w::date::text AS monday, done.*,
     (SELECT COALESCE(sum(e.minutes), 0)::int FROM time_entry e
      WHERE e.tenant_id = current_tenant() AND e.user_id = $1 AND e.date BETWEEN w::date AND w::date + 6) AS minutes
   FROM generate_series(date_trunc('week', tenant_today()) - interval '11 weeks', date_trunc('week', tenant_today()),
     interval '1 week') AS w
   CROSS JOIN LATERAL (
     SELECT count(*)::int AS finished, count(due_date)::int AS due, count(*) FILTER (WHERE day <= due_date)::int AS on_time,
       round((percentile_cont(0.5) WITHIN GROUP (ORDER BY days))::numeric, 1)::float8 AS cycle_days
     FROM finished WHERE day BETWEEN w::date AND w::date + 6
   ) AS done ORDER BY w`,
);

const selectRecentFigures = sql(
  "profile.figures",
  `WITH ${finished}
   SELECT count(*) FILTER (WHERE recent)::int AS finished,
     count(*) FILTER (WHERE NOT recent)::int AS finished_before,
     count(due_date) FILTER (WHERE recent)::int AS due,
     count(*) FILTER (WHERE recent AND day <= due_date)::int AS on_time,
     round((percentile_cont(0.5) WITHIN GROUP (ORDER BY days) FILTER (WHERE recent))::numeric, 1)::float8 AS cycle_days
   FROM (SELECT *, day > tenant_today() - 30 AS recent FROM finished WHERE day > tenant_today() - 60) AS lately`,
);

/**
 * Finished tasks and logged hours of a user. Visible only to that user and their superiors; users are never ranked.
 * @throws Problem 404 when the user isn't visible; 403 for anyone except the user and their superiors.
 */
export async function readPerformance(tx: Tx, actor: Actor, id: number): Promise<Performance> {
  await loadVisibleUser(tx, actor, id);
  // A former superior who is now external has no access.
  const reads = id === actor.id || (!actor.external && (await isManagerOf(tx, actor.id, id)));
  if (!reads) throw new Problem("permission.denied");
  const lately = await tx.one<Omit<Performance, "weeks">>(selectRecentFigures, [id]);
  return {
    weeks: await tx.rows<Performance["weeks"][number]>(selectWeeks, [id]),
    ...(lately as Omit<Performance, "weeks">),
  };
}
