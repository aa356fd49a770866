import { sql } from "../../platform/database/unit-of-work";

/** Events that put a task into a column, into the archive or back on the board. */
const places = "'task.created', 'task.arrived', 'task.moved', 'task.archived', 'task.restored'";
/** Events that take a task out of the project. */
export const leavings = "'task.left', 'task.deleted'";

const moveCondition = "(e.type <> 'task.moved' OR e.data->'task_status_id' <> e.data->'from_task_status_id')";
/** Events that put a task into another column, into the archive, back on the board or out of the project. */
export const placeOrLeavingCondition = `e.type IN (${places}, ${leavings}) AND ${moveCondition}`;

export const flowEventCondition = `(e.type IN (${places}, ${leavings}, 'column.created', 'column.updated', 'column.deleted', 'project.imported')
     OR e.type = 'task.updated' AND e.data ? 'blocker_ids')`;

const fresh = `domain_event e WHERE e.tenant_id = current_tenant() AND e.stream = 'project:' || $1::bigint
     AND e.revision > $2 AND e.revision <= $3`;

const own = "tenant_id = current_tenant() AND project_id = $1";

/** Locks the project against deletion; no row means that the project was deleted and nothing is left to process. */
export const lockFlowProject = sql(
  "analytics.project",
  "SELECT id FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR KEY SHARE",
);

export const insertFlow = sql(
  "analytics.begin",
  `INSERT INTO analytics_project (tenant_id, project_id) VALUES (current_tenant(), $1) ON CONFLICT DO NOTHING`,
);

/** Serializes concurrent runs: the second one waits and continues from the revision the first one reached. */
export const lockFlow = sql(
  "analytics.position",
  `SELECT revision::int AS revision FROM analytics_project WHERE ${own} FOR NO KEY UPDATE`,
);

export const selectLatestRevision = sql(
  "analytics.head",
  `SELECT revision::int AS revision FROM event_stream WHERE tenant_id = current_tenant() AND name = 'project:' || $1::bigint`,
);

export const upsertFlowColumns = sql(
  "analytics.columns",
  `INSERT INTO analytics_column (tenant_id, project_id, column_id, title, kind)
   SELECT DISTINCT ON (e.data->>'id') current_tenant(), $1::bigint, (e.data->>'id')::bigint, e.data->>'title', e.data->>'kind'
   FROM ${fresh} AND e.type IN ('column.created', 'column.updated', 'column.deleted') AND e.data ? 'kind'
   ORDER BY e.data->>'id', e.revision DESC
   ON CONFLICT (tenant_id, project_id, column_id) DO UPDATE SET title = EXCLUDED.title, kind = EXCLUDED.kind`,
);

export const updateColumnStaysEnded = sql(
  "analytics.endStays",
  `UPDATE analytics_stay s SET left_at = n.at
   FROM (SELECT DISTINCT ON (e.task_id) e.task_id, e.at FROM ${fresh} AND e.type IN (${places})
           AND ${moveCondition}
         ORDER BY e.task_id, e.revision) AS n
   WHERE s.tenant_id = current_tenant() AND s.project_id = $1 AND s.task_id = n.task_id AND s.left_at IS NULL`,
);

export const insertColumnStays = sql(
  "analytics.addStays",
  `INSERT INTO analytics_stay (tenant_id, project_id, revision, task_id, task_status_id, archived, entered_at, left_at)
   SELECT current_tenant(), $1::bigint, e.revision, e.task_id, (e.data->>'task_status_id')::bigint, e.type = 'task.archived',
          e.at, lead(e.at) OVER (PARTITION BY e.task_id ORDER BY e.revision)
   FROM ${fresh} AND e.type IN (${places})
     AND ${moveCondition}`,
);

/** Revisions of the imports, whose tasks have no separate events. */
export const selectImportRevisions = sql(
  "analytics.imports",
  `SELECT e.revision::int AS revision FROM ${fresh} AND e.type = 'project.imported' ORDER BY e.revision`,
);

const importedStays = `SELECT e.revision, i.task_id, s.place::int, (s.stay->>'column_id')::bigint AS task_status_id,
     (s.stay->>'archived')::boolean AS archived, (s.stay->>'entered_at')::timestamptz AS entered_at
   FROM domain_event e
   JOIN imported_task i ON i.tenant_id = e.tenant_id AND i.project_id = $1::bigint AND i.task_id IS NOT NULL
   CROSS JOIN jsonb_array_elements(i.stays) WITH ORDINALITY AS s (stay, place)
   WHERE e.tenant_id = current_tenant() AND e.stream = 'project:' || $1::bigint AND e.revision > $2 AND e.revision <= $3
     AND e.type = 'project.imported' AND s.stay->'import_id' = e.data->'import_id'`;

