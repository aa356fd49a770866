import type { MigrationInterface, QueryRunner } from "typeorm";

/** Migrations 68 and 70 filled in no values if the owner of the tables isn't a superuser, because row-level security is forced. */
export class ValuesOfForcedTables0083 implements MigrationInterface {
  name = "ValuesOfForcedTables0000000000083";

  async up(runner: QueryRunner): Promise<void> {
    const tables = ["imported_task", "project_import", "task_attachment", "sign_on_role"];
    const setRowSecurity = (force: string) =>
      runner.query(tables.map((table) => `ALTER TABLE ${table} ${force} ROW LEVEL SECURITY`).join("; "));
    await setRowSecurity("NO FORCE");
    await runner.query(`
      -- A board whose first import attached files without recording their keys was imported before migration 68. Only an import attaches files
      -- that are older than it.
      UPDATE imported_task c SET files_until = i.first_at
      FROM (SELECT tenant_id, project_id, source, min(created_at) AS first_at FROM project_import GROUP BY 1, 2, 3) i
      WHERE i.tenant_id = c.tenant_id AND i.project_id = c.project_id AND i.source = c.source
        AND c.files_until IS NULL AND c.file_keys = '{}'
        AND EXISTS (SELECT FROM imported_task o JOIN task_attachment a ON a.tenant_id = o.tenant_id AND a.task_id = o.task_id
          WHERE o.tenant_id = c.tenant_id AND o.project_id = c.project_id AND o.source = c.source
            AND o.files_until IS NULL AND o.file_keys = '{}' AND a.created_at <= i.first_at);

      -- Roles that were mapped since have different positions.
      UPDATE sign_on_role r SET position = o.position
      FROM (SELECT tenant_id, value, row_number() OVER (PARTITION BY tenant_id ORDER BY value) - 1 AS position,
          max(position) OVER (PARTITION BY tenant_id) AS last FROM sign_on_role) o
      WHERE o.tenant_id = r.tenant_id AND o.value = r.value AND o.last = 0`);
    await setRowSecurity("FORCE");
  }

  async down(): Promise<void> {}
}
