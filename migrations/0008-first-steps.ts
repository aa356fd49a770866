import type { MigrationInterface, QueryRunner } from "typeorm";

const way = (decider: "e.id" | "d.delegatee_id", holder: string, condition = "") => `
  SELECT s.tenant_id, s.id AS step_id, s.request_id, s.round, s.route, s.since, r.family, r.type,
    ${decider} AS decider_id, e.id AS holder_id, s.position
  FROM request_step s JOIN request r ON r.tenant_id = s.tenant_id AND r.id = s.request_id
  JOIN family_decider e ON e.tenant_id = s.tenant_id AND e.family = r.family AND ${holder}
  ${decider === "e.id" ? "" : "JOIN running_delegation d ON d.tenant_id = e.tenant_id AND d.delegator_id = e.id"}
  WHERE s.tenant_id = current_tenant() AND s.state = 'now' ${condition}
    AND e.id <> r.requester_id AND ${decider} <> r.requester_id`;
const waysOf = (holder: string, condition = "") =>
  `${way("e.id", holder, condition)} UNION ALL ${way("d.delegatee_id", holder, condition)}`;

/** The four-eyes check of an inbox skips first steps, which are most of it: no step of their round has been approved. */
export class FirstSteps0008 implements MigrationInterface {
  name = "FirstSteps0000000000008";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW step_way WITH (security_invoker = true) AS
        ${waysOf("e.id = s.approver_id")}
        UNION ALL ${waysOf("e.role_id = s.role_id")}
        UNION ALL ${waysOf("e.id = s.meant_id", "AND s.route IN ('away', 'last_resort')")};
      CREATE OR REPLACE VIEW step_decider WITH (security_invoker = true) AS
        SELECT w.* FROM step_way w
        WHERE w.position = 0 OR w.route = 'alone' OR NOT (SELECT four_eyes()) OR NOT EXISTS (
          SELECT FROM request_step p WHERE p.tenant_id = w.tenant_id AND p.request_id = w.request_id AND p.round = w.round
            AND p.state = 'approved'
            AND (w.decider_id IN (p.decided_by, p.on_behalf_of) OR w.holder_id IN (p.decided_by, p.on_behalf_of)))`);
  }

  async down(): Promise<void> {}
}
