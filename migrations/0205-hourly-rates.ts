import type { MigrationInterface, QueryRunner } from "typeorm";

/** What an hour in a room or with a car costs, in the organisation's currency; null: nothing is counted. */
export class HourlyRates0205 implements MigrationInterface {
  name = "HourlyRates0000000000205";

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ["room", "car"]) {
      await runner.query(`
        ALTER TABLE ${table} ADD COLUMN hourly_rate numeric(18,4),
          ADD CONSTRAINT ${table}_hourly_rate CHECK (hourly_rate BETWEEN 0 AND 1000000);
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["room", "car"]) await runner.query(`ALTER TABLE ${table} DROP COLUMN hourly_rate`);
  }
}
