import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { MyTask, myTasks } from "../../shared/tasks/tasks.contract";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { seesAllProjects, type Viewer } from "../projects/projects.policy";
import { besideColumn, columnOfTask } from "./column.present";

/**
 * $1 person, $2 whether they see every project, $3 how many. Being assigned isn't enough: someone taken off a project
 * may still stand on its tasks. Without a due date comes last, then what matters most.
 */
const mine = sql(
  "tasks.mine",
  `WITH own AS (
     SELECT project_id, task_id FROM task_user WHERE tenant_id = current_tenant() AND user_id = $1
     UNION
     SELECT g.project_id, g.task_id FROM user_group_member m
     JOIN task_group g ON g.tenant_id = m.tenant_id AND g.group_id = m.group_id
     WHERE m.tenant_id = current_tenant() AND m.user_id = $1
   )
   SELECT t.id, p.code || '-' || t.number AS key, t.title, t.priority, t.due_date::text AS due_date, t.progress,
          ${columnOfTask} AS column,
          json_build_object('id', p.id, 'title', p.title, 'code', p.code, 'color', p.color) AS project,
          count(*) OVER ()::int AS total
   FROM own
   JOIN task t ON t.tenant_id = current_tenant() AND t.id = own.task_id
   JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id AND p.archived_at IS NULL
   JOIN task_status s ON s.tenant_id = t.tenant_id AND s.id = t.task_status_id
   ${besideColumn}
   WHERE t.archived_at IS NULL AND t.progress < 100 AND s.kind <> 'done'
     AND ($2 OR EXISTS (SELECT FROM project_access a
                        WHERE a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = $1))
   ORDER BY t.due_date NULLS LAST, CASE t.priority WHEN 'high' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END, t.id
   LIMIT $3`,
);

/** What waits for this person in any project they see, most urgent first. One statement. */
export async function readMyTasks(tx: Tx, viewer: Viewer, limit: number): Promise<ReplyOf<typeof myTasks>> {
  const rows = await tx.rows<MyTask & { total: number }>(mine, [viewer.id, seesAllProjects(viewer), limit]);
  const data = rows.map(({ total: _, ...task }) => task);
  return { message: undefined, data, meta: { total: rows[0]?.total ?? 0 } };
}
