import type { MigrationInterface, QueryRunner } from "typeorm";

/** One way in which a step that is asked is somebody's to decide. */
const way = (holder: string, decider: "e.id" | "d.delegatee_id") => `
  SELECT s.tenant_id, s.id AS step_id, s.request_id, s.round, s.route, s.since, r.family, r.type,
         ${decider} AS decider_id, e.id AS holder_id
  FROM request_step s
  JOIN request r ON r.tenant_id = s.tenant_id AND r.id = s.request_id
  JOIN family_decider e ON e.tenant_id = s.tenant_id AND e.family = r.family AND ${holder}
  ${decider === "e.id" ? "" : "JOIN running_delegation d ON d.tenant_id = e.tenant_id AND d.delegator_id = e.id"}
  WHERE s.tenant_id = current_tenant() AND s.state = 'now' AND e.id <> r.requester_id AND ${decider} <> r.requester_id`;

/** Every way: in person or by role, in one's own name or in somebody's who has handed it over. */
export const ways = (["e.id", "d.delegatee_id"] as const)
  .flatMap((decider) => ["e.id = s.approver_id", "e.role_id = s.role_id"].map((holder) => way(holder, decider)))
  .join(" UNION ALL ");

/** Whose delegations count at the moment: `running` says it of `d`. */
export const seenBy = (running: { from: string; fits: string }) => `
  CREATE OR REPLACE FUNCTION request_is_seen_by(request bigint, person bigint) RETURNS boolean LANGUAGE sql STABLE RETURN EXISTS (
    SELECT FROM request r WHERE r.tenant_id = current_tenant() AND r.id = request AND (
      r.requester_id = person
      OR (r.status <> 'draft' AND (
        EXISTS (
          SELECT FROM request_step s WHERE s.tenant_id = r.tenant_id AND s.request_id = r.id AND s.state <> 'dropped' AND (
            person IN (s.approver_id, s.decided_by)
            OR s.role_id = (SELECT role_id FROM app_user WHERE tenant_id = r.tenant_id AND id = person)
            OR EXISTS (SELECT FROM ${running.from} d JOIN app_user u ON u.tenant_id = d.tenant_id AND u.id = d.delegator_id
                       WHERE d.tenant_id = r.tenant_id AND d.delegatee_id = person ${running.fits}
                         AND (u.id = s.approver_id OR u.role_id = s.role_id))))
        OR EXISTS (
          WITH RECURSIVE line AS (
            SELECT parent_id FROM app_user WHERE tenant_id = r.tenant_id AND id = r.requester_id
            UNION
            SELECT u.parent_id FROM line JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = line.parent_id
          )
          SELECT FROM line WHERE parent_id = person)))))`;

/** Who decides what, said once: whoever is asked, may approve requests of that family, and isn't the one who asks. */
export class WhoDecides0061 implements MigrationInterface {
  name = "WhoDecides0000000000061";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Delegations that count at this moment.
      CREATE VIEW running_delegation WITH (security_invoker = true) AS
        SELECT d.tenant_id, d.id, d.delegator_id, d.delegatee_id, d.start_date FROM delegation d
        JOIN app_user f ON f.tenant_id = d.tenant_id AND f.id = d.delegator_id AND f.active
        JOIN app_user t ON t.tenant_id = d.tenant_id AND t.id = d.delegatee_id AND t.active AND NOT t.external
        WHERE d.tenant_id = current_tenant() AND d.ended_at IS NULL
          AND tenant_today() BETWEEN d.start_date AND COALESCE(d.end_date, 'infinity'::date);

      -- Who may approve requests of a family at all. Whom they hand it to decides by their right.
      CREATE VIEW family_decider WITH (security_invoker = true) AS
        SELECT u.tenant_id, u.id, u.role_id, f.family FROM app_user u
        JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
        JOIN (VALUES ('leave', ARRAY['leave-request-approve', 'leave-request-hr-approve']),
                     ('finance', ARRAY['payment-approve']), ('form', ARRAY['vas-request-approve'])) AS f (family, codes)
          ON r.code IS NOT DISTINCT FROM 'administrator' OR r.permissions && f.codes
        WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external;

      -- Who may decide the step that is asked of a request, and in whose name.
      CREATE VIEW step_decider WITH (security_invoker = true) AS ${ways};
      GRANT SELECT ON running_delegation, family_decider, step_decider TO portal_app, portal_worker;
      ${seenBy({ from: "running_delegation", fits: "" })};

      -- Heads of finance and of people decide what their own people ask for: these rights were never asked for before.
      UPDATE role SET permissions = ARRAY(SELECT DISTINCT unnest(permissions || ARRAY['leave-request-approve', 'vas-request-approve']) ORDER BY 1)
      WHERE code = 'finance';
      UPDATE role SET permissions = ARRAY(SELECT DISTINCT unnest(permissions || ARRAY['payment-approve']) ORDER BY 1)
      WHERE code = 'hr';
      ALTER TABLE request_step DROP CONSTRAINT request_step_route_check;
      ALTER TABLE request_step ADD CONSTRAINT request_step_route_check
        CHECK (route IN ('rule', 'upward', 'away', 'no_right', 'escalated', 'administrators'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    const fits = `AND d.ended_at IS NULL AND tenant_today() BETWEEN d.start_date AND COALESCE(d.end_date, 'infinity'::date)`;
    await runner.query(`
      UPDATE request_step SET route = 'upward' WHERE route = 'no_right';
      ALTER TABLE request_step DROP CONSTRAINT request_step_route_check;
      ALTER TABLE request_step ADD CONSTRAINT request_step_route_check
        CHECK (route IN ('rule', 'upward', 'away', 'escalated', 'administrators'));
      ${seenBy({ from: "delegation", fits })};
      DROP VIEW step_decider, family_decider, running_delegation;
    `);
  }
}
