import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * A room says whether what is asked for holds it until it is decided. Where it doesn't, several may ask for one hour, and the first
 * approval has it (docs/decisions/0203-what-is-asked-for-may-hold-nothing.md).
 */
export class PendingBlocks0203 implements MigrationInterface {
  name = "PendingBlocks0000000000203";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE room ADD COLUMN pending_blocks boolean NOT NULL DEFAULT true;
      -- The room's when it was booked.
      ALTER TABLE booking ADD COLUMN pending_blocks boolean NOT NULL DEFAULT true;
    `);
    await runner.query(occupyByBooking(" OR (NEW.status = 'pending' AND NOT NEW.pending_blocks)"));
    await runner.query(trigger(", pending_blocks"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(trigger(""));
    await runner.query(occupyByBooking(""));
    await runner.query(`
      ALTER TABLE booking DROP COLUMN pending_blocks;
      ALTER TABLE room DROP COLUMN pending_blocks;
    `);
  }
}

const occupyByBooking = (heldByNothing: string) => `
  CREATE OR REPLACE FUNCTION occupy_by_booking() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      DELETE FROM occupied_slot WHERE tenant_id = OLD.tenant_id AND booking_id = OLD.id;
    END IF;
    IF NEW.status NOT IN ('pending', 'approved')${heldByNothing} THEN RETURN NULL; END IF;
    INSERT INTO occupied_slot (tenant_id, kind, room_id, car_id, driver_id, booking_id, during, lane)
    SELECT NEW.tenant_id, 'booking', room, car, driver, NEW.id, NEW.during, int8range(0, NULL)
    FROM (VALUES (NEW.room_id, NULL::bigint, NULL::bigint), (NULL, NEW.car_id, NULL), (NULL, NULL, NEW.driver_id))
      AS taken (room, car, driver)
    WHERE num_nonnulls(room, car, driver) = 1 AND (room IS NOT NULL OR NEW.status = 'approved');
    INSERT INTO occupied_slot (tenant_id, kind, equipment_id, booking_id, during, lane)
    SELECT NEW.tenant_id, 'booking', piece, NEW.id, NEW.during, int8range(0, NULL) FROM unnest(NEW.equipment_ids) AS piece ORDER BY 3;
    INSERT INTO occupied_slot (tenant_id, kind, room_id, booking_id, during, lane)
    SELECT NEW.tenant_id, 'buffer', NEW.room_id, NEW.id, beside, int8range(place, place + 1)
    FROM (VALUES
      (tstzrange(NEW.starts_at - make_interval(mins => NEW.buffer_before_minutes), NEW.starts_at)),
      (tstzrange(NEW.ends_at, NEW.ends_at + make_interval(mins => NEW.buffer_after_minutes)))
    ) AS buffer (beside), nextval('occupied_slot_lane') AS place
    WHERE NEW.room_id IS NOT NULL AND NOT isempty(beside);
    RETURN NULL;
  END $$;
`;

const trigger = (more: string) => `
  DROP TRIGGER booking_slots ON booking;
  CREATE TRIGGER booking_slots AFTER INSERT OR UPDATE OF status, starts_at, ends_at, room_id, car_id, driver_id,
    buffer_before_minutes, buffer_after_minutes, equipment_ids${more} ON booking FOR EACH ROW EXECUTE FUNCTION occupy_by_booking();
`;
