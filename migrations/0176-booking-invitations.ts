import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Whose calendar is told of a booking by mail: people of the tenant and addresses outside. The database itself marks what
 * has to be told, so that no way of changing a booking passes it by (docs/decisions/0176-invitations-by-mail.md).
 */
export class BookingInvitations0176 implements MigrationInterface {
  name = "BookingInvitations0000000000176";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(invitations);
    await runner.query("CALL fence_tenant_table('booking_invitation')");
    await runner.query("CALL fence_tenant_table('room_feed')");
    await runner.query("CREATE POLICY worker_reads_all ON booking_invitation FOR SELECT TO portal_worker USING (true)");
    await runner.query(known);
    await runner.query(marks);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER booking_calendar_sequence ON booking;
      DROP TRIGGER booking_calendar_due ON booking;
      DROP TRIGGER booking_participant_invited ON booking_participant;
      DROP TRIGGER booking_participant_uninvited ON booking_participant;
      DROP FUNCTION count_calendar_change, tell_calendars, invite_participants, uninvite_participants;
      DROP TABLE room_feed, booking_invitation;
      ALTER TABLE booking DROP COLUMN calendar_sequence;
    `);
  }
}

const invitations = `
  -- SEQUENCE of RFC 5545: grows with what calendars show of it, and with nothing else.
  ALTER TABLE booking ADD calendar_sequence int NOT NULL DEFAULT 0;

  CREATE TABLE booking_invitation (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant_id     bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
    booking_id    bigint NOT NULL,
    -- Somebody of the tenant, or an address outside.
    user_id       bigint,
    email         text CHECK (email = lower(email) AND email LIKE '%_@_%'),
    -- No longer invited: their calendar is told so.
    withdrawn_at  timestamptz,
    -- Of addresses outside; people's answers stand with the participants.
    answer        text CHECK (answer IN ('accepted', 'declined', 'maybe')),
    answered_at   timestamptz,
    -- What their calendar was told last.
    told_sequence int,
    told_method   text CHECK (told_method IN ('REQUEST', 'CANCEL')),
    -- There is something to tell from then on. Counted, so that what changes while a mail goes out isn't lost.
    due_at        timestamptz,
    revision      int NOT NULL DEFAULT 0,
    attempts      int NOT NULL DEFAULT 0,
    lease         uuid,
    leased_until  timestamptz,
    UNIQUE (tenant_id, id),
    UNIQUE (tenant_id, booking_id, user_id),
    UNIQUE (tenant_id, booking_id, email),
    CONSTRAINT booking_invitation_of_one CHECK (num_nonnulls(user_id, email) = 1),
    CONSTRAINT booking_invitation_answered CHECK ((answer IS NULL) = (answered_at IS NULL)),
    CONSTRAINT booking_invitation_told CHECK ((told_sequence IS NULL) = (told_method IS NULL)),
    FOREIGN KEY (tenant_id, booking_id) REFERENCES booking (tenant_id, id) ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE
  );
  CREATE INDEX booking_invitation_due ON booking_invitation (tenant_id, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX booking_invitation_user ON booking_invitation (tenant_id, user_id) WHERE user_id IS NOT NULL;

  -- The calendar of a room, for programs that can't sign in: its address is secret and can be renewed.
  CREATE TABLE room_feed (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant_id  bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
    room_id    bigint NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (tenant_id, id),
    UNIQUE (tenant_id, room_id),
    UNIQUE (tenant_id, token_hash),
    FOREIGN KEY (tenant_id, room_id) REFERENCES room (tenant_id, id) ON DELETE CASCADE
  );
`;

// Each tenant by itself: even the owner sees no other's rows.
const known = `
  DO $$
  DECLARE one record;
  BEGIN
    FOR one IN SELECT id FROM tenant LOOP
      PERFORM set_config('app.tenant_id', one.id::text, true);
      -- Who is invited already is told of changes; not of what they know.
      INSERT INTO booking_invitation (tenant_id, booking_id, user_id)
      SELECT p.tenant_id, p.booking_id, p.user_id FROM booking_participant p
      JOIN booking b ON b.tenant_id = p.tenant_id AND b.id = p.booking_id
      WHERE p.tenant_id = one.id AND b.ends_at > now() AND b.status IN ('pending', 'approved');
    END LOOP;
    PERFORM set_config('app.tenant_id', '', true);
  END $$;
`;

const shown = "title, note, status, starts_at, ends_at, room_id, car_id, from_place, to_place".split(", ");
const changed = `(${shown.map((each) => `OLD.${each}`).join(", ")}) IS DISTINCT FROM (${shown
  .map((each) => `NEW.${each}`)
  .join(", ")})`;

const marks = `
  CREATE FUNCTION count_calendar_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.calendar_sequence := OLD.calendar_sequence + 1;
    RETURN NEW;
  END $$;
  CREATE TRIGGER booking_calendar_sequence BEFORE UPDATE ON booking
    FOR EACH ROW WHEN (${changed}) EXECUTE FUNCTION count_calendar_change();

  -- A moment later: several changes in a row are one mail. Whoever asked is told by mail once somebody has agreed.
  CREATE FUNCTION tell_calendars() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF OLD.status = 'pending' AND NEW.status = 'approved' THEN
      INSERT INTO booking_invitation (tenant_id, booking_id, user_id) VALUES (NEW.tenant_id, NEW.id, NEW.requester_id)
      ON CONFLICT (tenant_id, booking_id, user_id) DO NOTHING;
    END IF;
    UPDATE booking_invitation SET due_at = now() + interval '20 seconds', revision = revision + 1, attempts = 0
    WHERE tenant_id = NEW.tenant_id AND booking_id = NEW.id AND withdrawn_at IS NULL;
    RETURN NULL;
  END $$;
  CREATE TRIGGER booking_calendar_due AFTER UPDATE ON booking
    FOR EACH ROW WHEN (${changed}) EXECUTE FUNCTION tell_calendars();

  CREATE FUNCTION invite_participants() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO booking_invitation AS i (tenant_id, booking_id, user_id, due_at)
    SELECT tenant_id, booking_id, user_id, now() + interval '20 seconds' FROM added
    ON CONFLICT (tenant_id, booking_id, user_id) DO UPDATE
      SET withdrawn_at = NULL, due_at = EXCLUDED.due_at, revision = i.revision + 1, attempts = 0;
    RETURN NULL;
  END $$;
  CREATE TRIGGER booking_participant_invited AFTER INSERT ON booking_participant
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION invite_participants();

  -- Their calendar is told under a number of its own, so that it takes them back when they are invited again.
  CREATE FUNCTION uninvite_participants() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE booking_invitation i
    SET withdrawn_at = now(), due_at = now() + interval '20 seconds', revision = i.revision + 1, attempts = 0
    FROM removed r WHERE i.tenant_id = r.tenant_id AND i.booking_id = r.booking_id AND i.user_id = r.user_id;
    UPDATE booking b SET calendar_sequence = b.calendar_sequence + 1
    WHERE (b.tenant_id, b.id) IN (SELECT tenant_id, booking_id FROM removed);
    RETURN NULL;
  END $$;
  CREATE TRIGGER booking_participant_uninvited AFTER DELETE ON booking_participant
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION uninvite_participants();
`;
