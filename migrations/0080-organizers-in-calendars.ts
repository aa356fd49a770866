import type { MigrationInterface, QueryRunner } from "typeorm";

const shownColumns = ["title", "note", "status", "starts_at", "ends_at", "room_id", "car_id", "from_place", "to_place"];
const rowOf = (alias: string) =>
  [...shownColumns, "driver_id", "requester_id"].map((column) => `${alias}.${column}`).join(", ");
const isShownInCalendars = `(${rowOf("OLD")}) IS DISTINCT FROM (${rowOf("NEW")})
  OR (NEW.bookable_type = 'equipment' AND OLD.equipment_ids[1] IS DISTINCT FROM NEW.equipment_ids[1])`;

/** Calendars show the organizer of a booking, and a new organizer keeps the invitation. */
export class OrganizersInCalendars0080 implements MigrationInterface {
  name = "OrganizersInCalendars0000000000080";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE TRIGGER booking_calendar_sequence BEFORE UPDATE ON booking FOR EACH ROW
        WHEN (${isShownInCalendars}) EXECUTE FUNCTION count_calendar_change();
      CREATE OR REPLACE TRIGGER booking_calendar_due AFTER UPDATE ON booking FOR EACH ROW
        WHEN (${isShownInCalendars}) EXECUTE FUNCTION tell_calendars();

      CREATE OR REPLACE FUNCTION tell_calendars() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- The new requester takes over the invitation of the former one, or keeps an own one.
        IF NEW.requester_id <> OLD.requester_id THEN
          INSERT INTO booking_invitation (tenant_id, booking_id, user_id)
          SELECT tenant_id, booking_id, NEW.requester_id FROM booking_invitation
          WHERE tenant_id = NEW.tenant_id AND booking_id = NEW.id AND user_id = OLD.requester_id AND withdrawn_at IS NULL
          ON CONFLICT (tenant_id, booking_id, user_id) DO NOTHING;
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
      END $$;

      -- The sequence is incremented, so that calendars accept a later invitation. The requester keeps the invitation.
      CREATE OR REPLACE FUNCTION uninvite_participants() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE booking_invitation i
        SET withdrawn_at = now(), due_at = now() + interval '20 seconds', revision = i.revision + 1, attempts = 0
        FROM removed r JOIN booking b ON b.tenant_id = r.tenant_id AND b.id = r.booking_id
        WHERE i.tenant_id = r.tenant_id AND i.booking_id = r.booking_id AND i.user_id = r.user_id
          AND b.requester_id IS DISTINCT FROM r.user_id;
        UPDATE booking b SET calendar_sequence = b.calendar_sequence + 1
        WHERE (b.tenant_id, b.id) IN (SELECT tenant_id, booking_id FROM removed);
        RETURN NULL;
      END $$;

      -- Requesters who were participants when they took the booking over lost their invitation.
      ALTER TABLE booking NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE booking_invitation NO FORCE ROW LEVEL SECURITY;
      UPDATE booking_invitation i
      SET withdrawn_at = NULL, due_at = now() + interval '20 seconds', revision = i.revision + 1, attempts = 0
      FROM booking b
      WHERE b.tenant_id = i.tenant_id AND b.id = i.booking_id AND b.requester_id = i.user_id AND i.withdrawn_at IS NOT NULL
        AND b.status IN ('pending', 'approved') AND b.ends_at > now();
      ALTER TABLE booking FORCE ROW LEVEL SECURITY;
      ALTER TABLE booking_invitation FORCE ROW LEVEL SECURITY`);
  }

  async down(): Promise<void> {}
}
