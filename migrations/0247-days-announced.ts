import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Up to which day open screens were told that somebody begins or ends to act, and that a vacancy is over: what is written says it
 * of its own day, the schedule of every later one.
 */
export class DaysAnnounced0247 implements MigrationInterface {
  name = "DaysAnnounced0000000000247";

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ["acting", "vacancy"]) {
      await runner.query(`
        ALTER TABLE ${table} ADD COLUMN announced_on date NOT NULL DEFAULT current_date;
        ALTER TABLE ${table} ALTER COLUMN announced_on SET DEFAULT tenant_today();
      `);
    }
    await runner.query(`
      -- Whoever writes days emits an event in the same transaction: only later days are left to the schedule.
      CREATE FUNCTION announce_days() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.announced_on := COALESCE(tenant_today(), NEW.announced_on);
        RETURN NEW;
      END $$;
      CREATE TRIGGER acting_announced BEFORE UPDATE OF period ON acting
        FOR EACH ROW EXECUTE FUNCTION announce_days();
      CREATE TRIGGER vacancy_announced BEFORE UPDATE OF acting_until, ended_on ON vacancy
        FOR EACH ROW EXECUTE FUNCTION announce_days();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER acting_announced ON acting;
      DROP TRIGGER vacancy_announced ON vacancy;
      DROP FUNCTION announce_days();
    `);
    for (const table of ["acting", "vacancy"]) await runner.query(`ALTER TABLE ${table} DROP COLUMN announced_on`);
  }
}
