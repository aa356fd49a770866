import type { MigrationInterface, QueryRunner } from "typeorm";

/** Why a ledger changed by itself, dates on which a type can't be taken, working hours, when days were last given. */
export class LeaveYears0023 implements MigrationInterface {
  name = "LeaveYears0000000000023";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tenant
        ADD COLUMN workday_start time NOT NULL DEFAULT '09:00',
        ADD COLUMN workday_end time NOT NULL DEFAULT '17:00',
        ADD COLUMN workday_hours numeric(4,2) NOT NULL DEFAULT 8 CHECK (workday_hours > 0 AND workday_hours <= 24),
        ADD COLUMN leave_given_at timestamptz,
        ADD CONSTRAINT workday_in_order CHECK (workday_end > workday_start);

      ALTER TABLE leave_type
        -- Dates with a warning or a stop: [{start_date, end_date, stop, note}].
        ADD COLUMN blocks jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(blocks) = 'array');

      ALTER TABLE leave_ledger
        -- What a whole period would have given: from it an employment that begins or ends in it is reckoned anew.
        ADD COLUMN full_days numeric(6,2),
        -- Why it changed without anybody asking for it.
        ADD COLUMN cause text CHECK (cause IN
          ('holiday_added', 'holiday_removed', 'calendar_changed', 'employment', 'last_year', 'leaving'));

      CREATE OR REPLACE FUNCTION add_to_leave_balance() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        left_over numeric;
      BEGIN
        INSERT INTO leave_balance (tenant_id, user_id, leave_type_id, year, days)
        VALUES (NEW.tenant_id, NEW.user_id, NEW.leave_type_id, NEW.year, NEW.days)
        ON CONFLICT (tenant_id, user_id, leave_type_id, year) DO UPDATE SET days = leave_balance.days + NEW.days
        RETURNING days INTO left_over;
        -- What a changed holiday costs isn't asked for: it may overdraw, and its owner is told.
        IF NEW.reason = 'waiting' AND NEW.cause IS NULL AND NEW.days < 0 AND left_over < 0 AND NOT (
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
        IF NEW.reason = 'waiting' AND NEW.days < 0 AND left_over < 0 AND NOT (
          SELECT negative_allowed FROM leave_type WHERE tenant_id = NEW.tenant_id AND id = NEW.leave_type_id
        ) THEN
          RAISE EXCEPTION 'leave balance below zero'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'leave_balance_not_below_zero', DETAIL = (left_over - NEW.days)::text;
        END IF;
        RETURN NULL;
      END $$;
      ALTER TABLE leave_ledger DROP COLUMN cause, DROP COLUMN full_days;
      ALTER TABLE leave_type DROP COLUMN blocks;
      ALTER TABLE tenant DROP CONSTRAINT workday_in_order, DROP COLUMN workday_start, DROP COLUMN workday_end,
        DROP COLUMN workday_hours, DROP COLUMN leave_given_at;
    `);
  }
}
