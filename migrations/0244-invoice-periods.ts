import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Which plan an invoice pays for, and from when to when. What was stored before has neither; the next comparison with the provider
 * adds them to as many invoices as it reads.
 */
export class InvoicePeriods0244 implements MigrationInterface {
  name = "InvoicePeriods0000000000244";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscription_invoice
        ADD COLUMN plan_id bigint REFERENCES plan,
        ADD COLUMN period_starts_at timestamptz,
        ADD COLUMN period_ends_at timestamptz,
        ADD CONSTRAINT subscription_invoice_plan_with_period
          CHECK (num_nonnulls(plan_id, period_starts_at, period_ends_at) IN (0, 3)),
        ADD CONSTRAINT subscription_invoice_period CHECK (period_ends_at > period_starts_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscription_invoice DROP COLUMN plan_id, DROP COLUMN period_starts_at, DROP COLUMN period_ends_at;
    `);
  }
}
