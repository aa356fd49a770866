import { sql } from "../platform/database/unit-of-work";

/** What brings a task into a column, into the archive or back. */
const places = "'task.created', 'task.arrived', 'task.moved', 'task.archived', 'task.restored'";
/** What takes it out of the project, and with it out of everything that is counted there. */
const leavings = "'task.left', 'task.deleted'";

/** Whether an event `e` changes anything that is kept here. */
export const counts = `(e.type IN (${places}, ${leavings}, 'column.created', 'column.updated', 'column.deleted')
     OR e.type = 'task.updated' AND e.data ? 'blocker_ids')`;

/** The part of a project's log that is new: $1 project, $2 read already, $3 up to. */
const fresh = `domain_event e WHERE e.tenant_id = current_tenant() AND e.stream = 'project:' || $1::bigint
     AND e.revision > $2 AND e.revision <= $3`;

const own = "tenant_id = current_tenant() AND project_id = $1";

/** A project that is being deleted has nothing to be counted. */
export const lockFlowProject = sql(
  "analytics.project",
  "SELECT id FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR KEY SHARE",
);

export const beginFlow = sql(
  "analytics.begin",
  `INSERT INTO analytics_project (tenant_id, project_id) VALUES (current_tenant(), $1) ON CONFLICT DO NOTHING`,
);

/** Whoever comes second waits, and reads on from where the first has come to. */
export const lockFlow = sql(
  "analytics.position",
  `SELECT revision::int AS revision FROM analytics_project WHERE ${own} FOR NO KEY UPDATE`,
);

export const headOfLog = sql(
  "analytics.head",
  `SELECT revision::int AS revision FROM event_stream WHERE tenant_id = current_tenant() AND name = 'project:' || $1::bigint`,
);

export const readColumns = sql(
  "analytics.columns",
  `INSERT INTO analytics_column (tenant_id, project_id, column_id, title, kind)
   SELECT DISTINCT ON (e.data->>'id') current_tenant(), $1::bigint, (e.data->>'id')::bigint, e.data->>'title', e.data->>'kind'
   FROM ${fresh} AND e.type IN ('column.created', 'column.updated', 'column.deleted') AND e.data ? 'kind'
   ORDER BY e.data->>'id', e.revision DESC
   ON CONFLICT (tenant_id, project_id, column_id) DO UPDATE SET title = EXCLUDED.title, kind = EXCLUDED.kind`,
);

/** The stay that was open ends where the first new one begins. */
export const endStays = sql(
  "analytics.endStays",
  `UPDATE analytics_stay s SET left_at = n.at
   FROM (SELECT DISTINCT ON (e.task_id) e.task_id, e.at FROM ${fresh} AND e.type IN (${places})
           AND (e.type <> 'task.moved' OR e.data->'task_status_id' <> e.data->'from_task_status_id')
         ORDER BY e.task_id, e.revision) AS n
   WHERE s.tenant_id = current_tenant() AND s.project_id = $1 AND s.task_id = n.task_id AND s.left_at IS NULL`,
);

export const addStays = sql(
  "analytics.addStays",
  `INSERT INTO analytics_stay (tenant_id, project_id, revision, task_id, task_status_id, archived, entered_at, left_at)
   SELECT current_tenant(), $1::bigint, e.revision, e.task_id, (e.data->>'task_status_id')::bigint, e.type = 'task.archived',
          e.at, lead(e.at) OVER (PARTITION BY e.task_id ORDER BY e.revision)
   FROM ${fresh} AND e.type IN (${places})
     AND (e.type <> 'task.moved' OR e.data->'task_status_id' <> e.data->'from_task_status_id')`,
);

/** What was before it left; it may have come back since. */
export const dropStays = sql(
  "analytics.dropStays",
  `DELETE FROM analytics_stay s
   USING (SELECT e.task_id, max(e.revision) AS revision FROM ${fresh} AND e.type IN (${leavings}) GROUP BY e.task_id) AS g
   WHERE s.tenant_id = current_tenant() AND s.project_id = $1 AND s.task_id = g.task_id AND s.revision < g.revision`,
);
export const dropTasks = sql(
  "analytics.dropTasks",
  `DELETE FROM analytics_task t
   USING (SELECT DISTINCT e.task_id FROM ${fresh} AND e.type IN (${leavings})) AS g
   WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.task_id = g.task_id`,
);

