import type { MigrationInterface, QueryRunner } from "typeorm";

const shown = "title, note, status, starts_at, ends_at, room_id, car_id, from_place, to_place".split(", ");

const triggers = (columns: readonly string[], more = "") => {
  const of = (row: string) => columns.map((each) => `${row}.${each}`).join(", ");
  const changed = `((${of("OLD")}) IS DISTINCT FROM (${of("NEW")})${more})`;
  return `
    DROP TRIGGER booking_calendar_sequence ON booking;
    DROP TRIGGER booking_calendar_due ON booking;
    CREATE TRIGGER booking_calendar_sequence BEFORE UPDATE ON booking
      FOR EACH ROW WHEN (${changed}) EXECUTE FUNCTION count_calendar_change();
    CREATE TRIGGER booking_calendar_due AFTER UPDATE ON booking
      FOR EACH ROW WHEN (${changed}) EXECUTE FUNCTION tell_calendars();
  `;
};

// A room's equipment isn't shown by calendars: it is a place only where it is booked by itself.
const otherPiece = `
  OR (NEW.bookable_type = 'equipment' AND OLD.equipment_ids[1] IS DISTINCT FROM NEW.equipment_ids[1])`;

/**
 * Calendars are told of two changes more: of another driver, who stands in the description, and of another piece of equipment,
 * which is the place of what is booked by itself since 0251.
 */
export class CalendarsFollow0270 implements MigrationInterface {
  name = "CalendarsFollow0000000000270";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(triggers([...shown, "driver_id"], otherPiece));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(triggers(shown));
  }
}
