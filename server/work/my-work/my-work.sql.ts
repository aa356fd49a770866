import { openTaskCondition } from "../access/open-task";
import { sql } from "../../platform/database/unit-of-work";
import { tenantEpochSql } from "../../platform/database/epoch";

/**
 * SQL query for tasks assigned to $1 directly, through a group, or with an open subtask. `head` is put before `task_id` in the select list.
 */
export const assignedTasks = (head: string) => `
    SELECT ${head}task_id FROM task_user WHERE tenant_id = current_tenant() AND user_id = $1
    UNION
    SELECT ${head}g.task_id FROM user_group_member m
      JOIN task_group g ON g.tenant_id = m.tenant_id AND g.group_id = m.group_id
      WHERE m.tenant_id = current_tenant() AND m.user_id = $1
    UNION
    SELECT ${head}task_id FROM subtask
      WHERE tenant_id = current_tenant() AND assignee_id = $1 AND NOT completed`;

/**
 * $1 user, $2 whether the user sees all projects, $3 whether to include done tasks. Project access is also checked, because assignments and
 * mentions may remain after the user was removed from the project.
 */
const own = `
  reasons AS (${assignedTasks("'assigned' AS reason, ")}
    UNION
    SELECT 'mentions', m.task_id FROM task_mention m
      LEFT JOIN comment c ON c.tenant_id = m.tenant_id AND c.id = m.comment_id
      WHERE m.tenant_id = current_tenant() AND m.user_id = $1 AND (m.comment_id IS NULL OR c.deleted_at IS NULL)
    UNION
    SELECT 'watching', task_id FROM task_watcher WHERE tenant_id = current_tenant() AND user_id = $1
    UNION
    SELECT 'reported', id FROM task WHERE tenant_id = current_tenant() AND reporter_id = $1
  ),
  own AS (
    SELECT r.reason, t.id, t.project_id, t.task_status_id, p.code || '-' || t.number AS key, t.title, t.priority,
           t.start_date::text AS start_date, t.due_date::text AS due_date, t.progress, t.version, t.created_at, t.updated_at
    FROM reasons r
    JOIN task t ON t.tenant_id = current_tenant() AND t.id = r.task_id
    JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id AND p.archived_at IS NULL
    JOIN task_status s ON s.tenant_id = t.tenant_id AND s.id = t.task_status_id
    WHERE t.archived_at IS NULL AND (${openTaskCondition()}) <> $3
      AND ($2 OR EXISTS (SELECT FROM project_access a
                         WHERE a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = $1))
  )`;

export const countWork = sql(
  "work.counts",
  `WITH ${own} SELECT reason, count(*)::int AS count FROM own GROUP BY reason`,
);

const orders = {
  open: "due_date NULLS LAST, CASE priority WHEN 'high' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END, id",
  done: "updated_at DESC, id DESC",
} as const;

/** Limits subtasks returned per task, because a task may have 2,000 subtasks and a list 1,000 tasks. */
export const maxListedSubtasks = 10;

export const listWork = (state: keyof typeof orders) =>
  sql(
    `work.${state}`,
    `WITH ${own}
     SELECT id, project_id, task_status_id, key, title, priority, start_date, due_date, progress, version,
       to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at,
       (SELECT COALESCE(json_agg(g.tag_id ORDER BY g.tag_id), '[]') FROM task_tag g
        WHERE g.tenant_id = current_tenant() AND g.project_id = listed.project_id AND g.task_id = listed.id) AS tag_ids,
       mine.named AS subtasks, mine.total AS subtask_total
     FROM (SELECT * FROM own WHERE reason = $4 ORDER BY ${orders[state]} LIMIT $5) AS listed
     CROSS JOIN LATERAL (
       SELECT COALESCE(json_agg(json_build_object('id', s.id, 'name', s.name) ORDER BY s.place)
                FILTER (WHERE s.place <= ${maxListedSubtasks}), '[]') AS named, count(*)::int AS total
       FROM (SELECT id, name, row_number() OVER (ORDER BY sort_order, id) AS place FROM subtask
             WHERE tenant_id = current_tenant() AND task_id = listed.id AND assignee_id = $1 AND NOT completed) AS s
     ) AS mine
     ORDER BY ${orders[state]}`,
  );

export const selectProjectsOfWork = sql(
  "work.projects",
  `SELECT p.id, p.title, p.code, p.color, p.start_date::text AS start_date, p.end_date::text AS end_date,
     (SELECT json_agg(json_build_object('id', c.id, 'project_id', c.project_id, 'title', c.title, 'kind', c.kind,
         'color', c.color, 'wip_limit', c.wip_limit, 'sort_order', c.sort_order, 'version', c.version) ORDER BY c.sort_order)
      FROM task_status c WHERE c.tenant_id = p.tenant_id AND c.project_id = p.id) AS columns,
     (SELECT COALESCE(json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) ORDER BY g.id), '[]')
      FROM project_tag g WHERE g.tenant_id = p.tenant_id AND g.project_id = p.id) AS tags,
     COALESCE((SELECT revision FROM event_stream WHERE tenant_id = p.tenant_id AND name = 'project:' || p.id), 0) AS revision,
     ${tenantEpochSql} AS epoch,
     (SELECT a.role FROM project_access a
      WHERE a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = $2) AS role
   FROM project p WHERE p.tenant_id = current_tenant() AND p.id = ANY($1) ORDER BY p.title COLLATE reader, p.id`,
);
