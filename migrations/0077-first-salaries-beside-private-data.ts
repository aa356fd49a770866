import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * A first salary counts from the first working day, also if an address or other private data was stored before it. Stored salaries keep their
 * day, because closed payroll months contain them.
 */
export class FirstSalariesBesidePrivateData0077 implements MigrationInterface {
  name = "FirstSalariesBesidePrivateData0000000000077";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
        CREATE OR REPLACE FUNCTION keep_employment_salary() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
          effective_on date := NULLIF(current_setting('app.effective_on', true), '')::date;
          since date := COALESCE(effective_on,
            (now() AT TIME ZONE (SELECT time_zone FROM tenant WHERE id = NEW.tenant_id))::date);
        BEGIN
          IF TG_OP = 'UPDATE' THEN
            IF NEW.salary IS NOT DISTINCT FROM OLD.salary AND NEW.currency IS NOT DISTINCT FROM OLD.currency THEN
              RETURN NULL;
            END IF;
          ELSIF NEW.salary IS NULL THEN
            RETURN NULL;
          END IF;
          -- Without a day of its own, the first known amount counts from the first day of the present employment, which has a period for
          -- each change. An amount entered after one was removed doesn't.
          IF effective_on IS NULL AND NEW.salary IS NOT NULL AND NOT EXISTS (SELECT FROM employment_salary
            WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id AND salary IS NOT NULL) THEN
            since := COALESCE(
              (SELECT max(lower(e.period)) FROM employment e WHERE e.tenant_id = NEW.tenant_id AND e.user_id = NEW.user_id
                AND NOT EXISTS (SELECT FROM employment o WHERE o.tenant_id = e.tenant_id AND o.user_id = e.user_id
                  AND upper(o.period) = lower(e.period))), since);
          END IF;
          DELETE FROM employment_salary
          WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id AND lower(period) >= since;
          UPDATE employment_salary SET period = daterange(lower(period), since)
          WHERE tenant_id = NEW.tenant_id AND user_id = NEW.user_id AND period && daterange(since, NULL);
          INSERT INTO employment_salary (tenant_id, user_id, period, salary, currency)
          VALUES (NEW.tenant_id, NEW.user_id, daterange(since, NULL), NEW.salary, NEW.currency);
          RETURN NULL;
        END $$;
    `);
  }

  async down(): Promise<void> {}
}
