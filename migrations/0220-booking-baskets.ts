import type { MigrationInterface, QueryRunner } from "typeorm";

/** What was booked together: a room and a car, say. Each is a booking of its own (docs/decisions/0220-booked-together.md). */
export class BookingBaskets0220 implements MigrationInterface {
  name = "BookingBaskets0000000000220";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE booking ADD COLUMN basket_id bigint;
      CREATE SEQUENCE booking_basket OWNED BY booking.basket_id;
      GRANT USAGE ON SEQUENCE booking_basket TO portal_app;
      CREATE INDEX booking_of_basket ON booking (tenant_id, basket_id) WHERE basket_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE booking DROP COLUMN basket_id");
  }
}
