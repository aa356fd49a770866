import type { MigrationInterface, QueryRunner } from "typeorm";

/** Whose payments are open is asked of all organisations at once, every quarter of an hour (decision 263). */
export class OpenPayments0263 implements MigrationInterface {
  name = "OpenPayments0000000000263";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX subscription_checkout_open ON subscription_checkout (tenant_id) WHERE state = 'open';
      CREATE INDEX subscription_past_due ON subscription (tenant_id) WHERE state = 'past_due';
      CREATE POLICY worker_sees_open ON subscription_checkout FOR SELECT TO portal_worker USING (state = 'open');
      CREATE POLICY worker_sees_past_due ON subscription FOR SELECT TO portal_worker USING (state = 'past_due');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP POLICY worker_sees_past_due ON subscription;
      DROP POLICY worker_sees_open ON subscription_checkout;
      DROP INDEX subscription_past_due, subscription_checkout_open;
    `);
  }
}
