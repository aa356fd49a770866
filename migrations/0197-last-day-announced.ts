import type { MigrationInterface, QueryRunner } from "typeorm";

/** Colleagues are shown somebody's last day once those who look after records say so. */
export class LastDayAnnounced0197 implements MigrationInterface {
  name = "LastDayAnnounced0000000000197";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE app_user ADD COLUMN last_day_announced boolean NOT NULL DEFAULT false");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE app_user DROP COLUMN last_day_announced");
  }
}