export const updateStaysEndedByImport = sql(
  "analytics.endStaysByImport",
  `UPDATE analytics_stay s SET left_at = n.at
   FROM (SELECT task_id, min(entered_at) AS at FROM (${importedStays}) AS imported GROUP BY task_id) AS n
   WHERE s.tenant_id = current_tenant() AND s.project_id = $1 AND s.task_id = n.task_id AND s.left_at IS NULL`,
);

export const insertImportedStays = sql(
  "analytics.addImportedStays",
  `INSERT INTO analytics_stay (tenant_id, project_id, revision, task_id, place, task_status_id, archived, entered_at, left_at)
   SELECT current_tenant(), $1::bigint, revision, task_id, place, task_status_id, archived, entered_at,
     lead(entered_at) OVER (PARTITION BY task_id ORDER BY place)
   FROM (${importedStays}) AS imported`,
);

/** Deletes a task's stays from before it left the project; later stays remain because the task may have returned. */
export const deleteColumnStays = sql(
  "analytics.dropStays",
  `DELETE FROM analytics_stay s
   USING (SELECT e.task_id, max(e.revision) AS revision FROM ${fresh} AND e.type IN (${leavings}) GROUP BY e.task_id) AS g
   WHERE s.tenant_id = current_tenant() AND s.project_id = $1 AND s.task_id = g.task_id AND s.revision < g.revision`,
);
export const deleteFlowTasks = sql(
  "analytics.dropTasks",
  `DELETE FROM analytics_task t
   USING (SELECT DISTINCT e.task_id FROM ${fresh} AND e.type IN (${leavings})) AS g
   WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.task_id = g.task_id`,
);

/** Records changes of blockers; a task created without blockers needs no row. */
export const insertBlockerWaits = sql(
  "analytics.addWaits",
  `INSERT INTO analytics_wait (tenant_id, project_id, revision, task_id, at, blocker_ids)
   SELECT current_tenant(), $1::bigint, e.revision, e.task_id, e.at,
          ARRAY(SELECT b::bigint FROM jsonb_array_elements_text(e.data->'blocker_ids') b)
   FROM ${fresh} AND e.type IN ('task.created', 'task.arrived', 'task.updated', 'task.restored') AND e.data ? 'blocker_ids'
     AND (e.type = 'task.updated' OR e.data->'blocker_ids' <> '[]')`,
);
export const deleteBlockerWaits = sql(
  "analytics.dropWaits",
  `DELETE FROM analytics_wait w
   USING (SELECT e.task_id, max(e.revision) AS revision FROM ${fresh} AND e.type IN (${leavings}) GROUP BY e.task_id) AS g
   WHERE w.tenant_id = current_tenant() AND w.project_id = $1 AND w.task_id = g.task_id AND w.revision < g.revision`,
);

/** Uses the current kind of a column (todo, doing or done), or the last logged kind of a deleted column. */
export const selectColumnKind = (stay: string, live: string, logged: string, projectId = "$1") =>
  `COALESCE(${live}.kind, ${logged}.kind, 'todo') AS kind FROM ${stay}
   LEFT JOIN task_status ${live} ON ${live}.tenant_id = current_tenant() AND ${live}.id = s.task_status_id
   LEFT JOIN analytics_column ${logged} ON ${logged}.tenant_id = current_tenant() AND ${logged}.project_id = ${projectId}
     AND ${logged}.column_id = s.task_status_id`;

/**
 * CTEs with `earlier_stays`, the stays of tasks in other projects before they arrived in project $1. They are read from the logs of those
 * projects, because a task that was started or finished before the move keeps these times. `firstRevisions` selects the revisions of the
 * tasks' first stays in $1.
 */
export const earlierStays = (firstRevisions: string) => `arrivals AS MATERIALIZED (
     SELECT e.task_id, e.id, e.at FROM domain_event e
     WHERE e.tenant_id = current_tenant() AND e.stream = 'project:' || $1::bigint AND e.revision = ANY(ARRAY(${firstRevisions}))
       AND e.type = 'task.arrived' AND e.data ? 'from_project_id'
   ), earlier_places AS (
     SELECT a.task_id, a.at AS arrived_at, split_part(e.stream, ':', 2)::bigint AS project_id, e.id AS event_id, 0::bigint AS place,
            (e.data->>'task_status_id')::bigint AS task_status_id, e.type = 'task.archived' AS archived, e.at AS entered_at
     FROM arrivals a JOIN domain_event e ON e.tenant_id = current_tenant() AND e.task_id = a.task_id AND e.id < a.id
     WHERE e.type IN (${places}) AND ${moveCondition}
     UNION ALL
     SELECT a.task_id, a.at, i.project_id, 0, s.place, (s.stay->>'column_id')::bigint, (s.stay->>'archived')::boolean,
            (s.stay->>'entered_at')::timestamptz
     FROM arrivals a JOIN imported_task i ON i.tenant_id = current_tenant() AND i.task_id = a.task_id
     CROSS JOIN jsonb_array_elements(i.stays) WITH ORDINALITY AS s (stay, place)
     WHERE (s.stay->>'entered_at')::timestamptz < a.at
   ), earlier_stays AS (
     SELECT task_id, project_id, task_status_id, archived, entered_at, row_number() OVER of_task AS place,
            COALESCE(lead(entered_at) OVER of_task, arrived_at) AS left_at
     FROM earlier_places WINDOW of_task AS (PARTITION BY task_id ORDER BY entered_at, event_id, place)
   )`;

