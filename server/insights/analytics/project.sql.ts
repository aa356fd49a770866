import { teamCte, teamOf } from "../../platform/management-line";
import { assignedTaskIds, taskAssignees } from "../../work/access/tasks.policy";
import { personOrNull } from "../../platform/database/person-json";
import { sql } from "../../platform/database/unit-of-work";
import { flowEventCondition, selectColumnKind } from "./flow.sql";

/**
 * $1 project. Excludes recently deleted tasks: the analytics log may lag, the task table doesn't. Each task is read by its id: planned as a
 * join, the statement reads all tasks of the tenant, or all of the project once per row if projects have few tasks on average.
 */
const taskOf = (
  of: string,
) => `JOIN LATERAL (SELECT x.id, x.project_id, x.number, x.title, x.priority, x.estimate_minutes, x.spent_minutes
  FROM task x WHERE x.tenant_id = current_tenant() AND x.id = ${of}.task_id OFFSET 0) t ON t.project_id = $1::bigint`;

/** $2 tag, $3 priority, $4 assignee, directly or through a group; null means all. */
const filtered = `($2::bigint IS NULL OR EXISTS (SELECT FROM task_tag g
         WHERE g.tenant_id = current_tenant() AND g.project_id = $1 AND g.task_id = t.id AND g.tag_id = $2))
     AND ($3::text IS NULL OR t.priority = $3)
     AND ($4::bigint IS NULL OR t.id IN (${assignedTaskIds("$4::bigint")}))`;

/**
 * Values that the other statements take as parameters, namely the tenant's date and time zone, and whether relevant events are still
 * unprocessed. The position is joined instead of being a subquery in the condition: under row-level security that subquery can't be an
 * index condition, and the project's whole log would be read.
 */
export const selectFlowParameters = sql(
  "analytics.facts",
  `SELECT tenant_today()::text AS today, t.time_zone AS "timeZone", t.weekend,
          EXISTS (SELECT FROM (SELECT COALESCE(max(a.revision), 0) AS revision FROM analytics_project a
              WHERE a.tenant_id = current_tenant() AND a.project_id = $1) AS known
            JOIN domain_event e ON e.tenant_id = current_tenant() AND e.stream = 'project:' || $1::bigint
              AND e.revision > known.revision AND ${flowEventCondition}) AS behind
   FROM tenant t WHERE t.id = current_tenant()`,
);

/** Returns instants as epoch milliseconds, because there are thousands per year and none is displayed as a date. */
const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

/** $6 to $7 in tenant-local days ($5 time zone). */
const finishedInPeriod = (of: string) =>
  `${of}.finished_at >= $6::date::timestamp AT TIME ZONE $5 AND ${of}.finished_at < ($7::date + 1)::timestamp AT TIME ZONE $5`;

/** Limits each view to the open and the most recently finished tasks; an archive grows without bound. */
export const maxCountedTasks = 50_000;

/**
 * Tasks that are open now or were finished from $6 to $7, at most `maxCountedTasks`, open ones first, then the latest. Tasks archived
 * without being finished are not counted. The condition is an OR so that the indexes of open and of finished tasks are used.
 */
export const selectCountedTasks = sql(
  "analytics.countedTasks",
  `SELECT a.task_id AS id, t.number, t.title, t.priority, a.task_status_id AS "columnId", a.kind, a.reopened,
          ${ms("a.created_at")} AS "createdAt", ${ms("a.started_at")} AS "startedAt", ${ms("a.finished_at")} AS "finishedAt",
          (a.finished_at AT TIME ZONE $5)::date::text AS day, t.estimate_minutes AS "estimateMinutes",
          t.spent_minutes AS "spentMinutes",
          CASE WHEN $8 THEN ARRAY(SELECT g.tag_id::int FROM task_tag g WHERE g.tenant_id = current_tenant()
            AND g.project_id = $1 AND g.task_id = a.task_id ORDER BY g.tag_id) END AS tags
   FROM analytics_task a ${taskOf("a")}
   WHERE a.tenant_id = current_tenant() AND a.project_id = $1 AND ${filtered}
     AND ((a.finished_at IS NULL AND NOT a.archived) OR (${finishedInPeriod("a")}))
   ORDER BY a.finished_at DESC NULLS FIRST, a.task_id DESC LIMIT ${maxCountedTasks}`,
);

