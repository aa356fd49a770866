import type { MigrationInterface, QueryRunner } from "typeorm";

const statuses = (all: readonly string[]) => `
  ALTER TABLE booking DROP CONSTRAINT booking_status_check,
    ADD CONSTRAINT booking_status_check CHECK (status IN (${all.map((status) => `'${status}'`).join(", ")}));`;

/**
 * A booking that somebody decides is a request of the family `booking`, for as long as it lives: one request per booking,
 * sent again when it is moved (docs/decisions/0170-bookings-are-a-family-of-requests.md).
 */
export class BookingRequests0170 implements MigrationInterface {
  name = "BookingRequests0000000000170";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO request_family (code, approve) VALUES ('booking', ARRAY['reservation-approve']);
      ${statuses(["pending", "approved", "rejected", "cancelled", "expired"])}
      CREATE TABLE booking_request (
        id         bigint PRIMARY KEY,
        tenant_id  bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        family     text NOT NULL DEFAULT 'booking' CHECK (family = 'booking'),
        booking_id bigint NOT NULL,
        UNIQUE (tenant_id, id),
        UNIQUE (tenant_id, booking_id),
        FOREIGN KEY (tenant_id, family, id) REFERENCES request (tenant_id, family, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, booking_id) REFERENCES booking (tenant_id, id) ON DELETE CASCADE
      );
      CREATE INDEX booking_undecided ON booking (tenant_id, starts_at) WHERE status = 'pending';
    `);
    await runner.query("CALL fence_tenant_table('booking_request')");
    await runner.query(askForThoseThereAre);
    await runner.query(bothWait);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER booking_waits ON booking;
      DROP TRIGGER booking_waits_still ON booking;
      DROP TRIGGER booking_request_waits ON request;
      DROP FUNCTION booking_and_request_wait, booking_waits, booking_request_waits;
      DROP INDEX booking_undecided;
      DELETE FROM approval_rule WHERE family = 'booking';
      DELETE FROM request WHERE family = 'booking';
      DROP TABLE booking_request;
      UPDATE booking SET status = 'cancelled' WHERE status = 'expired';
      ${statuses(["pending", "approved", "rejected", "cancelled"])}
      DELETE FROM request_family WHERE code = 'booking';
    `);
  }
}

// Whoever holds the right decided before; from now on somebody is asked. Of what waits that day, the administrators are.
const askForThoseThereAre = `
  UPDATE booking SET status = 'expired', version = version + 1 WHERE status = 'pending' AND ends_at <= now();
  DO $$
  DECLARE one record; asked bigint;
  BEGIN
    FOR one IN
      SELECT b.id, b.tenant_id, b.requester_id, b.title, b.created_at, u.department_id, r.id AS role_id,
        CASE WHEN b.private THEN COALESCE(o.name, b.car_type) ELSE b.title END AS called,
        COALESCE('room-' || b.room_id, b.car_type) AS type
      FROM booking b JOIN app_user u ON u.tenant_id = b.tenant_id AND u.id = b.requester_id
        JOIN role r ON r.tenant_id = b.tenant_id AND r.code = 'administrator'
        LEFT JOIN room o ON o.tenant_id = b.tenant_id AND o.id = b.room_id
      WHERE b.status = 'pending' ORDER BY b.id
    LOOP
      INSERT INTO request (tenant_id, family, requester_id, department_id, type, title, status, round, sent_at, created_at)
      VALUES (one.tenant_id, 'booking', one.requester_id, one.department_id, one.type, one.called, 'pending', 1, now(), one.created_at)
      RETURNING id INTO asked;
      INSERT INTO booking_request (id, tenant_id, booking_id) VALUES (asked, one.tenant_id, one.id);
      INSERT INTO request_step (tenant_id, request_id, round, position, approver, route, role_id, state, since)
      VALUES (one.tenant_id, asked, 1, 0, 'role', 'administrators', one.role_id, 'now', now());
    END LOOP;
  END $$;
`;

// Looked at when the transaction ends: within it one of them is first.
const bothWait = `
  CREATE FUNCTION booking_and_request_wait(tenant bigint, booking_id bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE waits boolean; asked boolean;
  BEGIN
    SELECT b.status = 'pending', COALESCE(r.status IN ('pending', 'changes_requested'), false) INTO waits, asked
    FROM booking b LEFT JOIN booking_request q ON q.tenant_id = b.tenant_id AND q.booking_id = b.id
      LEFT JOIN request r ON r.tenant_id = q.tenant_id AND r.id = q.id
    WHERE b.tenant_id = tenant AND b.id = booking_and_request_wait.booking_id;
    IF waits <> asked THEN
      RAISE EXCEPTION 'booking % and its request do not wait together', booking_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'booking_waits_with_request';
    END IF;
  END $$;
  CREATE FUNCTION booking_waits() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM booking_and_request_wait(NEW.tenant_id, NEW.id);
    RETURN NULL;
  END $$;
  CREATE FUNCTION booking_request_waits() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM booking_and_request_wait(q.tenant_id, q.booking_id) FROM booking_request q
    WHERE q.tenant_id = NEW.tenant_id AND q.id = NEW.id;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER booking_waits AFTER INSERT ON booking
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'pending') EXECUTE FUNCTION booking_waits();
  CREATE CONSTRAINT TRIGGER booking_waits_still AFTER UPDATE OF status ON booking
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION booking_waits();
  CREATE CONSTRAINT TRIGGER booking_request_waits AFTER INSERT OR UPDATE OF status ON request
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.family = 'booking') EXECUTE FUNCTION booking_request_waits();
`;
