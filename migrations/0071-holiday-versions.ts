import type { MigrationInterface, QueryRunner } from "typeorm";

/** A version, so that saving a holiday doesn't silently overwrite another user's change. */
export class HolidayVersions0071 implements MigrationInterface {
  name = "HolidayVersions0000000000071";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE holiday ADD COLUMN version int NOT NULL DEFAULT 1");
  }

  async down(): Promise<void> {}
}
