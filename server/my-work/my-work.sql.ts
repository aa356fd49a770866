import { sql } from "../platform/database/unit-of-work";

/** Tasks that $1 is assigned to: by name, by group, or with an open subtask. `head`: what stands before each in its row. */
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
 * $1 person, $2 whether they see every project, $3 whether done ones are wanted. Being assigned or mentioned isn't
 * enough: someone taken off a project may still stand on its tasks.
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
           t.start_date::text AS start_date, t.due_date::text AS due_date, t.progress, t.version, t.updated_at
    FROM reasons r
    JOIN task t ON t.tenant_id = current_tenant() AND t.id = r.task_id
    JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id AND p.archived_at IS NULL
    JOIN task_status s ON s.tenant_id = t.tenant_id AND s.id = t.task_status_id
    WHERE t.archived_at IS NULL AND (t.progress >= 100 OR s.kind = 'done') = $3
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

/** Of one task as many are named: it may have two thousand, and a list a thousand tasks. */
export const subtasksNamed = 10;

/** $4 reason, $5 how many. */
export const listWork = (state: keyof typeof orders) =>
  sql(
    `work.${state}`,
    `WITH ${own}
     SELECT id, project_id, task_status_id, key, title, priority, start_date, due_date, progress, version,
       mine.named AS subtasks, mine.total AS subtask_total
     FROM (SELECT * FROM own WHERE reason = $4 ORDER BY ${orders[state]} LIMIT $5) AS listed
     CROSS JOIN LATERAL (
       SELECT COALESCE(json_agg(json_build_object('id', s.id, 'name', s.name) ORDER BY s.place)
                FILTER (WHERE s.place <= ${subtasksNamed}), '[]') AS named, count(*)::int AS total
       FROM (SELECT id, name, row_number() OVER (ORDER BY sort_order, id) AS place FROM subtask
             WHERE tenant_id = current_tenant() AND task_id = listed.id AND assignee_id = $1 AND NOT completed) AS s
     ) AS mine
     ORDER BY ${orders[state]}`,
  );

/** $1 projects, $2 person. */
export const projectsOfWork = sql(
  "work.projects",
  `SELECT p.id, p.title, p.code, p.color, p.start_date::text AS start_date, p.end_date::text AS end_date,
     (SELECT json_agg(json_build_object('id', c.id, 'project_id', c.project_id, 'title', c.title, 'kind', c.kind,
         'color', c.color, 'wip_limit', c.wip_limit, 'sort_order', c.sort_order, 'version', c.version) ORDER BY c.sort_order)
      FROM task_status c WHERE c.tenant_id = p.tenant_id AND c.project_id = p.id) AS columns,
     COALESCE((SELECT revision FROM event_stream WHERE tenant_id = p.tenant_id AND name = 'project:' || p.id), 0) AS revision,
     (SELECT a.role FROM project_access a
      WHERE a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = $2) AS role
   FROM project p WHERE p.tenant_id = current_tenant() AND p.id = ANY($1) ORDER BY lower(p.title), p.id`,
);