export interface CountedTaskRow {
  id: number;
  number: number;
  title: string;
  priority: "high" | "medium" | "low";
  columnId: number;
  kind: "todo" | "doing" | "done";
  reopened: number;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  day: string | null;
  estimateMinutes: number | null;
  spentMinutes: number;
  /** Ids of the task's tags; null unless the breakdown is by tag. */
  tags: number[] | null;
}

export const selectFinishedTasksByDay = sql(
  "analytics.finishedByDay",
  `SELECT (a.finished_at AT TIME ZONE $5)::date::text AS day, count(*)::int AS count
   FROM analytics_task a ${taskOf("a")}
   WHERE a.tenant_id = current_tenant() AND a.project_id = $1 AND ${filtered} AND ${finishedInPeriod("a")}
   GROUP BY 1`,
);

/**
 * The day on which project $1 began ($2 time zone), or the day of its first stay, because an imported board has tasks from before. Not
 * searched for projects created before day $3.
 */
export const selectFirstDay = sql(
  "analytics.firstDay",
  `SELECT (CASE WHEN p.created_at < $3::date::timestamp AT TIME ZONE $2 THEN p.created_at
     ELSE LEAST(p.created_at, (SELECT min(s.entered_at) FROM analytics_stay s WHERE s.tenant_id = current_tenant() AND s.project_id = p.id))
     END AT TIME ZONE $2)::date::text AS day
   FROM project p WHERE p.tenant_id = current_tenant() AND p.id = $1::bigint`,
);

/** Stays of tasks in the project's columns, with the kind of each column. */
const stays = `SELECT s.task_id, s.task_status_id, s.archived, s.entered_at, s.left_at, ${selectColumnKind(
  `analytics_stay s ${taskOf("s")}`,
  "c",
  "l",
)} WHERE s.tenant_id = current_tenant() AND s.project_id = $1 AND ${filtered}`;

/**
 * Tasks entering and leaving each column, by day; everything before $6 counts on the day before. Days are found by their start instants,
 * because converting each instant to a local day takes three times as long.
 */
export const selectFlowChanges = sql(
  "analytics.flowChanges",
  `WITH stays AS (${stays}), counted AS (SELECT * FROM stays WHERE NOT archived OR kind = 'done'),
   days AS (
     SELECT array_agg(d::timestamp AT TIME ZONE $5 ORDER BY d) AS starts
     FROM generate_series($6::date, $7::date + 1, interval '1 day') d
   ), moments AS (
     SELECT task_status_id, entered_at AS at, 1 AS change FROM counted
     UNION ALL
     SELECT task_status_id, left_at, -1 FROM counted WHERE left_at IS NOT NULL
   ), steps AS MATERIALIZED (
     SELECT task_status_id, change,
       CASE WHEN at >= $6::date::timestamp AT TIME ZONE $5 THEN width_bucket(at, (SELECT starts FROM days)) ELSE 0 END AS place
     FROM moments
   )
   SELECT task_status_id AS "columnId", ($6::date - 1 + place)::text AS day, sum(change)::int AS change
   FROM steps WHERE place <= $7::date - $6::date + 1 GROUP BY task_status_id, place`,
);

/** Tasks at the end of day $6 in column $7 or in columns of kind $8; in any column if both are null. */
export const selectTasksInColumn = sql(
  "analytics.tasksInColumn",
  `WITH stays AS (${stays})
   SELECT s.task_id AS id FROM stays s
   WHERE (NOT s.archived OR s.kind = 'done') AND ($7::bigint IS NULL OR s.task_status_id = $7) AND ($8::text IS NULL OR s.kind = $8)
     AND s.entered_at < ($6::date + 1)::timestamp AT TIME ZONE $5
     AND (s.left_at IS NULL OR s.left_at >= ($6::date + 1)::timestamp AT TIME ZONE $5)
   ORDER BY s.task_id`,
);

