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

const insertTaskTemplate = sql(
  "factory.taskTemplate",
  `INSERT INTO task_template (tenant_id, project_id, title, content, content_format, created_by, changed_by, deleted_at)
   SELECT tenant_id, project_id, $3, $4, 1, $1, $1, CASE WHEN $5::boolean THEN now() END
   FROM task WHERE tenant_id = current_tenant() AND id = $2 RETURNING id`,
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
    taskTemplate: one(insertTaskTemplate, [admin, task, `Task template ${mark}`, taskContent, false]),
    deletedTaskTemplate: one(insertTaskTemplate, [admin, task, `Deleted task template ${mark}`, taskContent, true]),
    projectTemplate: one(insertTemplate, [admin, `Template ${mark}`, JSON.stringify(content), false]),
    deletedProjectTemplate: one(insertTemplate, [admin, `Deleted template ${mark}`, JSON.stringify(content), true]),
  });
