import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The task an event is about, as a column. The index over an expression that stood here before was never used: behind
 * row-level security an operator that isn't leakproof (`->>`) can't be an index condition, so the history of one task
 * read the whole log of the tenant.
 */
export class Activity0006 implements MigrationInterface {
  name = "Activity0000000000006";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE domain_event ADD COLUMN task_id bigint GENERATED ALWAYS AS (
        CASE WHEN type LIKE 'task.%' THEN (data->>'id')::bigint
             WHEN type LIKE 'comment.%' THEN (data->>'task_id')::bigint END
      ) STORED;
      DROP INDEX domain_event_task;
      CREATE INDEX domain_event_task ON domain_event (tenant_id, task_id, id) WHERE task_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX domain_event_task;
      ALTER TABLE domain_event DROP COLUMN task_id;
      CREATE INDEX domain_event_task ON domain_event (tenant_id, (COALESCE(data->>'task_id', data->>'id')), id)
        WHERE type LIKE 'task.%' OR type LIKE 'comment.%';
    `);
  }
}
