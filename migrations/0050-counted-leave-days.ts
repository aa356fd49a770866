import type { MigrationInterface, QueryRunner } from "typeorm";

export class CountedLeaveDays0050 implements MigrationInterface {
  name = "CountedLeaveDays0000000000050";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The cost of each day when the leave was last counted, by date. Null for leave that was counted before this column existed.
      ALTER TABLE leave_request ADD counted jsonb CHECK (jsonb_typeof(counted) = 'object')`);
  }

  async down(): Promise<void> {}
}
