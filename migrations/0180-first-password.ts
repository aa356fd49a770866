import type { MigrationInterface, QueryRunner } from "typeorm";

/** A first password that somebody else has chosen is known to two: until it is changed it opens nothing else. */
export class FirstPassword0180 implements MigrationInterface {
  name = "FirstPassword0000000000180";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE app_user ADD COLUMN password_given boolean NOT NULL DEFAULT false");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE app_user DROP COLUMN password_given");
  }
}
