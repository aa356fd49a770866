import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * OFFSET 0 keeps the planner from reordering the join: it underestimates how many roles have a permission, and would read a user's waiting
 * steps once per role.
 */
export class FamilyDeciderPlan0043 implements MigrationInterface {
  name = "FamilyDeciderPlan0000000000043";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW family_decider WITH (security_invoker = true) AS
        SELECT u.tenant_id, u.id, u.role_id, f.family FROM app_user u
        CROSS JOIN LATERAL (
          SELECT r.code, r.permissions FROM role r WHERE r.tenant_id = u.tenant_id AND r.id = u.role_id OFFSET 0
        ) AS r
        JOIN request_family AS f (family, codes) ON r.code IS NOT DISTINCT FROM 'administrator' OR r.permissions && f.codes
        WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external`);
  }

  async down(): Promise<void> {}
}
