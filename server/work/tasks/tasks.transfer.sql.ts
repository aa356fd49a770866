import { sql } from "../../platform/database/unit-of-work";

/** Locks both projects $1 in the order of their ids to avoid deadlocks. */
export const lockProjects = sql(
  "transfer.lockProjects",
  `SELECT id FROM project WHERE tenant_id = current_tenant() AND id = ANY($1) ORDER BY id FOR NO KEY UPDATE`,
);

/** Finds the first column of kind $2 in project $1, or the project's first column if there is none of this kind. */
export const columnOfKind = sql(
  "transfer.column",
  `SELECT id FROM task_status WHERE tenant_id = current_tenant() AND project_id = $1
   ORDER BY (kind = $2) DESC, sort_order LIMIT 1`,
);

export const takeTaskNumber = sql(
  "transfer.number",
  `UPDATE project SET next_task_number = next_task_number + 1 WHERE tenant_id = current_tenant() AND id = $1
   RETURNING next_task_number - 1 AS number, start_date AS start, end_date AS "end"`,
);

export const subtaskDueRange = sql(
  "transfer.subtaskDays",
  `SELECT min(due_date)::text AS first, max(due_date)::text AS last FROM subtask
   WHERE tenant_id = current_tenant() AND task_id = $1`,
);

// Removes links that can't cross projects or don't exist in the new project, before the task moves. $1 task, $2 new project.

const strangers = `NOT EXISTS (SELECT FROM project_access a JOIN app_user u ON u.tenant_id = a.tenant_id
    AND u.id = a.user_id AND u.active WHERE a.tenant_id = current_tenant() AND a.project_id = $2 AND a.user_id =`;

export const dropUsers = sql(
  "transfer.dropUsers",
  `DELETE FROM task_user WHERE tenant_id = current_tenant() AND task_id = $1 AND ${strangers} task_user.user_id)`,
);
export const dropGroups = sql(
  "transfer.dropGroups",
  `DELETE FROM task_group WHERE tenant_id = current_tenant() AND task_id = $1 AND NOT EXISTS (
     SELECT FROM project_group g WHERE g.tenant_id = current_tenant() AND g.project_id = $2 AND g.group_id = task_group.group_id)`,
);
export const unassignSubtasks = sql(
  "transfer.unassignSubtasks",
  `UPDATE subtask SET assignee_id = NULL, version = version + 1
   WHERE tenant_id = current_tenant() AND task_id = $1 AND assignee_id IS NOT NULL AND ${strangers} subtask.assignee_id)`,
);
export const dropBlockers = sql(
  "transfer.dropBlockers",
  `DELETE FROM task_blocker WHERE tenant_id = current_tenant() AND project_id = $2 AND (task_id = $1 OR blocker_id = $1)`,
);
/** Removes the tags of task $1 and returns the tags of project $2 with the same names. */
export const dropTags = sql(
  "transfer.dropTags",
  `WITH gone AS (DELETE FROM task_tag WHERE tenant_id = current_tenant() AND task_id = $1 RETURNING tag_id)
   SELECT n.id FROM gone JOIN project_tag o ON o.tenant_id = current_tenant() AND o.id = gone.tag_id
   JOIN project_tag n ON n.tenant_id = o.tenant_id AND n.project_id = $2 AND name_key(n.name) = name_key(o.name)`,
);
export const addTags = sql(
  "transfer.addTags",
  `INSERT INTO task_tag (tenant_id, project_id, task_id, tag_id) SELECT current_tenant(), $2, $1, unnest($3::bigint[])`,
);

export const watchersOf = sql(
  "transfer.watchers",
  "SELECT user_id AS id FROM task_watcher WHERE tenant_id = current_tenant() AND task_id = $1",
);
export const dropWatchers = sql(
  "transfer.dropWatchers",
  "DELETE FROM task_watcher WHERE tenant_id = current_tenant() AND task_id = $1 AND NOT user_id = ANY($2)",
);

const memberOfTarget = `EXISTS (SELECT FROM project_access a JOIN app_user m ON m.tenant_id = a.tenant_id AND m.id = a.user_id
  AND m.active WHERE a.tenant_id = current_tenant() AND a.project_id = $2 AND a.user_id = d.user_id)`;

