import type { MigrationInterface, QueryRunner } from "typeorm";

/** Whom somebody reports to beside their manager, in the audit list and in their history. */
export class DottedLineHistory0248 implements MigrationInterface {
  name = "DottedLineHistory0000000000248";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(constraints(true));
    await runner.query(`
      CREATE FUNCTION audit_dotted_line() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $body$
      DECLARE
        leader text := audited_person(NEW.tenant_id, NEW.manager_id);
      BEGIN
        IF TG_OP = 'INSERT' THEN
          PERFORM note_audit(NEW.tenant_id, 'dotted_line', NEW.user_id, NEW.manager_id, NULL, NULL, leader);
        ELSIF NEW.ended_on IS NOT NULL AND OLD.ended_on IS NULL THEN
          PERFORM note_audit(NEW.tenant_id, 'dotted_line', NEW.user_id, NEW.manager_id, NULL, leader, NULL);
        END IF;
        RETURN NULL;
      END $body$;
      CREATE TRIGGER dotted_line_audit AFTER INSERT OR UPDATE OF ended_on ON dotted_line
        FOR EACH ROW EXECUTE FUNCTION audit_dotted_line();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER dotted_line_audit ON dotted_line;
      DROP FUNCTION audit_dotted_line();
      DELETE FROM audit_change WHERE kind = 'dotted_line';
      DELETE FROM user_history_field WHERE field = 'dotted';
    `);
    await runner.query(constraints(false));
  }
}

const constraints = (dotted: boolean) => `
  ALTER TABLE audit_change DROP CONSTRAINT audit_change_kind_check;
  ALTER TABLE audit_change ADD CONSTRAINT audit_change_kind_check CHECK (kind IN (
    'person_added', 'person_removed', 'role', 'active', 'external', 'email', 'name', 'manager', ${dotted ? "'dotted_line', " : ""}'department',
    'position', 'contract_type', 'joined_on', 'last_day', 'salary', 'private_details', 'role_added', 'role_renamed', 'role_permissions',
    'role_removed', 'project_role', 'group_member', 'delegation', 'department_head', 'view_begun', 'view_ended'));
  ALTER TABLE user_history_field DROP CONSTRAINT user_history_field_field_check;
  ALTER TABLE user_history_field ADD CONSTRAINT user_history_field_field_check CHECK (field IN (
    'position', 'department', 'parent', ${dotted ? "'dotted', " : ""}'contract_type', 'role', 'location', 'salary'));
`;
