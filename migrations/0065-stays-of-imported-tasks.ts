import type { MigrationInterface, QueryRunner } from "typeorm";

/** Imported tasks have no separate events, so the import stores in which columns they were, for the analytics of their project. */
export class StaysOfImportedTasks0065 implements MigrationInterface {
  name = "StaysOfImportedTasks0000000000065";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE imported_task
        -- In their order: {"import_id", "column_id", "archived", "entered_at"}.
        ADD stays jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(stays) = 'array');
      ALTER TABLE analytics_stay
        -- Order of the stays of a task that begin with the same event; only an import begins several.
        ADD place int NOT NULL DEFAULT 0,
        DROP CONSTRAINT analytics_stay_pkey,
        ADD PRIMARY KEY (tenant_id, project_id, revision, task_id, place);
      DROP INDEX analytics_stay_task;
      CREATE INDEX analytics_stay_task ON analytics_stay (tenant_id, project_id, task_id, revision, place)`);
  }

  async down(): Promise<void> {}
}
