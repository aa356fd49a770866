import type { MigrationInterface, QueryRunner } from "typeorm";

/** What has been in progress for longest is read from an index, not sorted out of everything that is. */
export class AnalyticsAge0151 implements MigrationInterface {
  name = "AnalyticsAge0000000000151";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX analytics_task_age ON analytics_task (tenant_id, started_at, task_id)
        WHERE finished_at IS NULL AND NOT archived AND kind = 'doing'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX analytics_task_age");
  }
}
