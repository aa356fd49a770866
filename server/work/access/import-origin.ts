import { personJson } from "../../platform/search/search-source";

/** SQL expression for the import that wrote the task or comment with this alias, as `ImportOrigin`; null for others. */
export const importOriginJson = (record: string): string => `(
    SELECT json_build_object('source', written.source, 'by', ${personJson("importer")},
      'at', to_char(written.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    FROM project_import written
    LEFT JOIN app_user importer ON importer.tenant_id = written.tenant_id AND importer.id = written.created_by
    WHERE written.tenant_id = ${record}.tenant_id AND written.id = ${record}.import_id)`;