/** Whether value `d` can't stay: project $2 doesn't use its field, or the person doesn't see the project. */
const cannotStay = `(NOT EXISTS (SELECT FROM project_field_use u
    WHERE u.tenant_id = current_tenant() AND u.project_id = $2 AND u.field_id = d.field_id)
  OR (d.user_id IS NOT NULL AND NOT ${memberOfTarget}))`;

/**
 * The values `d` for fields of project $2 with the same title and kind; options match by title. Values of fields in the bin are left out,
 * because another field may have the title meanwhile.
 */
const matchedValues = `
  SELECT d.field_id AS former_field_id, n.id AS field_id, n.kind, d.text_value, d.number_value, d.day_value, d.flag_value,
    CASE WHEN d.option_ids IS NOT NULL THEN ARRAY(SELECT p.id FROM project_field_option o JOIN project_field_option p
      ON p.tenant_id = o.tenant_id AND p.field_id = n.id AND NOT p.deleted AND name_key(p.title) = name_key(o.title)
      WHERE o.tenant_id = current_tenant() AND o.id = ANY(d.option_ids) ORDER BY p.sort_order) END AS option_ids,
    CASE WHEN ${memberOfTarget} THEN d.user_id END AS user_id
  FROM d JOIN project_field f ON f.tenant_id = d.tenant_id AND f.id = d.field_id
  JOIN project_field_use s ON s.tenant_id = d.tenant_id AND s.project_id = d.project_id AND s.field_id = d.field_id AND s.removed_at IS NULL
  JOIN project_field_use u ON u.tenant_id = d.tenant_id AND u.project_id = $2 AND u.removed_at IS NULL
  JOIN project_field n ON n.tenant_id = u.tenant_id AND n.id = u.field_id AND n.id <> f.id AND n.kind = f.kind
    AND name_key(n.title) = name_key(f.title)`;

/** Removes the values that can't stay, and returns those for fields of project $2. */
export const takeFieldValues = sql(
  "transfer.takeFieldValues",
  `WITH d AS (
     DELETE FROM task_field_value d WHERE d.tenant_id = current_tenant() AND d.task_id = $1 AND ${cannotStay} RETURNING *
   ), matched AS (${matchedValues})
   SELECT $2::bigint AS project_id, $1::bigint AS task_id, field_id, kind, text_value, number_value::text, day_value::text, flag_value,
     NULLIF(option_ids, '{}') AS option_ids, user_id
   FROM matched`,
);

/** Preview of `takeFieldValues` for the values of task $1 whose fields aren't in the bin. */
export const previewFieldValues = sql(
  "transfer.previewFieldValues",
  `WITH v AS (
     SELECT d.*, ${cannotStay} AS leaves FROM task_field_value d WHERE d.tenant_id = current_tenant() AND d.task_id = $1
   ), d AS (SELECT * FROM v WHERE leaves), matched AS (${matchedValues})
   SELECT f.id, f.title, CASE
       WHEN NOT v.leaves THEN 'all'
       WHEN m.field_id IS NULL OR m.option_ids = '{}' OR (v.user_id IS NOT NULL AND m.user_id IS NULL) THEN 'none'
       WHEN cardinality(m.option_ids) < cardinality(v.option_ids) THEN 'some'
       ELSE 'all' END AS kept
   FROM v JOIN project_field f ON f.tenant_id = v.tenant_id AND f.id = v.field_id
   JOIN project_field_use u ON u.tenant_id = v.tenant_id AND u.project_id = v.project_id AND u.field_id = v.field_id AND u.removed_at IS NULL
   LEFT JOIN matched m ON m.former_field_id = v.field_id ORDER BY u.sort_order, f.id`,
);

/** Moves the task row; links to the remaining users and groups follow by ON UPDATE CASCADE. */
export const transferTaskRow = sql(
  "transfer.task",
  `UPDATE task SET project_id = $2, task_status_id = $3, number = $4, rank = $5, progress = $6, series_id = NULL, version = version + 1,
     updated_at = now() WHERE tenant_id = current_tenant() AND id = $1`,
);

/** Stores a former key. $1 key, $2 task. If the project's code was reused and the key already exists, it now leads to task $2. */
export const recordFormerKey = sql(
  "transfer.keepKey",
  `INSERT INTO task_former_key (tenant_id, key, task_id) VALUES (current_tenant(), $1, $2)
   ON CONFLICT (tenant_id, key) DO UPDATE SET task_id = $2`,
);
