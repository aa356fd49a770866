import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The calendar of whoever drives is told by mail of a trip that is given to them, changes or is taken from them, as those of
 * whoever asked and is invited (docs/decisions/0280-drivers-calendars.md).
 */
export class DriversCalendars0279 implements MigrationInterface {
  name = "DriversCalendars0000000000279";

  async up(runner: QueryRunner): Promise<void> {
    // Somebody who drives it, or did. Who is invited as well is told as that.
    await runner.query("ALTER TABLE booking_invitation ADD drives boolean NOT NULL DEFAULT false");
    await runner.query(tellCalendars(driver, "(withdrawn_at IS NULL OR drives)"));
    await runner.query(known);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(tellCalendars("", "withdrawn_at IS NULL"));
    await runner.query(`
      DELETE FROM booking_invitation i USING booking b WHERE i.drives AND b.tenant_id = i.tenant_id AND b.id = i.booking_id
        AND b.requester_id <> i.user_id AND NOT EXISTS (SELECT FROM booking_participant p
          WHERE p.tenant_id = i.tenant_id AND p.booking_id = i.booking_id AND p.user_id = i.user_id)`);
    await runner.query("ALTER TABLE booking_invitation DROP COLUMN drives");
  }
}

const driver = `
    IF NEW.status = 'approved' AND NEW.driver_id IS NOT NULL
      AND (OLD.status, OLD.driver_id) IS DISTINCT FROM (NEW.status, NEW.driver_id) THEN
      INSERT INTO booking_invitation (tenant_id, booking_id, user_id, drives)
      SELECT NEW.tenant_id, NEW.id, d.user_id, true FROM driver d
      WHERE d.tenant_id = NEW.tenant_id AND d.id = NEW.driver_id AND d.user_id IS NOT NULL
      ON CONFLICT (tenant_id, booking_id, user_id) DO UPDATE SET drives = true;
    END IF;`;

const tellCalendars = (more: string, told: string) => `
  CREATE OR REPLACE FUNCTION tell_calendars() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF OLD.status = 'pending' AND NEW.status = 'approved' THEN
      INSERT INTO booking_invitation (tenant_id, booking_id, user_id) VALUES (NEW.tenant_id, NEW.id, NEW.requester_id)
      ON CONFLICT (tenant_id, booking_id, user_id) DO NOTHING;
    END IF;${more}
    UPDATE booking_invitation SET due_at = now() + interval '20 seconds', revision = revision + 1, attempts = 0
    WHERE tenant_id = NEW.tenant_id AND booking_id = NEW.id AND ${told};
    RETURN NULL;
  END $$;`;

// Each tenant by itself: even the owner sees no other's rows. Of what they know already nobody is told; of changes from here on.
const known = `
  DO $$
  DECLARE one record;
  BEGIN
    FOR one IN SELECT id FROM tenant LOOP
      PERFORM set_config('app.tenant_id', one.id::text, true);
      INSERT INTO booking_invitation (tenant_id, booking_id, user_id, drives)
      SELECT b.tenant_id, b.id, d.user_id, true FROM booking b
      JOIN driver d ON d.tenant_id = b.tenant_id AND d.id = b.driver_id AND d.user_id IS NOT NULL
      WHERE b.tenant_id = one.id AND b.ends_at > now() AND b.status = 'approved'
      ON CONFLICT (tenant_id, booking_id, user_id) DO UPDATE SET drives = true;
    END LOOP;
    PERFORM set_config('app.tenant_id', '', true);
  END $$;
`;
