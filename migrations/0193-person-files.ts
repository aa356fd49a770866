import type { MigrationInterface, QueryRunner } from "typeorm";

/** One noun on the screen, in the calls and here: a person's files, and their private details. Before: papers. */
export class PersonFiles0193 implements MigrationInterface {
  name = "PersonFiles0000000000193";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE user_paper RENAME TO user_file;
      ALTER INDEX user_paper_of_user RENAME TO user_file_of_user;
      ALTER INDEX user_paper_expires RENAME TO user_file_expires;
      ALTER TRIGGER user_paper_files ON user_file RENAME TO user_file_content;
      ALTER FUNCTION drop_paper_file() RENAME TO drop_user_file;
    `);
    await runner.query(renamedKind("papers", "private_details"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(renamedKind("private_details", "papers"));
    await runner.query(`
      ALTER FUNCTION drop_user_file() RENAME TO drop_paper_file;
      ALTER TRIGGER user_file_content ON user_file RENAME TO user_paper_files;
      ALTER INDEX user_file_expires RENAME TO user_paper_expires;
      ALTER INDEX user_file_of_user RENAME TO user_paper_of_user;
      ALTER TABLE user_file RENAME TO user_paper;
    `);
  }
}

/** In what is written from now on, in what is written already, and in the list of kinds that there are. */
const renamedKind = (from: string, to: string) => `
  ALTER TABLE audit_change DROP CONSTRAINT audit_change_kind_check;
  UPDATE audit_change SET kind = '${to}' WHERE kind = '${from}';
  ALTER TABLE audit_change ADD CONSTRAINT audit_change_kind_check CHECK (kind IN (
    'person_added', 'person_removed', 'role', 'active', 'external', 'email', 'name', 'manager', 'department', 'position',
    'contract_type', 'joined_on', 'last_day', 'salary', '${to}', 'role_added', 'role_renamed', 'role_permissions',
    'role_removed', 'project_role', 'group_member', 'delegation', 'department_head', 'view_begun', 'view_ended'));
  CREATE OR REPLACE FUNCTION audit_user_private() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $body$
  DECLARE
    entry bigint;
  BEGIN
    IF (TG_OP = 'INSERT' AND NEW.salary IS NOT NULL)
      OR (TG_OP = 'UPDATE' AND (NEW.salary IS DISTINCT FROM OLD.salary OR NEW.currency IS DISTINCT FROM OLD.currency)) THEN
      entry := note_audit(NEW.tenant_id, 'salary', NEW.user_id, NULL, NULL, NULL, NULL);
      INSERT INTO audit_salary (tenant_id, change_id, user_id, before, after) VALUES (NEW.tenant_id, entry, NEW.user_id,
        CASE WHEN TG_OP = 'UPDATE' THEN trim_scale(OLD.salary) || ' ' || OLD.currency END,
        trim_scale(NEW.salary) || ' ' || NEW.currency);
    END IF;
    -- That something private became another, and not what.
    IF TG_OP = 'UPDATE' AND (to_jsonb(NEW) - '{salary,currency}'::text[]) <> (to_jsonb(OLD) - '{salary,currency}'::text[]) THEN
      PERFORM note_audit(NEW.tenant_id, '${to}', NEW.user_id, NULL, NULL, NULL, NULL);
    END IF;
    RETURN NULL;
  END $body$;
`;
