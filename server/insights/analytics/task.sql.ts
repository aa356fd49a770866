import { historyCondition } from "../../work/activity/activity.policy";
import { sql } from "../../platform/database/unit-of-work";
import { earlierStays, leavings, selectColumnKind } from "./flow.sql";
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
 * Times at which tasks $2 stopped blocking others: when they were finished or, if they were deleted or moved to another project, when they
 * were finished before that or left. Null for a task that still blocks.
 */
export const selectBlockerEnds = sql(
  "analytics.endsOfBlockers",
  `SELECT b.id::int AS id, ${ms("CASE WHEN a.task_id IS NULL THEN departure.at ELSE a.finished_at END")} AS "endedAt"
   FROM unnest($2::bigint[]) AS b (id)
   LEFT JOIN analytics_task a ON a.tenant_id = current_tenant() AND a.project_id = $1::bigint AND a.task_id = b.id
   LEFT JOIN LATERAL (
     SELECT CASE WHEN COALESCE(c.kind, l.kind) = 'done' THEN last_move.at ELSE e.at END AS at
     FROM domain_event e
     LEFT JOIN LATERAL (
       SELECT m.at, (m.data->>'task_status_id')::bigint AS column_id FROM domain_event m
       WHERE m.tenant_id = current_tenant() AND m.task_id = b.id AND m.stream = e.stream AND m.id < e.id
         AND m.type IN ('task.created', 'task.arrived', 'task.moved', 'task.restored')
         AND (m.type <> 'task.moved' OR m.data->'task_status_id' <> m.data->'from_task_status_id')
       ORDER BY m.id DESC LIMIT 1) AS last_move ON true
     LEFT JOIN task_status c ON c.tenant_id = current_tenant() AND c.id = last_move.column_id
     LEFT JOIN analytics_column l ON l.tenant_id = current_tenant() AND l.project_id = $1::bigint
       AND l.column_id = last_move.column_id
     WHERE e.tenant_id = current_tenant() AND e.task_id = b.id AND e.stream = 'project:' || $1::bigint AND e.type IN (${leavings})
     ORDER BY e.id DESC LIMIT 1) AS departure ON a.task_id IS NULL
   WHERE a.task_id IS NOT NULL OR departure.at IS NOT NULL`,
);

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
