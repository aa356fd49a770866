import type { MigrationInterface, QueryRunner } from "typeorm";

/** A shortened date of a series keeps the length that later dates get. An invitation knows which changes its calendar mails contain. */
export class PlannedEndsAndCalendarMails0075 implements MigrationInterface {
  name = "PlannedEndsAndCalendarMails0000000000075";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- End before the booking was released or ended early; null if it wasn't.
      ALTER TABLE booking ADD COLUMN planned_ends_at timestamptz;

      -- When the last change was made that a calendar mail contains.
      ALTER TABLE booking_invitation ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
      CREATE FUNCTION date_invitation_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.changed_at := now();
        RETURN NEW;
      END $$;
      CREATE TRIGGER booking_invitation_changed BEFORE UPDATE OF revision ON booking_invitation FOR EACH ROW
        EXECUTE FUNCTION date_invitation_change()`);
  }

  async down(): Promise<void> {}
}
