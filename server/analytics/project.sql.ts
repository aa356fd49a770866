import { teamOf } from "../people/management-line.policy";
import { sql } from "../platform/database/unit-of-work";
import { counts, kindOf } from "./flow.sql";

/** $1 project. Deleted this moment: the log may be behind, the table of tasks isn't. */
const taskOf = (of: string) =>
  `JOIN task t ON t.tenant_id = current_tenant() AND t.project_id = $1::bigint AND t.id = ${of}.task_id`;

/** $2 tag, $3 priority, $4 assignee, by name or by group; null: all. */
const filtered = `($2::bigint IS NULL OR EXISTS (SELECT FROM task_tag g
         WHERE g.tenant_id = current_tenant() AND g.project_id = $1 AND g.task_id = t.id AND g.tag_id = $2))
     AND ($3::text IS NULL OR t.priority = $3)
     AND ($4::bigint IS NULL OR EXISTS (SELECT FROM task_user u
         WHERE u.tenant_id = current_tenant() AND u.project_id = $1 AND u.task_id = t.id AND u.user_id = $4))`;

/**
 * What everything else is asked with: the organisation's day and clock, and whether the log has gone on with anything that
 * counts. The position is joined, not looked up in the condition: behind row-level security that would be no condition of the
 * index, and the whole log of the project would be read.
 */
export const flowFacts = sql(
  "analytics.facts",
  `SELECT tenant_today()::text AS today, t.time_zone AS "timeZone", t.weekend,
          EXISTS (SELECT FROM (SELECT COALESCE(max(a.revision), 0) AS revision FROM analytics_project a
              WHERE a.tenant_id = current_tenant() AND a.project_id = $1) AS known
            JOIN domain_event e ON e.tenant_id = current_tenant() AND e.stream = 'project:' || $1::bigint
              AND e.revision > known.revision AND ${counts}) AS behind
   FROM tenant t WHERE t.id = current_tenant()`,
);

/** Instants as milliseconds: a year of tasks is thousands of them, and none of them is shown as a date. */
const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

/** Those that are open, and the latest that were finished: an archive has no end, and all of it would be counted for each look. */
export const mostCounted = 50_000;

/**
 * Tasks that are open now, or were finished from $6 to $7 in the organisation's days ($5 its time zone), `mostCounted` of them. Those that
 * lie in the archive without having been finished count nowhere.
 */
export const countedTasks = sql(
  "analytics.countedTasks",
  `SELECT * FROM (
   SELECT a.task_id AS id, t.number, t.title, t.priority, a.task_status_id AS "columnId", a.kind, a.reopened,
          ${ms("a.created_at")} AS "createdAt", ${ms("a.started_at")} AS "startedAt", ${ms("a.finished_at")} AS "finishedAt",
          (a.finished_at AT TIME ZONE $5)::date::text AS day, t.estimate_minutes AS "estimateMinutes",
          t.spent_minutes AS "spentMinutes",
          CASE WHEN $8 THEN ARRAY(SELECT g.tag_id::int FROM task_tag g WHERE g.tenant_id = current_tenant()
            AND g.project_id = $1 AND g.task_id = a.task_id ORDER BY g.tag_id) END AS tags
   FROM analytics_task a ${taskOf("a")}
   WHERE a.tenant_id = current_tenant() AND a.project_id = $1 AND ${filtered}
     AND CASE WHEN a.finished_at IS NULL THEN NOT a.archived
              ELSE a.finished_at >= $6::date::timestamp AT TIME ZONE $5 AND a.finished_at < ($7::date + 1)::timestamp AT TIME ZONE $5 END
   ORDER BY a.finished_at DESC NULLS FIRST, a.task_id DESC LIMIT ${mostCounted}) AS latest ORDER BY "finishedAt", id`,
);

export interface CountedRow {
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
  /** The organisation's, of its end. */
  day: string | null;
  estimateMinutes: number | null;
  spentMinutes: number;
  /** Where the breakdown is by tag. */
  tags: number[] | null;
}

/** How many tasks were finished on each day from $6 to $7. */
export const finishedByDay = sql(
  "analytics.finishedByDay",
  `SELECT (a.finished_at AT TIME ZONE $5)::date::text AS day, count(*)::int AS count
   FROM analytics_task a ${taskOf("a")}
   WHERE a.tenant_id = current_tenant() AND a.project_id = $1 AND ${filtered}
     AND a.finished_at >= $6::date::timestamp AT TIME ZONE $5 AND a.finished_at < ($7::date + 1)::timestamp AT TIME ZONE $5
   GROUP BY 1`,
);

/** A stay counts while it lasts; in the archive only what came there out of a done column. */
const stays = `SELECT s.task_id, s.task_status_id, s.archived, s.entered_at, s.left_at, ${kindOf(
  `analytics_stay s ${taskOf("s")}`,
  "c",
  "l",
)} WHERE s.tenant_id = current_tenant() AND s.project_id = $1 AND ${filtered}`;

/**
 * What came into and went out of each column, by day; what was before $6 on the day before it. Days are found among their
 * beginnings: turning each instant into a day of its own takes three times as long.
 */
