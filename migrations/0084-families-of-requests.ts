import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Families of requests are rows: a family's own migration adds one, and nothing else has to know. Two checks and the view
 * of deciders named them before.
 */
export class FamiliesOfRequests0084 implements MigrationInterface {
  name = "FamiliesOfRequests0000000000084";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE request_family (
        code    text PRIMARY KEY,
        -- Who may decide its requests: any of these permissions.
        approve text[] NOT NULL CHECK (cardinality(approve) > 0)
      );
      INSERT INTO request_family (code, approve) VALUES
        ('leave', ARRAY['leave-request-approve', 'leave-request-hr-approve']),
        ('finance', ARRAY['payment-approve']),
        ('form', ARRAY['vas-request-approve']);
      GRANT SELECT ON request_family TO portal_app, portal_worker;
      ALTER TABLE request DROP CONSTRAINT request_family_check,
        ADD CONSTRAINT request_of_family FOREIGN KEY (family) REFERENCES request_family (code);
      ALTER TABLE approval_rule DROP CONSTRAINT approval_rule_family_check,
        ADD CONSTRAINT approval_rule_of_family FOREIGN KEY (family) REFERENCES request_family (code);
      ${deciders("request_family AS f (family, codes)")}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${deciders(`(VALUES ('leave', ARRAY['leave-request-approve', 'leave-request-hr-approve']),
        ('finance', ARRAY['payment-approve']), ('form', ARRAY['vas-request-approve'])) AS f (family, codes)`)}
      ALTER TABLE approval_rule DROP CONSTRAINT approval_rule_of_family,
        ADD CONSTRAINT approval_rule_family_check CHECK (family IN ('leave', 'finance', 'form'));
      ALTER TABLE request DROP CONSTRAINT request_of_family,
        ADD CONSTRAINT request_family_check CHECK (family IN ('leave', 'finance', 'form'));
      DROP TABLE request_family;
    `);
  }
}

const deciders = (families: string) => `
  CREATE OR REPLACE VIEW family_decider WITH (security_invoker = true) AS
    SELECT u.tenant_id, u.id, u.role_id, f.family FROM app_user u
    JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
    JOIN ${families} ON r.code IS NOT DISTINCT FROM 'administrator' OR r.permissions && f.codes
    WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external;`;
