import { sql } from "../../platform/database/unit-of-work";
import { maxScannedEvents } from "./task.entity";
import { subtaskColumns } from "../projects/projects.leaving";

/** Reads without a lock, because the id of the task is needed to lock it. */
export const taskOfSubtask = sql(
  "subtasks.task",
  `SELECT s.task_id, t.task_status_id AS column_id FROM subtask s
   JOIN task t ON t.tenant_id = s.tenant_id AND t.id = s.task_id
   WHERE s.tenant_id = current_tenant() AND s.id = $1`,
);

export const subtaskById = sql(
  "subtasks.byId",
  `SELECT ${subtaskColumns} FROM subtask s WHERE s.tenant_id = current_tenant() AND s.id = $1`,
);

export const countAssignedUpTo = sql(
  "subtasks.assignedUpTo",
  `SELECT count(*)::int AS count FROM (
     SELECT FROM subtask WHERE tenant_id = current_tenant() AND assignee_id = $1 LIMIT $2) AS few`,
);

export const insertSubtasks = sql(
  "subtasks.insert",
  `INSERT INTO subtask AS s (tenant_id, task_id, name, assignee_id, due_date, completed, sort_order)
   SELECT current_tenant(), $1, wanted.name, $4, $5, COALESCE(wanted.completed, false), wanted.place + COALESCE(
     (SELECT max(sort_order) FROM subtask WHERE tenant_id = current_tenant() AND task_id = $1), 0)
   FROM unnest($2::text[], $3::boolean[]) WITH ORDINALITY AS wanted (name, completed, place) ORDER BY wanted.place
   RETURNING ${subtaskColumns}`,
);

export const updateSubtaskRow = sql(
  "subtasks.update",
  `UPDATE subtask AS s SET name = $2, completed = $3::int = 1, assignee_id = $4, due_date = $5, version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1 RETURNING ${subtaskColumns}`,
);

export const deleteSubtaskRow = sql(
  "subtasks.delete",
  "DELETE FROM subtask WHERE tenant_id = current_tenant() AND id = $1",
);

export const orderOfSubtasks = sql(
  "subtasks.order",
  "SELECT id FROM subtask WHERE tenant_id = current_tenant() AND task_id = $1 ORDER BY sort_order, id",
);

export const sortSubtaskRows = sql(
  "subtasks.sort",
  `UPDATE subtask SET sort_order = o.place FROM unnest($2::bigint[]) WITH ORDINALITY AS o (id, place)
   WHERE tenant_id = current_tenant() AND task_id = $1 AND subtask.id = o.id`,
);

export const setTaskProgress = sql(
  "subtasks.progress",
  `UPDATE task SET progress = $2, version = version + 1, updated_at = now()
   WHERE tenant_id = current_tenant() AND id = $1`,
);

export const isAssignable = sql(
  "subtasks.assignable",
  `SELECT 1 AS yes FROM project_access a JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.user_id AND u.active
   WHERE a.tenant_id = current_tenant() AND a.project_id = $1 AND a.user_id = $2`,
);

/**
 * The user who changed one of these fields of a subtask after a version. Returns a row without a user if the task has had more changes
 * since then than are examined. $1 task, $2 subtask, $3 version, $4 fields.
 */
export const subtaskChangedSince = sql(
  "subtasks.changedSince",
  `SELECT u.id, u.fullname, u.image FROM (
     SELECT e.id, e.actor_id, COALESCE(e.version > $3 AND e.before ?| $4, false) AS touched,
       row_number() OVER (ORDER BY e.id DESC) = ${maxScannedEvents}
         AND NOT COALESCE(bool_or(e.version <= $3) OVER (), false) AS beyond
     FROM (
       SELECT id, actor_id, data->'before' AS before,
         CASE WHEN type IN ('subtask.created', 'subtask.updated') AND (data->>'id')::bigint = $2
           THEN (data->>'version')::int END AS version
       FROM domain_event WHERE tenant_id = current_tenant() AND task_id = $1 ORDER BY id DESC LIMIT ${maxScannedEvents}
     ) AS e
   ) AS e
   LEFT JOIN app_user u ON e.touched AND u.tenant_id = current_tenant() AND u.id = e.actor_id
   WHERE e.touched OR e.beyond
   ORDER BY e.touched DESC, e.id DESC LIMIT 1`,
);
