import type { MigrationInterface, QueryRunner } from "typeorm";

/** Deleted views of projects have an entry in the bin, and tasks refer to the template from which they were made. */
export class BinViewsAndTemplateOrigins0064 implements MigrationInterface {
  name = "BinViewsAndTemplateOrigins0000000000064";

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
      CREATE INDEX bin_entry_view ON bin_entry (tenant_id, view_id) WHERE view_id IS NOT NULL;

      -- Counts the changes of the content; a new title doesn't count.
      ALTER TABLE task_template ADD content_version int NOT NULL DEFAULT 1;
      ALTER TABLE task
        ADD task_template_id bigint,
        -- The content_version from which the task was made.
        ADD task_template_version int,
        ADD FOREIGN KEY (tenant_id, task_template_id) REFERENCES task_template (tenant_id, id) ON DELETE SET NULL (task_template_id);
      CREATE INDEX task_from_template ON task (tenant_id, task_template_id) WHERE task_template_id IS NOT NULL`);
  }

  async down(): Promise<void> {}
}
