import type { MigrationInterface, QueryRunner } from "typeorm";

/** New tasks of a project or a column start from a default template. */
export class DefaultTaskTemplates0066 implements MigrationInterface {
  name = "DefaultTaskTemplates0000000000066";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE task_template
        -- Whether new tasks of the project start from it. A template in the bin keeps this until another one becomes the default.
        ADD is_default boolean NOT NULL DEFAULT false,
        ADD UNIQUE (tenant_id, project_id, id);
      CREATE UNIQUE INDEX task_template_default_once ON task_template (tenant_id, project_id) WHERE is_default;

      ALTER TABLE task_status
        -- The template from which new tasks of the column start, instead of that of the project.
        ADD default_template_id bigint,
        ADD FOREIGN KEY (tenant_id, project_id, default_template_id) REFERENCES task_template (tenant_id, project_id, id)
          ON DELETE SET NULL (default_template_id);
      CREATE INDEX task_status_default_template ON task_status (tenant_id, project_id, default_template_id)
        WHERE default_template_id IS NOT NULL`);
  }

  async down(): Promise<void> {}
}
