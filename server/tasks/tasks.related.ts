import type { RelatedTask } from "../../shared/tasks/blockers.contract";
import { sql, type Tx } from "../platform/database/unit-of-work";

/** Both ends of dependencies, for events that bring them onto a panel. */
const relatedTasks = sql(
  "blockers.related",
  `SELECT t.id, p.code || '-' || t.number AS key, t.title, t.task_status_id, t.progress, t.archived_at IS NOT NULL AS archived
   FROM task t JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   WHERE t.tenant_id = current_tenant() AND t.id = ANY($1) ORDER BY t.id`,
);

export async function relatedByIds(tx: Tx, ids: readonly number[]): Promise<Map<number, RelatedTask>> {
  if (ids.length === 0) return new Map();
  return new Map((await tx.rows<RelatedTask>(relatedTasks, [[...new Set(ids)]])).map((task) => [task.id, task]));
}
