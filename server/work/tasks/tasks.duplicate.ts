import type { BodyOf } from "../../../shared/kernel/endpoint";
import { Problem } from "../../../shared/kernel/problems";
import { maxAssignedSubtasks } from "../../../shared/work/tasks/subtasks.schema";
import type * as contract from "../../../shared/work/tasks/tasks.contract";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { type CopiedField, copiedFields } from "../../../shared/work/tasks/tasks.field-lists";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { linkNames, selectFields, selectLinks } from "./tasks.fields";
import { loadVisibleTask } from "../access/tasks.policy";
import { createTask } from "./tasks.service";

// Locks the project before the source is read, so that members, tags and timeline stay unchanged.
const lockProject = sql(
  "duplicate.lockProject",
  "SELECT id FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);

type Source = Pick<BodyOf<typeof contract.createTask>, CopiedField | "task_status_id">;

const copiedLists = linkNames.filter((name) => name !== "users" && copiedFields.some((copied) => copied === name));

// The task to copy. Assignees whose account was deactivated meanwhile are excluded.
const selectTaskToCopy = sql(
  "duplicate.source",
  `SELECT ${selectFields(copiedFields)}, t.task_status_id,
     ARRAY(SELECT x.user_id FROM task_user x JOIN app_user u ON u.tenant_id = x.tenant_id AND u.id = x.user_id AND u.active
           WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id AND x.task_id = t.id ORDER BY 1) AS users,
     ${selectLinks(copiedLists, (name) => name)}
   FROM task t WHERE t.tenant_id = current_tenant() AND t.id = $1`,
);

// Copies subtasks. Copies have no assignee if they would exceed the assignee's limit, or if the assignee has left or lost access.
const insertSubtaskCopies = sql(
  "duplicate.subtasks",
  `WITH full_up AS (
     SELECT assignee_id AS id FROM (SELECT assignee_id, count(*) AS more FROM subtask
       WHERE tenant_id = current_tenant() AND task_id = $1 AND assignee_id IS NOT NULL GROUP BY assignee_id) AS a
     WHERE (SELECT count(*) FROM (SELECT FROM subtask o WHERE o.tenant_id = current_tenant() AND o.assignee_id = a.assignee_id
       LIMIT ${maxAssignedSubtasks}) AS few) + a.more > ${maxAssignedSubtasks})
   INSERT INTO subtask (tenant_id, task_id, name, assignee_id, due_date, sort_order)
   SELECT s.tenant_id, $2, s.name, CASE WHEN s.assignee_id NOT IN (SELECT id FROM full_up) AND EXISTS (SELECT FROM app_user u
       JOIN project_access x ON x.tenant_id = u.tenant_id AND x.project_id = c.project_id AND x.user_id = u.id
       WHERE u.tenant_id = s.tenant_id AND u.id = s.assignee_id AND u.active) THEN s.assignee_id END, s.due_date,
     row_number() OVER (ORDER BY s.sort_order, s.id)
   FROM subtask s JOIN task c ON c.tenant_id = s.tenant_id AND c.id = $2
   WHERE s.tenant_id = current_tenant() AND s.task_id = $1`,
);

// Copies values, except those of fields in the bin and of people without access to the project.
const insertFieldValueCopies = sql(
  "duplicate.fieldValues",
  `INSERT INTO task_field_value (tenant_id, project_id, task_id, field_id, kind, text_value, number_value, day_value, flag_value,
     option_ids, user_id)
   SELECT v.tenant_id, v.project_id, $2, v.field_id, v.kind, v.text_value, v.number_value, v.day_value, v.flag_value, v.option_ids, v.user_id
   FROM task_field_value v JOIN project_field_use u ON u.tenant_id = v.tenant_id AND u.project_id = v.project_id
     AND u.field_id = v.field_id AND u.removed_at IS NULL
   WHERE v.tenant_id = current_tenant() AND v.task_id = $1 AND (v.user_id IS NULL OR EXISTS (SELECT FROM project_access a
     JOIN app_user p ON p.tenant_id = a.tenant_id AND p.id = a.user_id AND p.active
     WHERE a.tenant_id = v.tenant_id AND a.project_id = v.project_id AND a.user_id = v.user_id))`,
);

/**
 * Copies a task to the position below it, as a new task without progress.
 * @throws Problem 404 when the task isn't visible; 403 without `task-create`; 409 when the project is archived; 422 when the task's dates
 *   are outside of the timeline.
 */
export async function duplicateTask(tx: Tx, actor: Actor, id: number): Promise<BoardTask> {
  const { projectId } = await loadVisibleTask(tx, actor, id);
  await tx.one(lockProject, [projectId]);
  const found = await tx.one<Source>(selectTaskToCopy, [id]);
  const present = await loadVisibleTask(tx, actor, id);
  if (!found || present.projectId !== projectId) throw new Problem("notFound"); // the task was moved or deleted meanwhile
  return createTask(tx, actor, { ...found, before_id: id }, async (copyId) => {
    await tx.rows(insertSubtaskCopies, [id, copyId]);
    await tx.rows(insertFieldValueCopies, [id, copyId]);
  });
}
