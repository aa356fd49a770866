import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertField = sql(
  "factory.field",
  `WITH created AS (
     INSERT INTO project_field (tenant_id, title, kind, max_length) VALUES (current_tenant(), $2, 'text', 200) RETURNING tenant_id, id
   ), used AS (
     INSERT INTO project_field_use (tenant_id, project_id, field_id, sort_order, on_card)
     SELECT c.tenant_id, t.project_id, c.id, 1, true FROM created c JOIN task t ON t.tenant_id = c.tenant_id AND t.id = $1
   )
   SELECT id FROM created`,
);
const insertFieldValue = sql(
  "factory.fieldValue",
  `INSERT INTO task_field_value (tenant_id, project_id, task_id, field_id, kind, text_value)
   SELECT tenant_id, project_id, id, $2, 'text', 'Value' FROM task WHERE tenant_id = current_tenant() AND id = $1
   RETURNING field_id AS id`,
);
/** A change of the kind that can be undone. */
const insertKindChange = sql(
  "factory.fieldKindChange",
  `INSERT INTO project_field_kind_change (tenant_id, field_id, version, kind, max_length, option_ids, task_values)
   VALUES (current_tenant(), $2, 1, 'text', 100, '{}',
     jsonb_build_array(jsonb_build_object('task_id', $1::bigint, 'before', 'Former value', 'after', 'Value')))
   RETURNING field_id AS id`,
);

export const makeRecords: MakeRecords = async (one, { task, mark }) => {
  const { field } = await awaitRecords({ field: one(insertField, [task, `Field ${mark}`]) });
  await one(insertFieldValue, [task, field]);
  await one(insertKindChange, [task, field]);
  return { field };
};
