import type { MigrationInterface, QueryRunner } from "typeorm";
import { ways } from "./0061-who-decides";

const routes = ["rule", "upward", "away", "no_right", "escalated", "administrators"];
const routesAre = (names: readonly string[]) => `
  ALTER TABLE request_step DROP CONSTRAINT request_step_route_check;
  ALTER TABLE request_step ADD CONSTRAINT request_step_route_check CHECK (route IN ('${names.join("', '")}'));`;
const deciders = (from: string) => `CREATE OR REPLACE VIEW step_decider WITH (security_invoker = true) AS ${from};`;

/** Four eyes: nobody decides two steps of one request, whoever's name they do it in. */
export class FourEyes0062 implements MigrationInterface {
  name = "FourEyes0000000000062";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE approval_setting ADD COLUMN four_eyes boolean NOT NULL DEFAULT true;
      -- Without a row of its own an organisation has what the column begins with.
      CREATE FUNCTION four_eyes() RETURNS boolean LANGUAGE sql STABLE
        RETURN COALESCE((SELECT four_eyes FROM approval_setting WHERE tenant_id = current_tenant()), true);

      -- Who has approved a step of a request since it was last sent: by themselves, or somebody in their name.
      CREATE VIEW request_approver WITH (security_invoker = true) AS
        SELECT DISTINCT s.tenant_id, s.request_id, p.id
        FROM request r
        JOIN request_step s ON s.tenant_id = r.tenant_id AND s.request_id = r.id AND s.round = r.round AND s.state = 'approved'
        CROSS JOIN LATERAL (VALUES (s.decided_by), (s.on_behalf_of)) AS p (id)
        WHERE r.tenant_id = current_tenant() AND p.id IS NOT NULL;
      ${routesAre([...routes, "four_eyes", "alone"])}
      -- Who would decide the step that is asked, whatever they have decided before.
      CREATE VIEW step_way WITH (security_invoker = true) AS ${ways};
      -- 'alone': nobody else is there, and so it may be one who has approved before.
      ${deciders(`SELECT w.* FROM step_way w WHERE w.route = 'alone' OR NOT (SELECT four_eyes()) OR NOT EXISTS (
        SELECT FROM request_step p WHERE p.tenant_id = w.tenant_id AND p.request_id = w.request_id AND p.round = w.round
          AND p.state = 'approved'
          AND (w.decider_id IN (p.decided_by, p.on_behalf_of) OR w.holder_id IN (p.decided_by, p.on_behalf_of)))`)}
      GRANT SELECT ON request_approver, step_way TO portal_app, portal_worker;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE request_step SET route = 'upward' WHERE route IN ('four_eyes', 'alone');
      ${routesAre(routes)}
      ${deciders(ways)}
      DROP VIEW request_approver, step_way;
      DROP FUNCTION four_eyes();
      ALTER TABLE approval_setting DROP COLUMN four_eyes;
    `);
  }
}