/**
 * Recomputes the totals of tasks with new stays, including their stays in earlier projects, and of all tasks that were ever in a column whose kind has changed. A move between two
 * done columns isn't a new completion. Columns and tasks are aggregated into arrays: with joins, the planner assumed an empty table and
 * rescanned the new events for each stay.
 */
export const upsertFlowTasks = sql(
  "analytics.sumUpTasks",
  `WITH changed AS (
     SELECT task_id FROM analytics_stay WHERE ${own} AND revision > $2 AND revision <= $3
     UNION
     SELECT s.task_id FROM analytics_stay s WHERE s.tenant_id = current_tenant() AND s.project_id = $1
       AND s.task_status_id = ANY(ARRAY(SELECT (e.data->>'id')::bigint FROM ${fresh}
         AND e.type = 'column.updated' AND e.data->'before' ? 'kind'))
   ), ${earlierStays(`SELECT DISTINCT min(revision) FROM analytics_stay
       WHERE ${own} AND task_id = ANY(ARRAY(SELECT task_id FROM changed)) GROUP BY task_id`)}, stays AS (
     SELECT s.task_id, s.revision, s.place, s.task_status_id, s.archived, s.entered_at, ${selectColumnKind("analytics_stay s", "c", "l")}
     WHERE s.tenant_id = current_tenant() AND s.project_id = $1 AND s.task_id = ANY(ARRAY(SELECT task_id FROM changed))
     UNION ALL
     SELECT s.task_id, 0, s.place, s.task_status_id, s.archived, s.entered_at,
            ${selectColumnKind("earlier_stays s", "c", "l", "s.project_id")}
   ), steps AS (
     SELECT *, lag(kind) OVER of_task AS before, lead(revision) OVER of_task IS NULL AS last
     FROM stays WINDOW of_task AS (PARTITION BY task_id ORDER BY revision, place)
   ), sums AS (
     SELECT task_id, max(task_status_id) FILTER (WHERE last) AS task_status_id, max(kind) FILTER (WHERE last) AS kind,
            bool_or(archived) FILTER (WHERE last) AS archived, min(entered_at) AS created_at,
            min(entered_at) FILTER (WHERE kind = 'doing') AS started_at,
            max(entered_at) FILTER (WHERE kind = 'done' AND before IS DISTINCT FROM 'done') AS finished_at,
            count(*) FILTER (WHERE before = 'done' AND kind <> 'done') AS reopened
     FROM steps GROUP BY task_id
   )
   INSERT INTO analytics_task (tenant_id, project_id, task_id, task_status_id, kind, archived, created_at, started_at,
                               finished_at, reopened)
   SELECT current_tenant(), $1::bigint, task_id, task_status_id, kind, archived, created_at, started_at,
          CASE WHEN kind = 'done' THEN finished_at END, reopened
   FROM sums
   ON CONFLICT (tenant_id, project_id, task_id) DO UPDATE SET task_status_id = EXCLUDED.task_status_id,
     kind = EXCLUDED.kind, archived = EXCLUDED.archived, created_at = EXCLUDED.created_at,
     started_at = EXCLUDED.started_at, finished_at = EXCLUDED.finished_at, reopened = EXCLUDED.reopened`,
);

export const updateFlowRevision = sql(
  "analytics.setPosition",
  `UPDATE analytics_project SET revision = $2 WHERE ${own}`,
);

/** Disables nested loops: the planner assumes that recently filled tables are still empty and would scan them row by row. */
export const disableNestedLoops = sql("analytics.joinByHash", "SELECT set_config('enable_nestloop', $1, true)");

/** Deletes the project's position in the log; its stays, waits and totals are deleted by cascade. */
export const deleteFlow = sql("analytics.forget", `DELETE FROM analytics_project WHERE ${own}`);

export const selectLaggingProjects = sql(
  "analytics.behind",
  `SELECT p.id FROM project p
   JOIN event_stream s ON s.tenant_id = current_tenant() AND s.name = 'project:' || p.id
   LEFT JOIN analytics_project a ON a.tenant_id = current_tenant() AND a.project_id = p.id
   WHERE p.tenant_id = current_tenant() AND s.revision > COALESCE(a.revision, 0) ORDER BY p.id`,
);

export const selectAllProjectIds = sql(
  "analytics.allProjects",
  "SELECT id FROM project WHERE tenant_id = current_tenant() ORDER BY id",
);
