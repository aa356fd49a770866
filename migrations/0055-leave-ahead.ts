import type { MigrationInterface, QueryRunner } from "typeorm";

/** Leave can be booked on days that will be there by then; an entry of the ledger keeps the leave it was written for. */
export class LeaveAhead0055 implements MigrationInterface {
  name = "LeaveAhead0000000000055";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE leave_ledger
        -- What isn't given yet and will be by the time it is needed: months to come, days carried over.
        ADD COLUMN counts_on numeric(6,2) NOT NULL DEFAULT 0 CHECK (counts_on >= 0),
        -- The leave as it was when the entry was written.
        ADD COLUMN start_date date,
        ADD COLUMN end_date date,
        ADD COLUMN from_noon boolean,
        ADD COLUMN to_noon boolean;

      UPDATE leave_ledger l SET start_date = q.start_date, end_date = q.end_date, from_noon = q.from_noon, to_noon = q.to_noon
      FROM leave_request q WHERE q.tenant_id = l.tenant_id AND q.id = l.request_id;

      CREATE FUNCTION keep_leave_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.request_id IS NOT NULL AND NEW.start_date IS NULL THEN
          SELECT start_date, end_date, from_noon, to_noon INTO NEW.start_date, NEW.end_date, NEW.from_noon, NEW.to_noon
          FROM leave_request WHERE tenant_id = NEW.tenant_id AND id = NEW.request_id;
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER leave_ledger_keeps_leave BEFORE INSERT ON leave_ledger
        FOR EACH ROW EXECUTE FUNCTION keep_leave_of_entry();

      CREATE OR REPLACE FUNCTION add_to_leave_balance() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        left_over numeric;
      BEGIN
        INSERT INTO leave_balance (tenant_id, user_id, leave_type_id, year, days)
        VALUES (NEW.tenant_id, NEW.user_id, NEW.leave_type_id, NEW.year, NEW.days)
        ON CONFLICT (tenant_id, user_id, leave_type_id, year) DO UPDATE SET days = leave_balance.days + NEW.days
        RETURNING days INTO left_over;
        -- What a changed holiday costs isn't asked for: it may overdraw, and its owner is told.
        IF NEW.reason = 'waiting' AND NEW.cause IS NULL AND NEW.days < 0 AND left_over + NEW.counts_on < 0 AND NOT (
          SELECT negative_allowed FROM leave_type WHERE tenant_id = NEW.tenant_id AND id = NEW.leave_type_id
        ) THEN
          RAISE EXCEPTION 'leave balance below zero'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'leave_balance_not_below_zero', DETAIL = (left_over - NEW.days)::text;
        END IF;
        RETURN NULL;
      END $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION add_to_leave_balance() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        left_over numeric;
      BEGIN
        INSERT INTO leave_balance (tenant_id, user_id, leave_type_id, year, days)
        VALUES (NEW.tenant_id, NEW.user_id, NEW.leave_type_id, NEW.year, NEW.days)
        ON CONFLICT (tenant_id, user_id, leave_type_id, year) DO UPDATE SET days = leave_balance.days + NEW.days
        RETURNING days INTO left_over;
        IF NEW.reason = 'waiting' AND NEW.cause IS NULL AND NEW.days < 0 AND left_over < 0 AND NOT (
          SELECT negative_allowed FROM leave_type WHERE tenant_id = NEW.tenant_id AND id = NEW.leave_type_id
        ) THEN
          RAISE EXCEPTION 'leave balance below zero'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'leave_balance_not_below_zero', DETAIL = (left_over - NEW.days)::text;
        END IF;
        RETURN NULL;
      END $$;
      DROP TRIGGER leave_ledger_keeps_leave ON leave_ledger;
      DROP FUNCTION keep_leave_of_entry();
      ALTER TABLE leave_ledger DROP COLUMN counts_on, DROP COLUMN start_date, DROP COLUMN end_date, DROP COLUMN from_noon,
        DROP COLUMN to_noon;
    `);
  }
}
