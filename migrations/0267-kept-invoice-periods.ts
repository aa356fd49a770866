import type { MigrationInterface, QueryRunner } from "typeorm";

/** The operator's own books say what was paid for, as the organisation's list did (0244). By the plan's code: plans may go. */
export class KeptInvoicePeriods0267 implements MigrationInterface {
  name = "KeptInvoicePeriods0000000000267";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE kept_invoice
        ADD COLUMN plan_code text,
        ADD COLUMN period_starts_at timestamptz,
        ADD COLUMN period_ends_at timestamptz,
        ADD CONSTRAINT kept_invoice_plan_with_period
          CHECK (num_nonnulls(plan_code, period_starts_at, period_ends_at) IN (0, 3)),
        ADD CONSTRAINT kept_invoice_period CHECK (period_ends_at > period_starts_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE kept_invoice DROP COLUMN plan_code, DROP COLUMN period_starts_at, DROP COLUMN period_ends_at;
    `);
  }
}
