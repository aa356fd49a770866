import type { MigrationInterface, QueryRunner } from "typeorm";

/** The beginning that people were reminded of: a booking that is moved is told of again. */
export class BookingReminders0131 implements MigrationInterface {
  name = "BookingReminders0000000000131";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE booking ADD COLUMN reminded_of timestamptz;
      CREATE INDEX booking_approved ON booking (tenant_id, starts_at) WHERE status = 'approved';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX booking_approved; ALTER TABLE booking DROP COLUMN reminded_of;");
  }
}
