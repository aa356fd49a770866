import { sql } from "../../../server/platform/database/unit-of-work";
import type { MakeRecords } from "../../factories/await-records";

const insertTask = sql(
  "factory.taskToDelete",
  `WITH numbered AS (
     UPDATE project SET next_task_number = next_task_number + 1 WHERE tenant_id = current_tenant()
       AND id = (SELECT project_id FROM task WHERE tenant_id = current_tenant() AND id = $1)
     RETURNING next_task_number - 1 AS number
   )
   INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank)
   SELECT t.tenant_id, t.project_id, t.task_status_id, n.number, $2, 'zz' || n.number FROM task t, numbered n
   WHERE t.tenant_id = current_tenant() AND t.id = $1 RETURNING id`,
);
const insertColumn = sql(
  "factory.columnToDelete",
  `INSERT INTO task_status (tenant_id, project_id, title, kind, sort_order)
   SELECT tenant_id, project_id, $2, 'doing', 1000 FROM task WHERE tenant_id = current_tenant() AND id = $1 RETURNING id`,
);

const copyToBin = (kind: "task" | "column", table: "task" | "task_status") =>
  sql(
    `factory.${kind}InBin`,
    `WITH entry AS (
       INSERT INTO bin_entry (tenant_id, project_id, kind, record_id, key, title, deleted_by, purge_at)
       SELECT tenant_id, project_id, '${kind}', id, ${kind === "task" ? "'BIN-' || number" : "NULL"}, title, $2, now() + interval '30 days'
       FROM ${table} WHERE tenant_id = current_tenant() AND id = $1 RETURNING id, tenant_id
     )
     INSERT INTO bin_row (tenant_id, entry_id, source, data)
     SELECT e.tenant_id, e.id, '${table}', to_jsonb(x) FROM entry e JOIN ${table} x ON x.tenant_id = e.tenant_id AND x.id = $1
     RETURNING id`,
  );
const copyTask = copyToBin("task", "task");
const copyColumn = copyToBin("column", "task_status");
const insertDeletedProject = sql(
  "factory.deletedProject",
  `WITH created AS (
     INSERT INTO project (tenant_id, title, code) VALUES (current_tenant(), $1, 'B' || upper(left(md5($1), 6))) RETURNING *
   ), entry AS (
     INSERT INTO bin_entry (tenant_id, kind, record_id, key, title, deleted_by, purge_at)
     SELECT tenant_id, 'project', id, code, title, $2, now() + interval '30 days' FROM created RETURNING id, tenant_id
   )
   INSERT INTO bin_row (tenant_id, entry_id, source, data)
   SELECT e.tenant_id, e.id, 'project', to_jsonb(c) FROM entry e CROSS JOIN created c
   RETURNING (data->>'id')::bigint AS id`,
);
const deleteProject = sql(
  "factory.deleteProject",
  "DELETE FROM project WHERE tenant_id = current_tenant() AND id = $1 RETURNING id",
);
const deleteTask = sql(
  "factory.deleteTask",
  "DELETE FROM task WHERE tenant_id = current_tenant() AND id = $1 RETURNING id",
);
const deleteColumn = sql(
  "factory.deleteColumn",
  "DELETE FROM task_status WHERE tenant_id = current_tenant() AND id = $1 RETURNING id",
);

export const makeRecords: MakeRecords = async (one, { admin, task, mark }) => {
  const deletedTask = await one(insertTask, [task, `Deleted task ${mark}`]);
  await one(copyTask, [deletedTask, admin]);
  await one(deleteTask, [deletedTask]);
  const deletedColumn = await one(insertColumn, [task, `Deleted column ${mark}`]);
  await one(copyColumn, [deletedColumn, admin]);
  await one(deleteColumn, [deletedColumn]);
  const deletedProject = await one(insertDeletedProject, [`Deleted project ${mark}`, admin]);
  await one(deleteProject, [deletedProject]);
  return { deletedTask, deletedColumn, deletedProject };
};
