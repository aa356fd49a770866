import type { MigrationInterface, QueryRunner } from "typeorm";

export class BookingsTimeAndSeats0030 implements MigrationInterface {
  name = "BookingsTimeAndSeats0000000000030";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- 31 calendar days have up to two hours more when the clock goes back.
      ALTER TABLE booking DROP CONSTRAINT booking_a_month_at_most;
      ALTER TABLE booking ADD CONSTRAINT booking_a_month_at_most CHECK (ends_at - starts_at <= interval '31 days 2 hours');

      -- When the start or the room last changed. The time for checking in runs from then on.
      ALTER TABLE booking ADD COLUMN moved_at timestamptz;
      CREATE FUNCTION note_booking_move() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.moved_at := now();
        RETURN NEW;
      END $$;
      CREATE TRIGGER booking_moved BEFORE UPDATE OF starts_at, room_id ON booking FOR EACH ROW
        WHEN ((OLD.starts_at, OLD.room_id) IS DISTINCT FROM (NEW.starts_at, NEW.room_id)) EXECUTE FUNCTION note_booking_move();

      -- Whether a room can't be booked for more people than it has seats. Otherwise the form only warns.
      ALTER TABLE tenant ADD COLUMN enforce_room_capacity boolean NOT NULL DEFAULT false`);
  }
  async down(): Promise<void> {}
}
