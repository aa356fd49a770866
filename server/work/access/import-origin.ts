import { personJson } from "../../platform/search/search-source";

const originJson = `json_build_object('source', written.source, 'by', ${personJson("importer")},
      'at', to_char(written.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/** SQL expression for the import that wrote the task or comment with this alias, as `ImportOrigin`; null for others. */
export const importOriginJson = (record: string): string => `(
    SELECT ${originJson} FROM project_import written
    LEFT JOIN app_user importer ON importer.tenant_id = written.tenant_id AND importer.id = written.created_by
    WHERE written.tenant_id = ${record}.tenant_id AND written.id = ${record}.import_id)`;

/** SQL expression for the last import that updated the task with this alias, as `ImportOrigin`; null if none did since it was imported. */
export const lastImportJson = (task: string): string => `(
    SELECT ${originJson} FROM imported_task card
    JOIN project_import written ON written.tenant_id = card.tenant_id AND written.id = card.import_id
    LEFT JOIN app_user importer ON importer.tenant_id = written.tenant_id AND importer.id = written.created_by
    WHERE card.tenant_id = ${task}.tenant_id AND card.task_id = ${task}.id AND card.import_id IS DISTINCT FROM ${task}.import_id
    ORDER BY card.import_id DESC LIMIT 1)`;
