import type { MigrationInterface, QueryRunner } from "typeorm";

/** Requests to change leave and claims for worked time have their own tables; their dates, type and cost stay in leave_request. */
export class LeaveChangesAndCredits0053 implements MigrationInterface {
  name = "LeaveChangesAndCredits0000000000053";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE leave_request
        ADD kind text NOT NULL DEFAULT 'leave' CHECK (kind IN ('leave', 'change', 'credit')),
        -- The leave for which the time is reserved: the leave itself or the one that a change changes; for worked time the request
        -- itself. Null: other requests may have the time. A trigger sets it, so that constraints of this table can compare it.
        ADD reserved_for bigint,
        DROP CONSTRAINT leave_change_not_live,
        DROP CONSTRAINT leave_change_apart,
        DROP CONSTRAINT leave_credit_once,
        DROP CONSTRAINT leave_request_credit;
      DROP INDEX leave_request_credits, leave_request_changes, leave_one_change;

      ALTER TABLE leave_request NO FORCE ROW LEVEL SECURITY;
      UPDATE leave_request SET
        kind = CASE WHEN changes_id IS NOT NULL THEN 'change' WHEN break_minutes IS NOT NULL THEN 'credit' ELSE 'leave' END,
        reserved_for = CASE WHEN live OR proposed THEN COALESCE(changes_id, id) WHEN claimed THEN id END
      WHERE live OR changes_id IS NOT NULL OR break_minutes IS NOT NULL;
      ALTER TABLE leave_request ADD CONSTRAINT leave_request_of_kind UNIQUE (tenant_id, kind, user_id, id);

      -- The request 'id' proposes new dates for the approved leave 'leave_id', which stays valid until the decision.
      CREATE TABLE leave_change (
        id bigint PRIMARY KEY,
        tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        kind text NOT NULL DEFAULT 'change' CHECK (kind = 'change'),
        user_id bigint NOT NULL,
        leave_id bigint NOT NULL,
        -- Waits for a decision: occupies its days, except those of the leave that it changes.
        proposed boolean NOT NULL DEFAULT false,
        -- Dates and cost of the changed leave before the change, kept from the decision on.
        dates_before jsonb,
        UNIQUE (tenant_id, id),
        CONSTRAINT leave_changes_another CHECK (leave_id <> id),
        FOREIGN KEY (tenant_id, kind, user_id, id) REFERENCES leave_request (tenant_id, kind, user_id, id) ON DELETE CASCADE,
        CONSTRAINT leave_change_of FOREIGN KEY (tenant_id, leave_id) REFERENCES leave_request (tenant_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id)
      );
      CREATE INDEX leave_change_of_leave ON leave_change (tenant_id, leave_id);
      CREATE INDEX leave_change_of_user ON leave_change (tenant_id, user_id);
      CREATE UNIQUE INDEX leave_one_change ON leave_change (tenant_id, leave_id) WHERE proposed;

      -- The request 'id' claims worked time, which is credited on approval. 'days' of the request are the hours without the break.
      CREATE TABLE leave_credit (
        id bigint PRIMARY KEY,
        tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        kind text NOT NULL DEFAULT 'credit' CHECK (kind = 'credit'),
        user_id bigint NOT NULL,
        break_minutes smallint NOT NULL CHECK (break_minutes >= 0),
        -- Sent, and neither rejected nor cancelled.
        claimed boolean NOT NULL DEFAULT false,
        credited_on date,
        expires_on date,
        UNIQUE (tenant_id, id),
        CONSTRAINT leave_credit_dates CHECK (num_nonnulls(credited_on, expires_on) IN (0, 2) AND (claimed OR credited_on IS NULL)),
        FOREIGN KEY (tenant_id, kind, user_id, id) REFERENCES leave_request (tenant_id, kind, user_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id)
      );
      CREATE INDEX leave_credit_of_user ON leave_credit (tenant_id, user_id);

      INSERT INTO leave_change (id, tenant_id, user_id, leave_id, proposed, dates_before)
        SELECT id, tenant_id, user_id, changes_id, proposed, changed_from FROM leave_request WHERE changes_id IS NOT NULL;
      INSERT INTO leave_credit (id, tenant_id, user_id, break_minutes, claimed, credited_on, expires_on)
        SELECT id, tenant_id, user_id, break_minutes, claimed, credited_on, expires_on FROM leave_request
        WHERE break_minutes IS NOT NULL;
      ALTER TABLE leave_request FORCE ROW LEVEL SECURITY;
      CALL fence_tenant_table('leave_change');
      CALL fence_tenant_table('leave_credit');

