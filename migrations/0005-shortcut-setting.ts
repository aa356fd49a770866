import type { MigrationInterface, QueryRunner } from "typeorm";

/** Whether shortcuts of a single key work. Null: they do. */
export class ShortcutSetting0005 implements MigrationInterface {
  name = "ShortcutSetting0000000000005";
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE app_user ADD COLUMN shortcuts text CHECK (shortcuts IN ('on', 'off'))");
  }
  async down(): Promise<void> {}
}
