import type { MigrationInterface, QueryRunner } from "typeorm";

/** What a delivery asks is the last one before it, and the first ones due of a person: neither reads all there are. */
export class DeliveriesInOrder0350 implements MigrationInterface {
  name = "DeliveriesInOrder0000000000350";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX notification_delivery_of, notification_delivery_due;
      CREATE INDEX notification_delivery_of ON notification_delivery (tenant_id, notification_id, id);
      CREATE INDEX notification_delivery_due ON notification_delivery (tenant_id, channel, due_at) WHERE done_at IS NULL;
      CREATE INDEX notification_delivery_waits ON notification_delivery (tenant_id, channel, user_id, due_at, id)
        WHERE done_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX notification_delivery_of, notification_delivery_due, notification_delivery_waits;
      CREATE INDEX notification_delivery_of ON notification_delivery (tenant_id, notification_id);
      CREATE INDEX notification_delivery_due ON notification_delivery (due_at) WHERE done_at IS NULL;
    `);
  }
}
