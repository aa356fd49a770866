import { historyCondition } from "../../work/activity/activity.policy";
import type { BlockingStay, BlockingStays } from "../../../shared/insights/analytics/blocked.rules";
import { groupBy } from "../../../shared/kernel/group-by";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { earlierStays, leavings, placeOrLeavingCondition, selectColumnKind } from "./flow.sql";
import { maxBlockerWaits } from "./project.sql";

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

export const selectMeasuredTask = sql(
  "analytics.task",
  `SELECT t.id, t.project_id AS "projectId", t.number, t.title, t.estimate_minutes AS "estimateMinutes",
          t.spent_minutes AS "spentMinutes", a.reopened, a.kind,
          ${ms("COALESCE(a.created_at, t.created_at)")} AS "createdAt", ${ms("a.started_at")} AS "startedAt",
          ${ms("a.finished_at")} AS "finishedAt",
          (SELECT count(*)::int FROM domain_event e WHERE e.tenant_id = current_tenant() AND e.task_id = t.id
             AND ${historyCondition}) AS touches
   FROM task t LEFT JOIN analytics_task a ON a.tenant_id = current_tenant() AND a.project_id = t.project_id AND a.task_id = t.id
   WHERE t.tenant_id = current_tenant() AND t.id = $1`,
);

/** Limits stays to the most recent, for tasks that are moved back and forth. The stays in earlier projects are included. */
export const maxColumnStays = 1_000;

export const selectColumnStays = sql(
  "analytics.staysOfTask",
  `WITH ${earlierStays(`SELECT min(revision) FROM analytics_stay
     WHERE tenant_id = current_tenant() AND project_id = $1 AND task_id = $2`)}, stays AS (
     (SELECT revision, place, project_id, task_status_id, archived, entered_at, left_at FROM analytics_stay
      WHERE tenant_id = current_tenant() AND project_id = $1::bigint AND task_id = $2
      ORDER BY revision DESC, place DESC LIMIT ${maxColumnStays})
     UNION ALL
     SELECT 0, place, project_id, task_status_id, archived, entered_at, left_at FROM earlier_stays
     ORDER BY revision DESC, place DESC LIMIT ${maxColumnStays}
   )
   SELECT s.task_status_id AS "columnId", COALESCE(c.title, l.title, '') AS title, s.archived, ${ms("s.entered_at")} AS "from",
          ${ms("s.left_at")} AS "to", ${selectColumnKind("stays s", "c", "l", "s.project_id")}
   ORDER BY s.revision, s.place`,
);

/** Blockers of task $1 after each change, limited to the most recent changes as for a project. */
export const selectBlockers = sql(
  "analytics.blockersOfTask",
  `SELECT at, ids FROM (
     SELECT id, at, ids, sum(jsonb_array_length(ids)) OVER (ORDER BY id DESC) AS named FROM (
       SELECT e.id, ${ms("e.at")} AS at, e.data->'blocker_ids' AS ids FROM domain_event e
       WHERE e.tenant_id = current_tenant() AND e.task_id = $1 AND e.data ? 'blocker_ids'
         AND e.type IN ('task.created', 'task.arrived', 'task.updated', 'task.restored') AND ${historyCondition}
       ORDER BY e.id DESC LIMIT ${maxColumnStays}) AS latest) AS counted
   WHERE named <= ${maxBlockerWaits} ORDER BY id`,
);

/**
 * Times during which tasks $2 were open on the board of project $1, for blocked time. Stays from before a task was deleted or moved to
 * another project are read from the log, because the read models no longer have them. A task that is in the log, but not from its beginning,
 * was imported, and was on the board before its first event. `removedAt` is when the task last left the project before, which removed its
 * dependencies; deletion doesn't, because a restored task has them again.
 */
