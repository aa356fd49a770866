import type { MigrationInterface, QueryRunner } from "typeorm";

/** A repeated import adds files that are new in the source, so the files that were imported are recorded. */
export class FilesOfImportedTasks0068 implements MigrationInterface {
  name = "FilesOfImportedTasks0000000000068";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE imported_task
        -- Digests of the ids of all files imported so far, also of those that were deleted here.
        ADD file_keys text[] NOT NULL DEFAULT '{}',
        -- Files of the source until then were imported without a key, by a version that didn't record keys.
        ADD files_until timestamptz;
      UPDATE imported_task c SET files_until = i.first_at
      FROM (SELECT tenant_id, project_id, source, min(created_at) AS first_at FROM project_import GROUP BY 1, 2, 3) i
      WHERE i.tenant_id = c.tenant_id AND i.project_id = c.project_id AND i.source = c.source`);
  }

  async down(): Promise<void> {}
}
