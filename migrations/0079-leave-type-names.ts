import type { MigrationInterface, QueryRunner } from "typeorm";

const languages = ["en", "ar", "de", "ko", "ckb"];

/**
 * Leave types are called something in each language. Strict paths, so that a list of names isn't taken for a name; one
 * name stands once in an organisation, in whichever language it is read.
 */
export class LeaveTypeNames0079 implements MigrationInterface {
  name = "LeaveTypeNames0000000000079";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE leave_type ADD COLUMN translations jsonb NOT NULL DEFAULT '{}'
        CONSTRAINT leave_type_translations_check CHECK (
          jsonb_typeof(translations) = 'object'
          AND translations - '{${languages.join(",")}}'::text[] = '{}'
          AND NOT jsonb_path_exists(translations, 'strict $.* ? (@.type() != "string" || @ == "")'));
    `);
    for (const language of languages) {
      await runner.query(`
        CREATE UNIQUE INDEX leave_type_name_in_${language} ON leave_type (tenant_id, (translations->>'${language}'))`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE leave_type DROP COLUMN translations"); // its indexes and its rule go with it
  }
}
