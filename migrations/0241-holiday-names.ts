import type { MigrationInterface, QueryRunner } from "typeorm";

const languages = ["en", "ar", "de", "ko", "ckb"];

/** An object of names by language. Strict paths, so that a list of names isn't taken for a name. */
const namesOnly = (column: string) => `
  jsonb_typeof(${column}) = 'object'
  AND ${column} - '{${languages.join(",")}}'::text[] = '{}'
  AND NOT jsonb_path_exists(${column}, 'strict $.* ? (@.type() != "string" || @ == "")')`;

/**
 * Holidays are called something in each language, and so are they where a ledger names them: an entry keeps the names of
 * its time, since the holiday may be gone by the time that it is read. Names needn't be unique: each year has its New Year.
 */
export class HolidayNames0241 implements MigrationInterface {
  name = "HolidayNames0000000000241";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE holiday ADD COLUMN translations jsonb NOT NULL DEFAULT '{}'
        CONSTRAINT holiday_translations_check CHECK (${namesOnly("translations")});
      ALTER TABLE leave_ledger ADD COLUMN note_translations jsonb NOT NULL DEFAULT '{}'
        CONSTRAINT leave_ledger_note_translations_check CHECK (${namesOnly("note_translations")});
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE leave_ledger DROP COLUMN note_translations;
      ALTER TABLE holiday DROP COLUMN translations;
    `);
  }
}
