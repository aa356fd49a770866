import type { MigrationInterface, QueryRunner } from "typeorm";
import { rewriteKinds } from "./0078-security-log-kinds";

const added = [
  "approval_rules_changed",
  "form_published",
  "finance_settings_changed",
  "budget_changed",
  "leave_settings_changed",
  "leave_balance_changed",
]
  .map((kind) => `'${kind}'::text, `)
  .join("");

/**
 * The security log tells who changed what decides about money and rights: approval rules, forms, settings, budgets,
 * balances. What passes in the event log is found without reading the rest of it.
 */
export class LogUpkeep0082 implements MigrationInterface {
  name = "LogUpkeep0000000000082";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX domain_event_passing ON domain_event (tenant_id, id)
        WHERE type = 'request_list.changed' AND processed_at IS NOT NULL`);
    await runner.query(rewriteKinds("ARRAY[", `ARRAY[${added}`));
  }

  async down(runner: QueryRunner): Promise<void> {
    // What has been told of stays in the log: only new rows are held to the rule of before.
    await runner.query(rewriteKinds(added, "", "NOT VALID"));
    await runner.query("DROP INDEX domain_event_passing");
  }
}
