import type { MigrationInterface, QueryRunner } from "typeorm";

export class LeaveProration0017 implements MigrationInterface {
  name = "LeaveProration0000000000017";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE leave_type
        -- Share of those who join or leave during a year: by days, months begun or complete months.
        ADD COLUMN proration text NOT NULL DEFAULT 'days' CHECK (proration IN ('days', 'month_started', 'month_full')),
        DROP CONSTRAINT leave_type_rounding_check,
        ADD CONSTRAINT leave_type_rounding_check CHECK (rounding IN ('half_up', 'half_nearest', 'half_down', 'whole_up',
          'whole_nearest', 'whole_down', 'quarter_up', 'quarter_nearest', 'quarter_down', 'exact'))`);
  }
  async down(): Promise<void> {}
}