export const flowChanges = sql(
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

/** What stood at the end of the day $6 in the column $7, or ($8) in columns of that kind; both null: in any. */
export const tasksInColumn = sql(
  "analytics.tasksInColumn",
  `WITH stays AS (${stays})
   SELECT s.task_id AS id FROM stays s
   WHERE (NOT s.archived OR s.kind = 'done') AND ($7::bigint IS NULL OR s.task_status_id = $7) AND ($8::text IS NULL OR s.kind = $8)
     AND s.entered_at < ($6::date + 1)::timestamp AT TIME ZONE $5
     AND (s.left_at IS NULL OR s.left_at >= ($6::date + 1)::timestamp AT TIME ZONE $5)
   ORDER BY s.task_id`,
);

/** Whatever their end, by id ($2): what a list of tasks shows. */
export const tasksById = sql(
  "analytics.tasksById",
  `SELECT a.task_id AS id, t.number, t.title, t.priority, a.task_status_id AS "columnId", a.kind, a.reopened,
          ${ms("a.created_at")} AS "createdAt", ${ms("a.started_at")} AS "startedAt", ${ms("a.finished_at")} AS "finishedAt",
          NULL AS day, t.estimate_minutes AS "estimateMinutes", t.spent_minutes AS "spentMinutes", NULL AS tags
   FROM analytics_task a ${taskOf("a")}
   WHERE a.tenant_id = current_tenant() AND a.project_id = $1 AND a.task_id = ANY($2) ORDER BY a.task_id`,
);

/** Of columns that are gone the latest are reckoned with: there is no end to those that one can make and delete. */
export const mostGoneColumns = 200;

/** The project's columns in order, with those that are gone and still have something in the past. */
export const flowColumns = sql(
  "analytics.flowColumns",
  `SELECT c.id, c.title, c.kind, c.wip_limit AS "wipLimit", false AS gone, c.sort_order AS place
   FROM task_status c WHERE c.tenant_id = current_tenant() AND c.project_id = $1
   UNION ALL
   (SELECT l.column_id, l.title, l.kind, NULL, true, NULL FROM analytics_column l
    WHERE l.tenant_id = current_tenant() AND l.project_id = $1
      AND NOT EXISTS (SELECT FROM task_status c WHERE c.tenant_id = current_tenant() AND c.id = l.column_id)
    ORDER BY l.column_id DESC LIMIT ${mostGoneColumns})
   ORDER BY place NULLS LAST, id`,
);

export interface FlowColumn {
  id: number;
  title: string;
  kind: "todo" | "doing" | "done";
  wipLimit: number | null;
  gone: boolean;
}

/** Of changes to what tasks wait for, and of what is waited for in them together: the latest are reckoned with. */
const mostWaits = 20_000;
export const mostWaitedFor = 200_000;

/** What tasks ($2) were said to wait for, each time that was changed. */
export const waitsOfTasks = sql(
  "analytics.waitsOfTasks",
  `SELECT "taskId", at, ids FROM (
     SELECT revision, "taskId", at, ids, sum(cardinality(ids)) OVER (ORDER BY revision DESC) AS named FROM (
       SELECT w.revision, w.task_id AS "taskId", ${ms("w.at")} AS at, w.blocker_ids::int[] AS ids FROM analytics_wait w
       WHERE w.tenant_id = current_tenant() AND w.project_id = $1 AND w.task_id = ANY($2)
       ORDER BY w.revision DESC LIMIT ${mostWaits}) AS latest) AS counted
   WHERE named <= ${mostWaitedFor} ORDER BY revision`,
);

/** Who works on the project's tasks ($3) by name, and can be measured by $1: themself, who is below them, or ($2) everybody. */
export const projectAssignees = sql(
  "analytics.assignees",
  `WITH RECURSIVE ${teamOf}
   SELECT u.id, u.fullname, u.image FROM app_user u
   WHERE u.tenant_id = current_tenant() AND ($2 OR u.id = $1 OR u.id IN (SELECT id FROM team))
     AND u.id IN (SELECT t.user_id FROM task_user t WHERE t.tenant_id = current_tenant() AND t.project_id = $3)
   ORDER BY lower(u.fullname), u.id`,
);

export const projectTags = sql(
  "analytics.tags",
  `SELECT id, name FROM project_tag WHERE tenant_id = current_tenant() AND project_id = $1 ORDER BY lower(name), id`,
);

/** A chart with more parts can't be read. */
export const mostTagParts = 20;

/** By name, those that most tasks have, whatever the period: a list behind a figure has the same parts as the chart. `total` of all. */
export const tagParts = sql(
  "analytics.tagParts",
  `SELECT id, name, total FROM (
     SELECT g.id, g.name, count(*) OVER ()::int AS total FROM project_tag g LEFT JOIN (
       SELECT tag_id, count(*) AS tasks FROM task_tag WHERE tenant_id = current_tenant() AND project_id = $1 GROUP BY tag_id
     ) AS used ON used.tag_id = g.id
     WHERE g.tenant_id = current_tenant() AND g.project_id = $1
     ORDER BY used.tasks DESC NULLS LAST, g.id LIMIT ${mostTagParts}) AS most
   ORDER BY lower(name), id`,
);

/** $1 who asks, $2 whether they see all. */
export const projectsSeen = sql(
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
   ORDER BY lower(p.title), p.id`,
);
