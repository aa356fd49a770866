import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Whether somebody would stand above themself is asked step by step, each by its key. As one recursive query it was planned
 * over everybody of the organisation, for each row: an import of ten thousand took the square of that.
 */
export class ForestStepByStep0200 implements MigrationInterface {
  name = "ForestStepByStep0000000000200";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION keep_managers_a_forest() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        above  bigint;
        passed bigint[] := '{}';
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtext('managers'), NEW.tenant_id::int);
        -- As it stands now, not as it was written: somebody may have been moved again before this is asked.
        SELECT parent_id INTO above FROM app_user WHERE tenant_id = NEW.tenant_id AND id = NEW.id;
        WHILE above IS NOT NULL AND above <> NEW.id AND above <> ALL (passed) LOOP
          passed := passed || above;
          SELECT parent_id INTO above FROM app_user WHERE tenant_id = NEW.tenant_id AND id = above;
        END LOOP;
        IF above = NEW.id THEN
          RAISE EXCEPTION 'A person would stand above themself' USING ERRCODE = '23514', CONSTRAINT = 'app_user_no_cycle';
        END IF;
        RETURN NULL;
      END $$;

      -- For whoever adds many: what triggers and foreign keys look up for each row goes by the right index only where the
      -- tables are known to be large. The application may ask for this much of them, and for nothing else.
      CREATE FUNCTION analyze_people() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
      BEGIN
        ANALYZE app_user, employment, user_history;
      EXCEPTION WHEN lock_not_available THEN
        -- Somebody else looks at them this moment, until their transaction ends: nobody waits for that.
        NULL;
      END $$;
      REVOKE ALL ON FUNCTION analyze_people() FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION analyze_people() TO portal_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION analyze_people();
      CREATE OR REPLACE FUNCTION keep_managers_a_forest() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtext('managers'), NEW.tenant_id::int);
        IF EXISTS (
          WITH RECURSIVE above AS (
            SELECT u.parent_id AS id FROM app_user u WHERE u.tenant_id = NEW.tenant_id AND u.id = NEW.id
            UNION
            SELECT u.parent_id FROM above JOIN app_user u ON u.tenant_id = NEW.tenant_id AND u.id = above.id
          )
          SELECT FROM above WHERE id = NEW.id
        ) THEN
          RAISE EXCEPTION 'A person would stand above themself' USING ERRCODE = '23514', CONSTRAINT = 'app_user_no_cycle';
        END IF;
        RETURN NULL;
      END $$;
    `);
  }
}
