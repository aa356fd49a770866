import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * A piece of equipment is booked without a room as well: it has hours, a photo, times out of order, and may have to be approved
 * (docs/decisions/0251-equipment-by-itself.md).
 */
export class EquipmentByItself0251 implements MigrationInterface {
  name = "EquipmentByItself0000000000251";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(pieces);
    await runner.query(dropPhoto(orOfEquipment));
    await runner.query(outages);
    await runner.query(occupyByOutage("equipment_id, ", "NEW.equipment_id, "));
    await runner.query(outageTrigger(", equipment_id"));
    await runner.query(bookings);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM request WHERE (tenant_id, id) IN (SELECT q.tenant_id, q.id FROM booking_request q
        JOIN booking b ON b.tenant_id = q.tenant_id AND b.id = q.booking_id WHERE b.bookable_type = 'equipment');
      DELETE FROM booking WHERE bookable_type = 'equipment';
      ALTER TABLE booking DROP CONSTRAINT booking_of_one, DROP CONSTRAINT booking_car_assigned, DROP CONSTRAINT booking_equipment,
        DROP CONSTRAINT booking_bookable_type_check,
        ADD CONSTRAINT booking_bookable_type_check CHECK (bookable_type IN ('room', 'car')),
        ADD CONSTRAINT booking_of_one CHECK (
          (bookable_type = 'room' AND room_id IS NOT NULL AND num_nonnulls(car_type, car_id, driver_id) = 0)
          OR (bookable_type = 'car' AND room_id IS NULL AND car_type IS NOT NULL)),
        ADD CONSTRAINT booking_car_assigned CHECK (bookable_type = 'room' OR status <> 'approved' OR car_id IS NOT NULL),
        ADD CONSTRAINT booking_equipment CHECK (cardinality(equipment_ids) <= 20 AND (bookable_type = 'room' OR equipment_ids = '{}'));
      DELETE FROM outage WHERE equipment_id IS NOT NULL;
    `);
    await runner.query(outageTrigger(""));
    await runner.query(occupyByOutage("", ""));
    await runner.query(`
      ALTER TABLE outage DROP COLUMN equipment_id,
        ADD CONSTRAINT outage_of_one CHECK (num_nonnulls(room_id, car_id, driver_id) = 1);
    `);
    await runner.query(dropPhoto(""));
    await runner.query(`
      DROP TRIGGER equipment_photos ON equipment;
      ALTER TABLE equipment DROP COLUMN auto_approve, DROP COLUMN opens_at, DROP COLUMN closes_at, DROP COLUMN open_days,
        DROP COLUMN image_file_id;
    `);
  }
}

const pieces = `
  ALTER TABLE equipment
    ADD COLUMN auto_approve boolean NOT NULL DEFAULT true,
    -- In the building's time zone; null: around the clock.
    ADD COLUMN opens_at time,
    ADD COLUMN closes_at time,
    ADD COLUMN open_days int[] NOT NULL DEFAULT '{1,2,3,4,5,6,7}',
    ADD COLUMN image_file_id bigint,
    ADD CONSTRAINT equipment_opening_hours CHECK ((opens_at IS NULL) = (closes_at IS NULL) AND closes_at > opens_at),
    ADD CONSTRAINT equipment_open_days CHECK (cardinality(open_days) BETWEEN 1 AND 7 AND open_days <@ '{1,2,3,4,5,6,7}'),
    ADD CONSTRAINT equipment_image FOREIGN KEY (tenant_id, image_file_id) REFERENCES file (tenant_id, id)
      ON DELETE SET NULL (image_file_id);
  CREATE INDEX equipment_image_of ON equipment (tenant_id, image_file_id) WHERE image_file_id IS NOT NULL;
  CREATE TRIGGER equipment_photos AFTER DELETE OR UPDATE OF image_file_id ON equipment
    FOR EACH ROW WHEN (OLD.image_file_id IS NOT NULL) EXECUTE FUNCTION drop_place_photo();
`;

const orOfEquipment = `
      AND NOT EXISTS (SELECT FROM equipment e WHERE e.tenant_id = f.tenant_id AND e.image_file_id = f.id)`;

const dropPhoto = (more: string) => `
  CREATE OR REPLACE FUNCTION drop_place_photo() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM file f WHERE f.tenant_id = OLD.tenant_id AND f.id = OLD.image_file_id
      AND NOT EXISTS (SELECT FROM room r WHERE r.tenant_id = f.tenant_id AND r.image_file_id = f.id)
      AND NOT EXISTS (SELECT FROM car c WHERE c.tenant_id = f.tenant_id AND c.image_file_id = f.id)${more};
    RETURN NULL;
  END $$;
`;

const outages = `
  ALTER TABLE outage ADD COLUMN equipment_id bigint,
    DROP CONSTRAINT outage_of_one,
    ADD CONSTRAINT outage_of_one CHECK (num_nonnulls(room_id, car_id, driver_id, equipment_id) = 1),
    ADD FOREIGN KEY (tenant_id, equipment_id) REFERENCES equipment (tenant_id, id) ON DELETE CASCADE;
  CREATE INDEX outage_of_equipment ON outage (tenant_id, equipment_id, starts_at) WHERE equipment_id IS NOT NULL;
`;

const occupyByOutage = (columns: string, values: string) => `
  CREATE OR REPLACE FUNCTION occupy_by_outage() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE place bigint := nextval('occupied_slot_lane');
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      DELETE FROM occupied_slot WHERE tenant_id = OLD.tenant_id AND outage_id = OLD.id;
    END IF;
    INSERT INTO occupied_slot (tenant_id, kind, room_id, car_id, driver_id, ${columns}outage_id, during, lane)
    VALUES (NEW.tenant_id, 'outage', NEW.room_id, NEW.car_id, NEW.driver_id, ${values}NEW.id,
      tstzrange(NEW.starts_at, NEW.ends_at), int8range(place, place + 1));
    RETURN NULL;
  END $$;
`;

const outageTrigger = (more: string) => `
  DROP TRIGGER outage_slots ON outage;
  CREATE TRIGGER outage_slots AFTER INSERT OR UPDATE OF starts_at, ends_at, room_id, car_id, driver_id${more} ON outage
    FOR EACH ROW EXECUTE FUNCTION occupy_by_outage();
`;

// By itself it is the first of the pieces; their slots are those that a room's have.
const bookings = `
  ALTER TABLE booking DROP CONSTRAINT booking_of_one, DROP CONSTRAINT booking_car_assigned, DROP CONSTRAINT booking_equipment,
    DROP CONSTRAINT booking_bookable_type_check,
    ADD CONSTRAINT booking_bookable_type_check CHECK (bookable_type IN ('room', 'car', 'equipment')),
    ADD CONSTRAINT booking_of_one CHECK (
      (bookable_type = 'room' AND room_id IS NOT NULL AND num_nonnulls(car_type, car_id, driver_id) = 0)
      OR (bookable_type = 'car' AND room_id IS NULL AND car_type IS NOT NULL)
      OR (bookable_type = 'equipment' AND num_nonnulls(room_id, car_type, car_id, driver_id) = 0 AND equipment_ids <> '{}')),
    ADD CONSTRAINT booking_car_assigned CHECK (bookable_type <> 'car' OR status <> 'approved' OR car_id IS NOT NULL),
    ADD CONSTRAINT booking_equipment CHECK (cardinality(equipment_ids) <= 21 AND (bookable_type <> 'car' OR equipment_ids = '{}'));
`;
