import { binKinds } from "../../../shared/work/bin/bin.schema";
import { sql, sqlByKey } from "../../platform/database/unit-of-work";
import { binTrees, copyStatementOf, linkStatementsOf } from "./bin-tables";

/** $1 project, $2 kind, $3 record, $4 key, $5 title, $6 target column, $7 user, $8 days. */
export const insertEntry = sql(
  "bin.insertEntry",
  `INSERT INTO bin_entry (tenant_id, project_id, kind, record_id, key, title, target_column_id, deleted_by, purge_at)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $8)) RETURNING id`,
);

export const copyRows = sqlByKey(binKinds, (kind) => sql(`bin.copyRows.${kind}`, copyStatementOf(binTrees[kind])));

/** Keeps the files of the copied rows stored. $1 entry. */
export const insertFiles = sql(
  "bin.insertFiles",
  `INSERT INTO bin_file (tenant_id, entry_id, file_id)
   SELECT DISTINCT b.tenant_id, b.entry_id, (b.data->>'file_id')::bigint FROM bin_row b
   WHERE b.tenant_id = current_tenant() AND b.entry_id = $1 AND b.source = 'task_attachment' AND b.link IS NULL`,
);

export const linkRows = sqlByKey(binKinds, (kind) =>
  linkStatementsOf(binTrees[kind]).map((text, at) => sql(`bin.linkRows.${kind}.${at}`, text)),
);

const entryColumns = `e.id, e.project_id AS "projectId", e.kind, e.record_id AS "recordId", e.title,
  e.target_column_id AS "targetColumnId"`;

export const selectEntry = sql(
  "bin.selectEntry",
  `SELECT ${entryColumns} FROM bin_entry e WHERE e.tenant_id = current_tenant() AND e.kind = $1 AND e.record_id = $2`,
);

export const lockEntry = sql(
  "bin.lockEntry",
  `SELECT ${entryColumns} FROM bin_entry e WHERE e.tenant_id = current_tenant() AND e.kind = $1 AND e.record_id = $2 FOR UPDATE`,
);

export const lockProject = sql(
  "bin.lockProject",
  "SELECT id FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);

export const deleteEntry = sql(
  "bin.deleteEntry",
  `DELETE FROM bin_entry e WHERE e.tenant_id = current_tenant() AND e.id = $1
   RETURNING ${entryColumns}`,
);

/** Skips entries that are being restored. */
export const deleteDueEntries = sql(
  "bin.deleteDueEntries",
  `DELETE FROM bin_entry e WHERE e.tenant_id = current_tenant() AND e.id = ANY(ARRAY(
     SELECT due.id FROM bin_entry due WHERE due.tenant_id = current_tenant() AND due.purge_at <= $1
     ORDER BY due.purge_at, due.id LIMIT $2 FOR UPDATE SKIP LOCKED))
   RETURNING ${entryColumns}`,
);

export const restoreRows = sql("bin.restoreRows", "SELECT restore_bin_rows($1, $2)");

/** The copied row of a table that has one row per entry. */
export const selectCopy = sql(
  "bin.selectCopy",
  `SELECT data FROM bin_row WHERE tenant_id = current_tenant() AND entry_id = $1 AND source = $2 AND link IS NULL`,
);

/** Changes values of copied rows before they are restored. $3 JSON object. */
export const updateCopies = sql(
  "bin.updateCopies",
  `UPDATE bin_row SET data = data || $3::jsonb
   WHERE tenant_id = current_tenant() AND entry_id = $1 AND source = $2 AND link IS NULL`,
);

/** $1 project, $2 kinds. */
const isListed = "e.tenant_id = current_tenant() AND e.project_id = $1 AND e.kind = ANY($2::text[])";

export const countEntries = sql("bin.countEntries", `SELECT count(*)::int AS total FROM bin_entry e WHERE ${isListed}`);

export const selectEntries = sql(
  "bin.selectEntries",
  `SELECT e.id, e.kind, e.record_id, e.key, e.title, e.deleted_at, e.purge_at,
          CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) END AS deleted_by
   FROM bin_entry e LEFT JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.deleted_by
   WHERE ${isListed} ORDER BY e.deleted_at DESC, e.id LIMIT $3 OFFSET $4`,
);
