import { openTaskCondition } from "../access/open-task";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { MyTask, listMyTasks } from "../../../shared/work/tasks/tasks.contract";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { canSeeAllProjects, type Viewer } from "../access/projects.policy";
import { joinColumnPosition, taskColumnJson } from "./column.present";

const columns = `t.id, p.code || '-' || t.number AS key, t.title, t.priority, t.due_date::text AS due_date, t.progress,
  ${taskColumnJson} AS column,
  json_build_object('id', p.id, 'title', p.title, 'code', p.code, 'color', p.color) AS project`;

const joins = `JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id AND p.archived_at IS NULL
  JOIN task_status s ON s.tenant_id = t.tenant_id AND s.id = t.task_status_id
  ${joinColumnPosition}`;

/** $1 user, $2 whether the user sees all projects. */
const visible = `t.archived_at IS NULL
  AND ($2 OR EXISTS (SELECT FROM project_access a
                     WHERE a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = $1))`;

/**
 * The user's open tasks by due date, with undated tasks last, then by priority. Project access is checked, because former members may still
 * be assigned. $1 user, $2 whether the user sees all projects, $3 limit.
 */
const selectMyTasks = sql(
  "tasks.mine",
  `WITH own AS (
     SELECT project_id, task_id FROM task_user WHERE tenant_id = current_tenant() AND user_id = $1
     UNION
     SELECT g.project_id, g.task_id FROM user_group_member m
     JOIN task_group g ON g.tenant_id = m.tenant_id AND g.group_id = m.group_id
     WHERE m.tenant_id = current_tenant() AND m.user_id = $1
   )
   SELECT ${columns}, count(*) OVER ()::int AS total
   FROM own
   JOIN task t ON t.tenant_id = current_tenant() AND t.id = own.task_id
   ${joins}
   WHERE ${openTaskCondition()} AND ${visible}
   ORDER BY t.due_date NULLS LAST, CASE t.priority WHEN 'high' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END, t.id
   LIMIT $3`,
);

/** $3 ids, in the order of the result. */
const selectTasksById = sql(
  "tasks.byId",
  `SELECT ${columns}
   FROM task t
   ${joins}
   WHERE t.tenant_id = current_tenant() AND t.id = ANY($3::bigint[]) AND ${visible}
   ORDER BY array_position($3::bigint[], t.id)`,
);

export const readTasksById = (tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<MyTask[]> =>
  tx.rows<MyTask>(selectTasksById, [viewer.id, canSeeAllProjects(viewer), ids]);

/** Open tasks of the user in all visible projects, most urgent first, in one statement. */
export async function readMyTasks(tx: Tx, viewer: Viewer, limit: number): Promise<ReplyOf<typeof listMyTasks>> {
  const rows = await tx.rows<MyTask & { total: number }>(selectMyTasks, [viewer.id, canSeeAllProjects(viewer), limit]);
  const data = rows.map(({ total: _, ...task }) => task);
  return { message: undefined, data, meta: { total: rows[0]?.total ?? 0 } };
}
