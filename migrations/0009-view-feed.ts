import type { MigrationInterface, QueryRunner } from "typeorm";

export class ViewFeed0009 implements MigrationInterface {
  name = "ViewFeed0000000000009";
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A secret address contains the tasks of a project that match its own filter, or those of a saved view, without one.
      ALTER TABLE task_feed
        ALTER COLUMN project_id DROP NOT NULL,
        ADD COLUMN view_id bigint,
        ADD FOREIGN KEY (tenant_id, view_id) REFERENCES saved_view (tenant_id, id) ON DELETE CASCADE,
        ADD UNIQUE (tenant_id, user_id, view_id),
        ADD CONSTRAINT task_feed_of CHECK ((project_id IS NULL) = (view_id IS NOT NULL));
      CREATE INDEX task_feed_view ON task_feed (tenant_id, view_id)`);
  }
  async down(): Promise<void> {}
}