export const selectTasksById = sql(
  "analytics.tasksById",
  `SELECT a.task_id AS id, t.number, t.title, t.priority, a.task_status_id AS "columnId", a.kind, a.reopened,
          ${ms("a.created_at")} AS "createdAt", ${ms("a.started_at")} AS "startedAt", ${ms("a.finished_at")} AS "finishedAt",
          NULL AS day, t.estimate_minutes AS "estimateMinutes", t.spent_minutes AS "spentMinutes", NULL::int[] AS tags
   FROM analytics_task a ${taskOf("a")}
   WHERE a.tenant_id = current_tenant() AND a.project_id = $1 AND a.task_id = ANY($2) ORDER BY a.task_id`,
);

/** Limits deleted columns to the most recent: users can create and delete any number of them. */
export const maxDeletedColumns = 200;

/** The project's columns in order, plus deleted columns that still have data in the past. */
export const selectFlowColumns = sql(
  "analytics.flowColumns",
  `SELECT c.id, c.title, c.kind, c.wip_limit AS "wipLimit", false AS gone, c.sort_order AS place
   FROM task_status c WHERE c.tenant_id = current_tenant() AND c.project_id = $1
   UNION ALL
   (SELECT l.column_id, l.title, l.kind, NULL, true, NULL FROM analytics_column l
    WHERE l.tenant_id = current_tenant() AND l.project_id = $1
      AND NOT EXISTS (SELECT FROM task_status c WHERE c.tenant_id = current_tenant() AND c.id = l.column_id)
    ORDER BY l.column_id DESC LIMIT ${maxDeletedColumns})
   ORDER BY place NULLS LAST, id`,
);

export interface FlowColumn {
  id: number;
  title: string;
  kind: "todo" | "doing" | "done";
  wipLimit: number | null;
  gone: boolean;
}

/**
 * Limits for reading blocker changes: the number of changes, and the total number of blockers in them. The most recent changes are read.
 */
const maxListedWaits = 20_000;
export const maxBlockerWaits = 200_000;

export const selectBlockerWaits = sql(
  "analytics.waitsOfTasks",
  `SELECT "taskId", at, ids FROM (
     SELECT revision, "taskId", at, ids, sum(cardinality(ids)) OVER (ORDER BY revision DESC) AS named FROM (
       SELECT w.revision, w.task_id AS "taskId", ${ms("w.at")} AS at, w.blocker_ids::int[] AS ids FROM analytics_wait w
       WHERE w.tenant_id = current_tenant() AND w.project_id = $1 AND w.task_id = ANY($2)
       ORDER BY w.revision DESC LIMIT ${maxListedWaits}) AS latest) AS counted
   WHERE named <= ${maxBlockerWaits} ORDER BY revision`,
);

/**
 * Users who are assigned to tasks in project $3, directly or through a group, and whose figures the viewer $1 may see: their own, their reports', or with $2
 * everyone's.
 */
export const selectProjectAssignees = sql(
  "analytics.assignees",
  `WITH RECURSIVE ${teamCte}
   SELECT u.id, u.fullname, u.image FROM app_user u
   WHERE u.tenant_id = current_tenant() AND ($2 OR u.id = $1 OR u.id IN (SELECT id FROM team))
     AND u.id IN (SELECT user_id FROM (${taskAssignees("x.project_id = $3")}) AS assigned)
   ORDER BY u.fullname COLLATE reader, u.id`,
);

const figuresOfValues = `count(*)::int AS count, sum(value)::float8 AS sum,
  percentile_cont(0.5) WITHIN GROUP (ORDER BY value::float8) AS median`;

/**
 * Number, sum and median of the values of the number fields of project $1 in its tasks that aren't archived, by column, and by assignee
 * whose figures the viewer $5 may see ($6 everyone's). A task counts for each of these assignees, and for none if it has none of them.
 */
