import type { MigrationInterface, QueryRunner } from "typeorm";

/** Earlier kinds of a field, of which its history still has values. */
export class ChangedFieldKinds0057 implements MigrationInterface {
  name = "ChangedFieldKinds0000000000057";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE project_field ADD COLUMN former_kinds text[] NOT NULL DEFAULT '{}'`);
  }

  async down(): Promise<void> {}
}
