import type { MigrationInterface, QueryRunner } from "typeorm";

/** A shortened date of a series keeps the length that later dates get. */
export class PlannedEndsOfBookings0075 implements MigrationInterface {
  name = "PlannedEndsOfBookings0000000000075";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- End before the booking was released or ended early; null if it wasn't.
      ALTER TABLE booking ADD COLUMN planned_ends_at timestamptz`);
  }

  async down(): Promise<void> {}
}