export const selectNumberFields = sql(
  "analytics.numberFields",
  `WITH RECURSIVE ${teamOf("$5::bigint")}, visible AS (
     SELECT u.id, u.fullname, u.image FROM app_user u
     WHERE u.tenant_id = current_tenant() AND ($6::boolean OR u.id = $5 OR u.id IN (SELECT id FROM team))
   ), v AS MATERIALIZED (
     SELECT v.field_id, v.task_id, t.task_status_id, v.number_value AS value FROM task_field_value v
     JOIN project_field_use u ON u.tenant_id = v.tenant_id AND u.project_id = v.project_id AND u.field_id = v.field_id AND u.removed_at IS NULL
     JOIN task t ON t.tenant_id = v.tenant_id AND t.project_id = v.project_id AND t.id = v.task_id AND t.archived_at IS NULL
     WHERE v.tenant_id = current_tenant() AND v.project_id = $1 AND v.kind = 'number' AND ${filtered}
   ), by_column AS (
     SELECT field_id, task_status_id AS id, ${figuresOfValues} FROM v GROUP BY 1, 2
   ), by_person AS (
     SELECT v.field_id, x.user_id AS id, ${figuresOfValues} FROM v
     LEFT JOIN (SELECT a.task_id, a.user_id FROM (${taskAssignees("x.project_id = $1")}) AS a
       JOIN visible ON visible.id = a.user_id) x ON x.task_id = v.task_id
     GROUP BY 1, 2
   )
   SELECT f.id, f.title, f.unit,
     (SELECT json_agg(json_build_object('id', c.id, 'title', c.title, 'count', b.count, 'sum', b.sum, 'median', b.median)
        ORDER BY c.sort_order, c.id)
      FROM by_column b JOIN task_status c ON c.tenant_id = current_tenant() AND c.id = b.id WHERE b.field_id = f.id) AS columns,
     (SELECT json_agg(json_build_object('person', ${personOrNull("p")},
        'count', b.count, 'sum', b.sum, 'median', b.median) ORDER BY p.fullname COLLATE reader NULLS LAST, p.id)
      FROM by_person b LEFT JOIN visible p ON p.id = b.id WHERE b.field_id = f.id) AS people
   FROM project_field_use u JOIN project_field f ON f.tenant_id = u.tenant_id AND f.id = u.field_id
   WHERE u.tenant_id = current_tenant() AND u.project_id = $1 AND u.removed_at IS NULL AND f.id IN (SELECT field_id FROM v)
   ORDER BY u.sort_order, f.id`,
);

export const selectProjectTags = sql(
  "analytics.tags",
  `SELECT id, name FROM project_tag WHERE tenant_id = current_tenant() AND project_id = $1 ORDER BY name COLLATE reader, id`,
);

export const maxTagBreakdown = 20;

/**
 * The tags with the most tasks, sorted by name. Independent of the period, so that a list behind a figure has the same groups as the chart.
 * `total` is the number of all tags of the project.
 */
export const selectTagBreakdown = sql(
  "analytics.tagParts",
  `SELECT id, name, total FROM (
     SELECT g.id, g.name, count(*) OVER ()::int AS total FROM project_tag g LEFT JOIN (
       SELECT tag_id, count(*) AS tasks FROM task_tag WHERE tenant_id = current_tenant() AND project_id = $1 GROUP BY tag_id
     ) AS used ON used.tag_id = g.id
     WHERE g.tenant_id = current_tenant() AND g.project_id = $1
     ORDER BY used.tasks DESC NULLS LAST, g.id LIMIT ${maxTagBreakdown}) AS most
   ORDER BY name COLLATE reader, id`,
);

export const selectVisibleProjects = sql(
  "analytics.projectsSeen",
  `SELECT p.id, p.title, p.code, p.color, false AS archived, n.open, n.doing,
          (SELECT count(*)::int FROM analytics_task a WHERE a.tenant_id = current_tenant() AND a.project_id = p.id
             AND a.finished_at >= (tenant_today() - 29)::timestamp AT TIME ZONE o.time_zone) AS finished
   FROM project p
   JOIN tenant o ON o.id = current_tenant()
   CROSS JOIN LATERAL (SELECT count(*)::int AS open, count(*) FILTER (WHERE a.kind = 'doing')::int AS doing
     FROM analytics_task a WHERE a.tenant_id = current_tenant() AND a.project_id = p.id AND a.finished_at IS NULL AND NOT a.archived) n
   WHERE p.tenant_id = current_tenant() AND p.archived_at IS NULL AND ($2 OR EXISTS (
     SELECT FROM project_access x WHERE x.tenant_id = current_tenant() AND x.project_id = p.id AND x.user_id = $1))
   ORDER BY p.title COLLATE reader, p.id`,
);
