import type { MigrationInterface, QueryRunner } from "typeorm";

/** People from outside: what they may hold, and the role `guest` that they have in projects. */
export class Outside0050 implements MigrationInterface {
  name = "Outside0000000000050";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Whether a person holds a permission at this moment: the SQL copy of permissionsOf in server/platform/session.ts.
      CREATE FUNCTION person_holds(person bigint, code text) RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT EXISTS (
          SELECT FROM app_user u JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
          WHERE u.tenant_id = current_tenant() AND u.id = person_holds.person AND u.active
            AND (NOT u.external OR person_holds.code IN ('project-list', 'project-view'))
            AND (r.code = 'administrator' OR person_holds.code = ANY(r.permissions)))
      $$;

      ALTER TABLE project_member DROP CONSTRAINT project_member_role_check;
      ALTER TABLE project_member ADD CONSTRAINT project_member_role_check
        CHECK (role IN ('owner', 'member', 'guest', 'viewer'));
      -- There was no such role when they were added: whoever owns the project can make them members again.
      UPDATE project_member m SET role = 'guest' FROM app_user u
      WHERE u.tenant_id = m.tenant_id AND u.id = m.user_id AND u.external AND m.role = 'member';

      -- A group makes members of its people, but guests of those from outside.
      CREATE OR REPLACE VIEW project_access WITH (security_invoker = true) AS
        SELECT tenant_id, project_id, user_id,
               CASE min(strength) WHEN 1 THEN 'owner' WHEN 2 THEN 'member' WHEN 3 THEN 'guest' ELSE 'viewer' END AS role
        FROM (
          SELECT tenant_id, project_id, user_id,
                 CASE role WHEN 'owner' THEN 1 WHEN 'member' THEN 2 WHEN 'guest' THEN 3 ELSE 4 END AS strength
          FROM project_member
          UNION ALL
          SELECT g.tenant_id, g.project_id, m.user_id, CASE WHEN u.external THEN 3 ELSE 2 END
          FROM project_group g JOIN user_group_member m USING (tenant_id, group_id)
          JOIN app_user u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
        ) AS ways
        GROUP BY tenant_id, project_id, user_id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW project_access WITH (security_invoker = true) AS
        SELECT tenant_id, project_id, user_id,
               CASE min(strength) WHEN 1 THEN 'owner' WHEN 2 THEN 'member' ELSE 'viewer' END AS role
        FROM (
          SELECT tenant_id, project_id, user_id, CASE role WHEN 'owner' THEN 1 WHEN 'member' THEN 2 ELSE 3 END AS strength
          FROM project_member
          UNION ALL
          SELECT g.tenant_id, g.project_id, m.user_id, 2
          FROM project_group g JOIN user_group_member m USING (tenant_id, group_id)
        ) AS ways
        GROUP BY tenant_id, project_id, user_id;
      UPDATE project_member SET role = 'member' WHERE role = 'guest';
      ALTER TABLE project_member DROP CONSTRAINT project_member_role_check;
      ALTER TABLE project_member ADD CONSTRAINT project_member_role_check CHECK (role IN ('owner', 'member', 'viewer'));
      DROP FUNCTION person_holds(bigint, text);
    `);
  }
}
