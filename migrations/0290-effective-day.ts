import type { MigrationInterface, QueryRunner } from "typeorm";

/** What is entered later than it happened counts since the day that was meant, dotted lines as well. */
export class EffectiveDay0290 implements MigrationInterface {
  name = "EffectiveDay0000000000290";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- As versions of employment are written: since then, or since today.
      CREATE FUNCTION effective_day() RETURNS date LANGUAGE sql STABLE
        RETURN COALESCE(NULLIF(current_setting('app.effective_on', true), '')::date, tenant_today());
      ${ending("GREATEST(begun_on, effective_day())")}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`${ending("tenant_today()")} DROP FUNCTION effective_day();`);
  }
}

/** Whoever becomes somebody's manager is beside them no more, whichever way they became it. */
const ending = (day: string) => `
  CREATE OR REPLACE FUNCTION end_dotted_line() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE dotted_line SET ended_on = ${day}
    WHERE tenant_id = NEW.tenant_id AND user_id = NEW.id AND manager_id = NEW.parent_id AND ended_on IS NULL;
    RETURN NULL;
  END $$;`;
