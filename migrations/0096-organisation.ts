import type { MigrationInterface, QueryRunner } from "typeorm";

/** Departments that nest and have a head; names that stand once, however they are written; and which state one has seen. */
export class Organisation0096 implements MigrationInterface {
  name = "Organisation0000000000096";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE department
        ALTER COLUMN code DROP NOT NULL,
        ADD CONSTRAINT department_code_not_empty CHECK (code <> ''),
        ADD COLUMN parent_id bigint CONSTRAINT department_not_in_itself CHECK (parent_id <> id),
        ADD COLUMN head_id bigint,
        ADD COLUMN version int NOT NULL DEFAULT 1,
        ADD CONSTRAINT department_parent FOREIGN KEY (tenant_id, parent_id) REFERENCES department (tenant_id, id),
        ADD CONSTRAINT department_head FOREIGN KEY (tenant_id, head_id) REFERENCES app_user (tenant_id, id)
          ON DELETE SET NULL (head_id);
      -- Names weren't unique so far: the second of the same name says which it is.
      UPDATE department d SET name = d.name || ' (' || d.id || ')'
      WHERE EXISTS (SELECT FROM department e WHERE e.tenant_id = d.tenant_id AND lower(e.name) = lower(d.name) AND e.id < d.id);
      CREATE UNIQUE INDEX department_name_once ON department (tenant_id, lower(name));
      CREATE INDEX department_parent_of ON department (tenant_id, parent_id) WHERE parent_id IS NOT NULL;
      CREATE INDEX department_head_of ON department (tenant_id, head_id) WHERE head_id IS NOT NULL;

      -- Departments are a forest. Of two that are put into one another at the same moment the second waits for the
      -- first, looks in a statement of its own, and so sees what the first has done.
      CREATE FUNCTION keep_departments_a_forest() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtext('departments'), NEW.tenant_id::int);
        IF EXISTS (
          WITH RECURSIVE above AS (
            SELECT NEW.parent_id AS id
            UNION
            SELECT d.parent_id FROM above JOIN department d ON d.tenant_id = NEW.tenant_id AND d.id = above.id
          )
          SELECT FROM above WHERE id = NEW.id
        ) THEN
          RAISE EXCEPTION 'A department would stand above itself' USING ERRCODE = '23514', CONSTRAINT = 'department_no_cycle';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER department_forest BEFORE INSERT OR UPDATE OF parent_id ON department
        FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION keep_departments_a_forest();

      ALTER TABLE position ADD COLUMN version int NOT NULL DEFAULT 1;
      CREATE UNIQUE INDEX position_title_once ON position (tenant_id, lower(title));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX position_title_once;
      ALTER TABLE position DROP COLUMN version;
      DROP TRIGGER department_forest ON department;
      DROP FUNCTION keep_departments_a_forest();
      DROP INDEX department_name_once;
      ALTER TABLE department DROP COLUMN version, DROP COLUMN head_id, DROP COLUMN parent_id,
        DROP CONSTRAINT department_code_not_empty;
      UPDATE department SET code = id::text WHERE code IS NULL;
      ALTER TABLE department ALTER COLUMN code SET NOT NULL;
    `);
  }
}
