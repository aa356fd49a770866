import type { MigrationInterface, QueryRunner } from "typeorm";

/** On which day somebody's calendars begin the week; null: as their language does. */
export class WeekStart0272 implements MigrationInterface {
  name = "WeekStart0000000000272";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "ALTER TABLE app_user ADD COLUMN week_start text CHECK (week_start IN ('monday', 'saturday', 'sunday'))",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE app_user DROP COLUMN week_start");
  }
}