      ALTER TABLE leave_request
        DROP COLUMN changes_id, DROP COLUMN proposed, DROP COLUMN changed_from,
        DROP COLUMN break_minutes, DROP COLUMN claimed, DROP COLUMN credited_on, DROP COLUMN expires_on,
        -- The dates of an approved change are those of the changed leave, and worked time isn't leave: neither occupies days as leave does.
        ADD CONSTRAINT leave_request_live CHECK (kind = 'leave' OR NOT live),
        ADD CONSTRAINT leave_change_apart EXCLUDE USING gist (tenant_id WITH =, user_id WITH =, occupied WITH &&, reserved_for WITH <>)
          WHERE (reserved_for IS NOT NULL AND kind <> 'credit'),
        ADD CONSTRAINT leave_credit_once EXCLUDE USING gist (tenant_id WITH =, user_id WITH =, occupied WITH &&)
          WHERE (reserved_for IS NOT NULL AND kind = 'credit');
      CREATE INDEX leave_request_credits ON leave_request (tenant_id, leave_type_id, user_id) WHERE kind = 'credit';

      CREATE FUNCTION reserve_leave_time() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.reserved_for := CASE NEW.kind
          WHEN 'change' THEN (SELECT leave_id FROM leave_change WHERE tenant_id = NEW.tenant_id AND id = NEW.id AND proposed)
          WHEN 'credit' THEN (SELECT id FROM leave_credit WHERE tenant_id = NEW.tenant_id AND id = NEW.id AND claimed)
          ELSE CASE WHEN NEW.live THEN NEW.id END END;
        RETURN NEW;
      END $$;
      CREATE TRIGGER leave_request_reserves BEFORE INSERT OR UPDATE ON leave_request
        FOR EACH ROW EXECUTE FUNCTION reserve_leave_time();

      -- Updates 'reserved_for', and checks the request again at the end of the transaction. The row lock serializes concurrent changes of
      -- both tables.
      CREATE FUNCTION update_leave_of_kind() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE leave_request SET reserved_for = NULL
        WHERE tenant_id = COALESCE(NEW.tenant_id, OLD.tenant_id) AND id = COALESCE(NEW.id, OLD.id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER leave_change_reserves AFTER INSERT OR DELETE OR UPDATE OF leave_id, proposed ON leave_change
        FOR EACH ROW EXECUTE FUNCTION update_leave_of_kind();
      CREATE TRIGGER leave_credit_reserves AFTER INSERT OR DELETE OR UPDATE OF break_minutes, claimed ON leave_credit
        FOR EACH ROW EXECUTE FUNCTION update_leave_of_kind();

      -- A change is deleted together with the leave that it changes.
      CREATE FUNCTION delete_change_of_leave() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM leave_request l WHERE l.tenant_id = OLD.tenant_id AND l.id = OLD.id
          AND NOT EXISTS (SELECT FROM leave_request o WHERE o.tenant_id = OLD.tenant_id AND o.id = OLD.leave_id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER leave_change_deleted AFTER DELETE ON leave_change
        FOR EACH ROW EXECUTE FUNCTION delete_change_of_leave();

      -- Deferred, because a request is written before its row of the other table.
      CREATE FUNCTION leave_of_kind_is_whole() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        request leave_request := (SELECT l FROM leave_request l WHERE l.tenant_id = NEW.tenant_id AND l.id = NEW.id);
      BEGIN
        IF request.kind = 'change'
          AND NOT EXISTS (SELECT FROM leave_change WHERE tenant_id = request.tenant_id AND id = request.id) THEN
          RAISE EXCEPTION 'leave request %: the leave that it changes is missing', request.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'leave_request_change';
        ELSIF request.kind = 'credit' AND NOT EXISTS (
          SELECT FROM leave_credit WHERE tenant_id = request.tenant_id AND id = request.id AND break_minutes < request.part_minutes) THEN
          RAISE EXCEPTION 'leave request %: worked time must be longer than its break', request.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'leave_request_credit';
        END IF;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER leave_request_whole AFTER INSERT OR UPDATE ON leave_request
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind <> 'leave') EXECUTE FUNCTION leave_of_kind_is_whole()`);
  }

  async down(): Promise<void> {}
}
