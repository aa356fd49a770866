import type { MigrationInterface, QueryRunner } from "typeorm";

/** `created_at` is when a notification was last added to; how long it goes on being added to counts from its first event. */
export class WhenABurstBegan0351 implements MigrationInterface {
  name = "WhenABurstBegan0000000000351";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE notification ADD began_at timestamptz NOT NULL DEFAULT now()");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE notification DROP COLUMN began_at");
  }
}
