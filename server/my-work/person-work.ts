import type { WorkedOn } from "../../shared/my-work/person-work.contract";
import { visibleUser } from "../people/read-person.service";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { seesAllProjects } from "../projects/projects.policy";
import { besideColumn, columnOfTask } from "../tasks/column.present";
import { assignedTasks } from "./my-work.sql";

const atMost = 5;

/**
 * $1 whom about, $2 who asks, $3 whether they see every project, $4 how many. The reader's projects decide, not the
 * person's: of what lies in others nothing is said, not even that there is something.
 */
const workedOn = sql(
  "work.person",
  `WITH theirs AS (${assignedTasks("")}
    UNION
    SELECT task_id FROM timer WHERE tenant_id = current_tenant() AND user_id = $1
   )
   SELECT t.id, p.code || '-' || t.number AS key, t.title, t.due_date::text AS due_date, t.progress,
     ${columnOfTask} AS column,
     json_build_object('id', p.id, 'title', p.title, 'revision', COALESCE((SELECT e.revision FROM event_stream e
       WHERE e.tenant_id = p.tenant_id AND e.name = 'project:' || p.id), 0)) AS project,
     r.task_id IS NOT NULL AS running
   FROM theirs
   JOIN task t ON t.tenant_id = current_tenant() AND t.id = theirs.task_id
   JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id AND p.archived_at IS NULL
   JOIN task_status s ON s.tenant_id = t.tenant_id AND s.id = t.task_status_id
   LEFT JOIN timer r ON r.tenant_id = t.tenant_id AND r.user_id = $1 AND r.task_id = t.id
   ${besideColumn}
   WHERE t.archived_at IS NULL AND (r.task_id IS NOT NULL OR (s.kind = 'doing' AND t.progress < 100))
     AND ($3 OR EXISTS (SELECT FROM project_access a
                        WHERE a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = $2))
   ORDER BY running DESC, t.due_date NULLS LAST,
     CASE t.priority WHEN 'high' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END, t.id
   LIMIT $4`,
);

/** What somebody works on now, of what the reader sees. @throws Problem 404 for whom the reader doesn't see. */
export async function readPersonWork(tx: Tx, actor: Actor, id: number): Promise<WorkedOn[]> {
  await visibleUser(tx, actor, id);
  return tx.rows<WorkedOn>(workedOn, [id, actor.id, seesAllProjects(actor), atMost]);
}
