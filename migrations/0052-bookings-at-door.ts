import type { MigrationInterface, QueryRunner } from "typeorm";

/** Bookings made at a door screen belong to the room, not to the user who set the screen up. */
export class BookingsAtDoor0052 implements MigrationInterface {
  name = "BookingsAtDoor0000000000052";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE booking ALTER COLUMN requester_id DROP NOT NULL,
        -- Made at the room's door screen, without a requester.
        ADD at_door boolean NOT NULL DEFAULT false;

      -- Such bookings have the title of the door screen, begin when they are made and are checked in at once.
      UPDATE booking b SET requester_id = NULL, at_door = true FROM door_screen s
      WHERE s.tenant_id = b.tenant_id AND s.room_id = b.room_id AND b.bookable_type = 'room' AND b.checked_in_at = b.starts_at
        AND b.title IN ('Booked at the door', 'حُجزت عند الباب', 'لای دەرگا حجزکرا', 'An der Tür gebucht', '문 앞에서 예약')
        AND NOT b.private AND b.series_id IS NULL AND b.basket_id IS NULL AND b.status <> 'pending'
        AND NOT EXISTS (SELECT FROM booking_participant p WHERE p.tenant_id = b.tenant_id AND p.booking_id = b.id)
        AND NOT EXISTS (SELECT FROM booking_invitation i WHERE i.tenant_id = b.tenant_id AND i.booking_id = b.id);

      -- Invitations, approvals, private bookings and series need a requester.
      ALTER TABLE booking ADD CONSTRAINT booking_made_by CHECK ((requester_id IS NULL) = at_door),
        ADD CONSTRAINT booking_at_door CHECK (NOT at_door
          OR bookable_type = 'room' AND NOT private AND series_id IS NULL AND status <> 'pending');

      -- The screen remains when the user who set it up is deleted.
      ALTER TABLE door_screen ALTER COLUMN created_by DROP NOT NULL;
      DO $$
      DECLARE name text;
      BEGIN
        SELECT c.conname INTO STRICT name FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
        WHERE c.conrelid = 'door_screen'::regclass AND c.contype = 'f' AND a.attname = 'created_by';
        EXECUTE format('ALTER TABLE door_screen DROP CONSTRAINT %I', name);
      END $$;
      ALTER TABLE door_screen ADD CONSTRAINT door_screen_created_by_fkey FOREIGN KEY (tenant_id, created_by)
        REFERENCES app_user (tenant_id, id) ON DELETE SET NULL (created_by)`);
  }

  async down(): Promise<void> {}
}