export const selectBlockerStays = sql(
  "analytics.staysOfBlockers",
  `WITH present AS MATERIALIZED (
     SELECT s.task_id, s.revision, s.archived, s.entered_at, s.left_at, ${selectColumnKind("analytics_stay s", "c", "l")}
     WHERE s.tenant_id = current_tenant() AND s.project_id = $1::bigint AND s.task_id = ANY($2::bigint[])
   ), beginnings AS MATERIALIZED (
     SELECT task_id, min(revision) AS revision FROM present GROUP BY task_id
   ), absent AS MATERIALIZED (
     SELECT b.id AS task_id, f.revision
     FROM (SELECT DISTINCT unnest($2::bigint[]) AS id) AS b LEFT JOIN beginnings f ON f.task_id = b.id
     WHERE f.revision IS NULL OR f.revision IN (SELECT e.revision FROM domain_event e
       WHERE e.tenant_id = current_tenant() AND e.stream = 'project:' || $1::bigint
         AND e.revision = ANY(ARRAY(SELECT DISTINCT revision FROM beginnings)) AND e.type IN ('task.arrived', 'task.restored'))
   ), logged AS MATERIALIZED (
     SELECT a.task_id, e.type, e.at, (e.data->>'task_status_id')::bigint AS task_status_id,
            (e.data->>'from_task_status_id')::bigint AS from_column_id, lead(e.at) OVER of_task AS left_at,
            lag(e.type) OVER of_task IS NULL AS first, max(e.at) FILTER (WHERE e.type = 'task.left') OVER of_task AS removed_at
     FROM absent a JOIN domain_event e ON e.tenant_id = current_tenant() AND e.task_id = a.task_id
       AND e.stream = 'project:' || $1::bigint AND (a.revision IS NULL OR e.revision < a.revision)
     WHERE ${placeOrLeavingCondition}
     WINDOW of_task AS (PARTITION BY a.task_id ORDER BY e.revision)
   ), former AS (
     SELECT task_id, task_status_id, type = 'task.archived' AS archived, at AS entered_at, left_at, removed_at
     FROM logged WHERE type NOT IN (${leavings})
     UNION ALL
     SELECT task_id, COALESCE(from_column_id, task_status_id), false, to_timestamp(0), at, NULL
     FROM logged WHERE first AND type NOT IN ('task.created', 'task.arrived', 'task.restored')
   ), removals AS (
     SELECT task_id, max(at) AS at FROM logged WHERE type = 'task.left' GROUP BY task_id
   ), stays AS (
     SELECT p.task_id, p.kind, p.archived, p.entered_at, p.left_at, r.at AS removed_at
     FROM present p LEFT JOIN removals r ON r.task_id = p.task_id
     UNION ALL
     SELECT s.task_id, f.kind, s.archived, s.entered_at, s.left_at, s.removed_at
     FROM former s CROSS JOIN LATERAL (SELECT COALESCE(
         (SELECT c.kind FROM task_status c WHERE c.tenant_id = current_tenant() AND c.id = s.task_status_id),
         (SELECT l.kind FROM analytics_column l WHERE l.tenant_id = current_tenant() AND l.project_id = $1
            AND l.column_id = s.task_status_id), 'todo') AS kind) AS f
   )
   SELECT task_id::int AS id, ${ms("entered_at")} AS "from", ${ms("left_at")} AS "to", ${ms("removed_at")} AS "removedAt"
   FROM stays WHERE NOT archived AND kind <> 'done' ORDER BY task_id, entered_at`,
);

/** @returns the times during which tasks of a project were open and blocked others, by task. */
export async function readBlockingStays(tx: Tx, projectId: number, ids: readonly number[]): Promise<BlockingStays> {
  if (ids.length === 0) return new Map();
  return groupBy(await tx.rows<BlockingStay & { id: number }>(selectBlockerStays, [projectId, ids]), ({ id }) => id);
}

export const selectTaskTitles = sql(
  "analytics.tasksNamed",
  `SELECT t.id, p.code || '-' || t.number AS key, t.title FROM task t
   JOIN project p ON p.tenant_id = current_tenant() AND p.id = t.project_id
   WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.id = ANY($2) ORDER BY t.number`,
);

export const selectTimeOnTask = sql(
  "analytics.timeOnTask",
  `SELECT e.date::text AS day, sum(e.minutes)::int AS minutes FROM time_entry e
   WHERE e.tenant_id = current_tenant() AND e.task_id = $1 GROUP BY e.date ORDER BY e.date`,
);

export const selectAgingTasks = sql(
  "analytics.agingTasks",
  `SELECT t.id, p.code || '-' || t.number AS key, t.title, COALESCE(c.title, '') AS column, ${ms("a.started_at")} AS "startedAt",
          json_build_object('id', p.id, 'title', p.title, 'code', p.code, 'color', p.color, 'archived', false) AS project
   FROM analytics_task a
   JOIN project p ON p.tenant_id = current_tenant() AND p.id = a.project_id AND p.archived_at IS NULL
   JOIN task t ON t.tenant_id = current_tenant() AND t.project_id = a.project_id AND t.id = a.task_id
   LEFT JOIN task_status c ON c.tenant_id = current_tenant() AND c.id = a.task_status_id
   WHERE a.tenant_id = current_tenant() AND a.finished_at IS NULL AND NOT a.archived AND a.kind = 'doing'
     AND ($2 OR EXISTS (SELECT FROM project_access x WHERE x.tenant_id = current_tenant() AND x.project_id = p.id AND x.user_id = $1))
   ORDER BY a.started_at, t.id LIMIT 50`,
);
