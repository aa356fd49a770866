import { Problem } from "../../../shared/kernel/problems";
import type { Performance } from "../../../shared/people/profile/profile.contract";
import { isManagerOf } from "../../platform/management-line";
import { daysBetween, medianOf, percentile } from "../../../shared/work/tasks/cycle-time.rules";
import { assignedTaskIds } from "../../work/access/tasks.policy";
import { loadVisibleUser } from "../people/read-person.service";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";

/** Limits the tasks to the most recent, which bounds the list of their durations. */
const maxTasks = 10_000;

/**
 * Finished tasks assigned to $1, directly or through a group, by day in the tenant's time zone. Tasks of other users aren't counted. `span`
 * is start and completion in milliseconds, null for a task that was never in progress.
 */
const finished = `finished AS (
  SELECT (a.finished_at AT TIME ZONE n.time_zone)::date AS day, t.due_date,
         CASE WHEN a.started_at IS NOT NULL THEN json_build_array((extract(epoch FROM a.started_at) * 1000)::float8,
           (extract(epoch FROM a.finished_at) * 1000)::float8) END AS span
  FROM analytics_task a
  JOIN (${assignedTaskIds("$1")}) AS u ON u.task_id = a.task_id
  JOIN task t ON t.tenant_id = a.tenant_id AND t.id = a.task_id
  JOIN tenant n ON n.id = a.tenant_id
  WHERE a.tenant_id = current_tenant() AND a.finished_at > now() - interval '13 weeks'
  ORDER BY a.finished_at DESC LIMIT ${maxTasks}
)`;

const spansOf = (condition: string) =>
  `COALESCE(json_agg(span) FILTER (WHERE span IS NOT NULL AND ${condition}), '[]') AS spans`;

interface Durations {
  spans: [startedAt: number, finishedAt: number][];
}

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
       ${spansOf("true")}
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
     ${spansOf("recent")}
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
  const figures = await tx.one<Omit<Performance, "weeks" | "cycle_days"> & Durations>(selectRecentFigures, [id]);
  const { spans, ...counts } = figures as NonNullable<typeof figures>;
  const weeks = await tx.rows<Omit<Performance["weeks"][number], "cycle_days"> & Durations>(selectWeeks, [id]);
  return {
    ...counts,
    cycle_days: medianOf(lengthsOf(spans)),
    // A week rarely has enough tasks for the figure, so the chart shows the middle of those it has.
    weeks: weeks.map(({ spans: ofWeek, ...week }) => ({ ...week, cycle_days: percentile(lengthsOf(ofWeek), 50) })),
  };
}

const lengthsOf = (spans: Durations["spans"]): number[] => spans.map(([start, end]) => daysBetween(start, end));
