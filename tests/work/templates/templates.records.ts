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

export const makeRecords: MakeRecords = (one, { admin, mark }) =>
  awaitRecords({
    projectTemplate: one(insertTemplate, [admin, `Template ${mark}`, JSON.stringify(content), false]),
    deletedProjectTemplate: one(insertTemplate, [admin, `Deleted template ${mark}`, JSON.stringify(content), true]),
  });
