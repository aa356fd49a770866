import type { MigrationInterface, QueryRunner } from "typeorm";

/** Deleted templates of tasks have an entry in the bin of their project. */
export class TaskTemplatesInBin0067 implements MigrationInterface {
  name = "TaskTemplatesInBin0000000000067";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE bin_entry
        -- Templates of tasks only: the row that is marked as deleted.
        ADD task_template_id bigint,
        DROP CONSTRAINT bin_entry_kind_check,
        ADD CONSTRAINT bin_entry_kind_check CHECK (kind IN ('task', 'column', 'project', 'view', 'template')),
        DROP CONSTRAINT bin_entry_of_kind,
        ADD CONSTRAINT bin_entry_of_kind CHECK ((kind IN ('column', 'view', 'template')) = (key IS NULL)
          AND (kind = 'project') = (project_id IS NULL) AND (kind = 'column' OR target_column_id IS NULL)
          AND (kind = 'view') = (view_id IS NOT NULL) AND (kind = 'template') = (task_template_id IS NOT NULL)),
        ADD CONSTRAINT bin_entry_task_template CHECK (task_template_id = record_id),
        ADD FOREIGN KEY (tenant_id, task_template_id) REFERENCES task_template (tenant_id, id) ON DELETE CASCADE;
      CREATE INDEX bin_entry_task_template ON bin_entry (tenant_id, task_template_id) WHERE task_template_id IS NOT NULL;

      INSERT INTO bin_entry (tenant_id, project_id, kind, record_id, task_template_id, title, deleted_at, purge_at)
      SELECT tenant_id, project_id, 'template', id, id, title, deleted_at, deleted_at + interval '30 days'
      FROM task_template WHERE deleted_at IS NOT NULL`);
  }

  async down(): Promise<void> {}
}