/** What tasks wait for, where it is said; of one that begins without waiting there is nothing to keep. */
export const addWaits = sql(
  "analytics.addWaits",
  `INSERT INTO analytics_wait (tenant_id, project_id, revision, task_id, at, blocker_ids)
   SELECT current_tenant(), $1::bigint, e.revision, e.task_id, e.at,
          ARRAY(SELECT b::bigint FROM jsonb_array_elements_text(e.data->'blocker_ids') b)
   FROM ${fresh} AND e.type IN ('task.created', 'task.arrived', 'task.updated', 'task.restored') AND e.data ? 'blocker_ids'
     AND (e.type = 'task.updated' OR e.data->'blocker_ids' <> '[]')`,
);
export const dropWaits = sql(
  "analytics.dropWaits",
  `DELETE FROM analytics_wait w
   USING (SELECT e.task_id, max(e.revision) AS revision FROM ${fresh} AND e.type IN (${leavings}) GROUP BY e.task_id) AS g
   WHERE w.tenant_id = current_tenant() AND w.project_id = $1 AND w.task_id = g.task_id AND w.revision < g.revision`,
);

/** A column is of the kind that it is today; one that is gone, of the last it had. */
export const kindOf = (stay: string, live: string, logged: string) =>
  `COALESCE(${live}.kind, ${logged}.kind, 'todo') AS kind FROM ${stay}
   LEFT JOIN task_status ${live} ON ${live}.tenant_id = current_tenant() AND ${live}.id = s.task_status_id
   LEFT JOIN analytics_column ${logged} ON ${logged}.tenant_id = current_tenant() AND ${logged}.project_id = $1
     AND ${logged}.column_id = s.task_status_id`;

/**
 * Sums up the stays of tasks that have new ones, and of all that were ever in a column whose kind has changed. Into done
 * counts from a column that isn't: from one done column to the next is no new end. Columns and tasks are
 * arrays: joined, as long as the planner took the table for an empty one, it read the new events again for each stay.
 */
export const sumUpTasks = sql(
  "analytics.sumUpTasks",
  `WITH changed AS (
     SELECT task_id FROM analytics_stay WHERE ${own} AND revision > $2 AND revision <= $3
     UNION
     SELECT s.task_id FROM analytics_stay s WHERE s.tenant_id = current_tenant() AND s.project_id = $1
       AND s.task_status_id = ANY(ARRAY(SELECT (e.data->>'id')::bigint FROM ${fresh}
         AND e.type = 'column.updated' AND e.data->'before' ? 'kind'))
   ), stays AS (
     SELECT s.*, ${kindOf("analytics_stay s", "c", "l")}
     WHERE s.tenant_id = current_tenant() AND s.project_id = $1 AND s.task_id = ANY(ARRAY(SELECT task_id FROM changed))
   ), steps AS (
     SELECT *, lag(kind) OVER of_task AS before, lead(revision) OVER of_task IS NULL AS last
     FROM stays WINDOW of_task AS (PARTITION BY task_id ORDER BY revision)
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

export const setPosition = sql("analytics.setPosition", `UPDATE analytics_project SET revision = $2 WHERE ${own}`);

/** Of tables that were empty a moment ago the planner thinks that they still are, and would go through them row by row. */
export const joinByHash = sql("analytics.joinByHash", "SELECT set_config('enable_nestloop', $1, true)");

/** Takes everything that was made of a project's log with it. */
export const forgetFlow = sql("analytics.forget", `DELETE FROM analytics_project WHERE ${own}`);

/** Projects whose log goes on behind what was read of it. */
export const projectsBehind = sql(
  "analytics.behind",
  `SELECT p.id FROM project p
   JOIN event_stream s ON s.tenant_id = current_tenant() AND s.name = 'project:' || p.id
   LEFT JOIN analytics_project a ON a.tenant_id = current_tenant() AND a.project_id = p.id
   WHERE p.tenant_id = current_tenant() AND s.revision > COALESCE(a.revision, 0) ORDER BY p.id`,
);

export const allProjects = sql(
  "analytics.allProjects",
  "SELECT id FROM project WHERE tenant_id = current_tenant() ORDER BY id",
);
