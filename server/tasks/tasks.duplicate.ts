import type { BodyOf } from "../../shared/kernel/endpoint";
import { Problem } from "../../shared/kernel/problems";
import { mostAssigned } from "../../shared/subtasks/subtasks.schema";
import type * as contract from "../../shared/tasks/tasks.contract";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { type CopiedField, copiedFields } from "../../shared/tasks/tasks.field-lists";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { linkNames, selected, selectedLinks } from "./tasks.fields";
import { visibleTask } from "./tasks.policy";
import { createTask } from "./tasks.service";

// Before anything of the source is read: who is in the project, its tags and its timeline stay as they are then.
const lockProject = sql(
  "duplicate.lockProject",
  "SELECT id FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);

type Source = Pick<BodyOf<typeof contract.createTask>, CopiedField | "task_status_id">;

const copiedLists = linkNames.filter((name) => name !== "users" && copiedFields.some((copied) => copied === name));

// Of the people those who could be assigned now: an account may have been switched off since.
const source = sql(
  "duplicate.source",
  `SELECT ${selected(copiedFields)}, t.task_status_id,
     ARRAY(SELECT x.user_id FROM task_user x JOIN app_user u ON u.tenant_id = x.tenant_id AND u.id = x.user_id AND u.active
           WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id AND x.task_id = t.id ORDER BY 1) AS users,
     ${selectedLinks(copiedLists, (name) => name)}
   FROM task t WHERE t.tenant_id = current_tenant() AND t.id = $1`,
);

// Nobody gets more than they may have: what would be too many is nobody's in the copy.
const copySubtasks = sql(
  "duplicate.subtasks",
  `WITH full_up AS (
     SELECT assignee_id AS id FROM (SELECT assignee_id, count(*) AS more FROM subtask
       WHERE tenant_id = current_tenant() AND task_id = $1 AND assignee_id IS NOT NULL GROUP BY assignee_id) AS a
     WHERE (SELECT count(*) FROM (SELECT FROM subtask o WHERE o.tenant_id = current_tenant() AND o.assignee_id = a.assignee_id
       LIMIT ${mostAssigned}) AS few) + a.more > ${mostAssigned})
   INSERT INTO subtask (tenant_id, task_id, name, assignee_id, due_date, sort_order)
   SELECT tenant_id, $2, name, CASE WHEN assignee_id NOT IN (SELECT id FROM full_up) THEN assignee_id END, due_date,
     row_number() OVER (ORDER BY sort_order, id) FROM subtask
   WHERE tenant_id = current_tenant() AND task_id = $1`,
);

/**
 * The same task again, right below, as work that is still to be done.
 * @throws Problem 404, 403 without `task-create`, 409 archived project, 422 when its dates don't fit the timeline any more.
 */
export async function duplicateTask(tx: Tx, actor: Actor, id: number): Promise<BoardTask> {
  const { projectId } = await visibleTask(tx, actor, id);
  await tx.one(lockProject, [projectId]);
  const found = await tx.one<Source>(source, [id]);
  const present = await visibleTask(tx, actor, id);
  if (!found || present.projectId !== projectId) throw new Problem("notFound"); // it has moved on or gone meanwhile
  return createTask(tx, actor, { ...found, before_id: id }, (made) => tx.rows(copySubtasks, [id, made]));
}
