import type { MigrationInterface, QueryRunner } from "typeorm";

/** Nobody stands above themself, over however many: the database refuses what would make it so. */
export class ManagersAreAForest0120 implements MigrationInterface {
  name = "ManagersAreAForest0000000000120";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Nothing has refused circles so far: of each, the one who was there first leads from now on.
      WITH RECURSIVE line AS (
        SELECT tenant_id, id, parent_id AS above FROM app_user WHERE parent_id IS NOT NULL
        UNION
        SELECT l.tenant_id, l.id, u.parent_id FROM line l
        JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.above WHERE u.parent_id IS NOT NULL
      ), circled AS (SELECT tenant_id, id FROM line WHERE id = above)
      UPDATE app_user u SET parent_id = NULL FROM circled c
      WHERE c.tenant_id = u.tenant_id AND c.id = u.id AND NOT EXISTS (
        SELECT FROM line l JOIN circled o ON o.tenant_id = l.tenant_id AND o.id = l.above
        WHERE l.tenant_id = u.tenant_id AND l.id = u.id AND o.id < u.id);

      -- Of two who are put below one another at the same moment the second waits for the first, looks in a statement of
      -- its own, and so sees what the first has done. Whoever moves many at once may ask for it at the end (SET CONSTRAINTS).
      CREATE FUNCTION keep_managers_a_forest() RETURNS trigger LANGUAGE plpgsql AS $$
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
      CREATE CONSTRAINT TRIGGER app_user_forest AFTER INSERT OR UPDATE OF parent_id ON app_user
        DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL)
        EXECUTE FUNCTION keep_managers_a_forest();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER app_user_forest ON app_user;
      DROP FUNCTION keep_managers_a_forest();
    `);
  }
}
