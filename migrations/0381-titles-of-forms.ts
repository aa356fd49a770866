import type { MigrationInterface, QueryRunner } from "typeorm";

/** A form may be large. Lists say what it is called, and read no more of it. */
export class TitlesOfForms0381 implements MigrationInterface {
  name = "TitlesOfForms0000000000381";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE form_version
        ADD title text GENERATED ALWAYS AS (definition->>'title') STORED,
        ADD translations jsonb GENERATED ALWAYS AS (definition->'translations') STORED;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE form_version DROP title, DROP translations");
  }
}
