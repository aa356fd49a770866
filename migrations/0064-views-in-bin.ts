import type { MigrationInterface, QueryRunner } from "typeorm";

/** Deleted views of projects have an entry in the bin. They stay rows, because their owner, favorites and feeds refer to them. */
export class ViewsInBin0064 implements MigrationInterface {
  name = "ViewsInBin0000000000064";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE bin_entry
        -- Views only: the row that is marked as deleted.
        ADD view_id bigint,
        DROP CONSTRAINT bin_entry_kind_check,
        ADD CONSTRAINT bin_entry_kind_check CHECK (kind IN ('task', 'column', 'project', 'view')),
        DROP CONSTRAINT bin_entry_of_kind,
        ADD CONSTRAINT bin_entry_of_kind CHECK ((kind IN ('column', 'view')) = (key IS NULL) AND (kind = 'project') = (project_id IS NULL)
          AND (kind = 'column' OR target_column_id IS NULL) AND (kind = 'view') = (view_id IS NOT NULL)),
        ADD CONSTRAINT bin_entry_view CHECK (view_id = record_id),
        ADD FOREIGN KEY (tenant_id, view_id) REFERENCES saved_view (tenant_id, id) ON DELETE CASCADE;
      CREATE INDEX bin_entry_view ON bin_entry (tenant_id, view_id) WHERE view_id IS NOT NULL`);
  }

  async down(): Promise<void> {}
}
