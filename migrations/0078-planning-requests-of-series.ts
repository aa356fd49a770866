import type { MigrationInterface, QueryRunner } from "typeorm";

/** Series are planned again in transactions of their own after holidays or the weekend changed, so the request is stored with the series. */
export class PlanningRequestsOfSeries0078 implements MigrationInterface {
  name = "PlanningRequestsOfSeries0000000000078";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- When the calendar changed on which the next date depends; null after the series was planned again.
      ALTER TABLE task_series ADD COLUMN planning_requested_at timestamptz;
      CREATE INDEX task_series_planning ON task_series (tenant_id, id) WHERE planning_requested_at IS NOT NULL`);
  }

  async down(): Promise<void> {}
}
