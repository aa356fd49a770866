import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertTemplate = sql(
  "factory.projectTemplate",
  `INSERT INTO project_template (tenant_id, title, description, day_title, content, content_format, created_by, changed_by, deleted_at)
   VALUES (current_tenant(), $2, 'Texts', 'First day', $3, 1, $1, $1, CASE WHEN $4::boolean THEN now() END) RETURNING id`,
);

const content = {
  columns: [{ title: "To do", kind: "todo", color: null, wip_limit: null }],
  roles: [{ code: "role1", title: "Lead" }],
  tags: [{ name: "Urgent", color: "rose" }],
  fields: [],
  views: [{ name: "Urgent", layout: "list", query: "tag_id=1" }],
  tasks: [],
};

/** It is the default of the column of the task. */
const insertTaskTemplate = sql(
  "factory.taskTemplate",
  `WITH made AS (
     INSERT INTO task_template (tenant_id, project_id, title, content, content_format, created_by, changed_by)
     SELECT tenant_id, project_id, $3, $4, 1, $1, $1 FROM task WHERE tenant_id = current_tenant() AND id = $2 RETURNING tenant_id, id
   ), column_default AS (
     UPDATE task_status c SET default_template_id = made.id FROM made, task t
     WHERE t.tenant_id = made.tenant_id AND t.id = $2 AND c.tenant_id = made.tenant_id AND c.id = t.task_status_id
   )
   SELECT id FROM made`,
);
const insertDeletedTaskTemplate = sql(
  "factory.deletedTaskTemplate",
  `WITH made AS (
     INSERT INTO task_template (tenant_id, project_id, title, content, content_format, created_by, changed_by, deleted_at)
     SELECT tenant_id, project_id, $3, $4, 1, $1, $1, now() FROM task WHERE tenant_id = current_tenant() AND id = $2
     RETURNING tenant_id, project_id, id, title
   ), entry AS (
     INSERT INTO bin_entry (tenant_id, project_id, kind, record_id, task_template_id, title, deleted_by, purge_at)
     SELECT tenant_id, project_id, 'template', id, id, title, $1, now() + interval '30 days' FROM made
   )
   SELECT id FROM made`,
);

const taskContent = JSON.stringify({
  title: "Order paper",
  description: null,
  priority: "medium",
  complexity: 3,
  estimate_minutes: null,
  start_offset: null,
  due_offset: 2,
  people_roles: [{ code: "role1", title: "Buyer" }],
  roles: ["role1"],
  tags: [],
  field_values: [],
  subtasks: [{ name: "Compare prices", due_offset: null, role: null }],
});

export const makeRecords: MakeRecords = (one, { admin, task, mark }) =>
  awaitRecords({
    taskTemplate: one(insertTaskTemplate, [admin, task, `Task template ${mark}`, taskContent]),
    deletedTaskTemplate: one(insertDeletedTaskTemplate, [admin, task, `Deleted task template ${mark}`, taskContent]),
    projectTemplate: one(insertTemplate, [admin, `Template ${mark}`, JSON.stringify(content), false]),
    deletedProjectTemplate: one(insertTemplate, [admin, `Deleted template ${mark}`, JSON.stringify(content), true]),
  });
