import type { MigrationInterface, QueryRunner } from "typeorm";

/** The calendar mail of a new requester says that the booking was handed over. */
export class HandedOverInvitations0081 implements MigrationInterface {
  name = "HandedOverInvitations0000000000081";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Whether the user has taken the booking over from a former requester.
      ALTER TABLE booking_invitation ADD COLUMN handed_over boolean NOT NULL DEFAULT false;

      CREATE OR REPLACE FUNCTION tell_calendars() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- The new requester takes over the invitation of the former one, or keeps an own one.
        IF NEW.requester_id <> OLD.requester_id THEN
          INSERT INTO booking_invitation (tenant_id, booking_id, user_id, handed_over)
          SELECT tenant_id, booking_id, NEW.requester_id, true FROM booking_invitation
          WHERE tenant_id = NEW.tenant_id AND booking_id = NEW.id AND user_id = OLD.requester_id AND withdrawn_at IS NULL
          ON CONFLICT (tenant_id, booking_id, user_id) DO UPDATE SET handed_over = true;
          UPDATE booking_invitation SET withdrawn_at = NULL
          WHERE tenant_id = NEW.tenant_id AND booking_id = NEW.id AND user_id = NEW.requester_id AND withdrawn_at IS NOT NULL;
          UPDATE booking_invitation i
          SET withdrawn_at = now(), due_at = now() + interval '20 seconds', revision = i.revision + 1, attempts = 0
          WHERE i.tenant_id = NEW.tenant_id AND i.booking_id = NEW.id AND i.user_id = OLD.requester_id AND i.withdrawn_at IS NULL
            AND NOT EXISTS (SELECT FROM booking_participant p
              WHERE p.tenant_id = i.tenant_id AND p.booking_id = i.booking_id AND p.user_id = i.user_id);
        END IF;
        IF OLD.status = 'pending' AND NEW.status = 'approved' THEN
          INSERT INTO booking_invitation (tenant_id, booking_id, user_id) VALUES (NEW.tenant_id, NEW.id, NEW.requester_id)
          ON CONFLICT (tenant_id, booking_id, user_id) DO NOTHING;
        END IF;
        IF NEW.status = 'approved' AND NEW.driver_id IS NOT NULL
          AND (OLD.status, OLD.driver_id) IS DISTINCT FROM (NEW.status, NEW.driver_id) THEN
          INSERT INTO booking_invitation (tenant_id, booking_id, user_id, drives)
          SELECT NEW.tenant_id, NEW.id, d.user_id, true FROM driver d
          WHERE d.tenant_id = NEW.tenant_id AND d.id = NEW.driver_id AND d.user_id IS NOT NULL
          ON CONFLICT (tenant_id, booking_id, user_id) DO UPDATE SET drives = true;
        END IF;
        UPDATE booking_invitation SET due_at = now() + interval '20 seconds', revision = revision + 1, attempts = 0
        WHERE tenant_id = NEW.tenant_id AND booking_id = NEW.id AND (withdrawn_at IS NULL OR drives);
        RETURN NULL;
      END $$`);
  }

  async down(): Promise<void> {}
}
