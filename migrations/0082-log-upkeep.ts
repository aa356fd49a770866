import type { MigrationInterface, QueryRunner } from "typeorm";

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

/** Changes the list that the rule has now, as 0078 does. */
const rewrite = (from: string, to: string, not = "") => `
  DO $change$
  DECLARE rule text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint
                        WHERE conname = 'security_event_kind_check' AND conrelid = 'security_event'::regclass);
  BEGIN
    ALTER TABLE security_event DROP CONSTRAINT security_event_kind_check;
    EXECUTE 'ALTER TABLE security_event ADD CONSTRAINT security_event_kind_check '
      || replace(rule, $from$${from}$from$, $to$${to}$to$) || ' ${not}';
  END $change$`;

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
    await runner.query(rewrite("ARRAY[", `ARRAY[${added}`));
  }

  async down(runner: QueryRunner): Promise<void> {
    // What has been told of stays in the log: only new rows are held to the rule of before.
    await runner.query(rewrite(added, "", "NOT VALID"));
    await runner.query("DROP INDEX domain_event_passing");
  }
}
