import { Problem } from "../../../shared/kernel/problems";
import { taskKeyPattern } from "../../../shared/work/tasks/transfer.contract";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Viewer } from "../access/projects.policy";
import { loadVisibleTask } from "../access/tasks.policy";

// Finds a task by its key; a current key takes precedence over a former key.
const selectTaskByKey = sql(
  "tasks.byKey",
  `SELECT id FROM (
     SELECT t.id, 1 AS place FROM project p JOIN task t ON t.tenant_id = p.tenant_id AND t.project_id = p.id
     WHERE p.tenant_id = current_tenant() AND p.code = $1 AND t.number = $2
     UNION ALL
     SELECT task_id, 2 FROM task_former_key WHERE tenant_id = current_tenant() AND key = $3
   ) AS found ORDER BY place LIMIT 1`,
);

/**
 * Finds a task by its current or former key.
 * @throws Problem 404 for an invalid or unknown key, or an invisible task.
 */
export async function findByKey(
  tx: Tx,
  viewer: Viewer,
  text: string,
): Promise<{ id: number; key: string; project_id: number }> {
  if (!taskKeyPattern.test(text)) throw new Problem("notFound");
  const requestedKey = text.toUpperCase();
  const [code, number] = requestedKey.split("-");
  const found = await tx.one<{ id: number }>(selectTaskByKey, [code, Number(number), requestedKey]);
  if (!found) throw new Problem("notFound");
  const { id, key, projectId } = await loadVisibleTask(tx, viewer, found.id);
  return { id, key, project_id: projectId };
}
