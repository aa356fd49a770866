import type { MigrationInterface, QueryRunner } from "typeorm";

export class LeaveInHours0023 implements MigrationInterface {
  name = "LeaveInHours0000000000023";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- With 'hours', all amounts of the type and of its ledger are hours.
      ALTER TABLE leave_type DROP CONSTRAINT leave_type_counting_check,
        ADD CONSTRAINT leave_type_counting_check CHECK (counting IN ('calendar', 'working', 'organisation', 'hours')),
        ADD CONSTRAINT leave_type_hours_have_no_halves CHECK (counting <> 'hours' OR NOT half_days);

      -- Existing amounts would change their meaning.
      CREATE FUNCTION keep_leave_unit() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'leave unit is fixed' USING ERRCODE = 'check_violation', CONSTRAINT = 'leave_type_unit_fixed';
      END $$;
      CREATE TRIGGER leave_type_keeps_unit BEFORE UPDATE OF counting ON leave_type FOR EACH ROW
        WHEN ((OLD.counting = 'hours') <> (NEW.counting = 'hours')) EXECUTE FUNCTION keep_leave_unit();

      ALTER TABLE leave_request
        -- Part of one day by the clock. The half days that it touches are in from_noon and to_noon.
        ADD start_time time, ADD end_time time,
        -- Minutes between both times; the clock may change in between.
        ADD part_minutes smallint CHECK (part_minutes BETWEEN 1 AND 1560),
        ADD CONSTRAINT leave_request_part CHECK (num_nonnulls(start_time, end_time, part_minutes) IN (0, 3)
          AND (start_time IS NULL OR start_time < end_time AND start_date = end_date
            AND from_noon = (start_time >= '12:00') AND to_noon = (end_time <= '12:00'))),
        -- Minutes since 1970-01-01, as in shared/requests/leave/calendar/days.rules.ts.
        ADD occupied int4range NOT NULL GENERATED ALWAYS AS (int4range(
          (start_date - date '1970-01-01') * 1440
            + COALESCE((extract(epoch FROM start_time) / 60)::int, from_noon::int * 720),
          (end_date - date '1970-01-01') * 1440
            + COALESCE((extract(epoch FROM end_time) / 60)::int, 1440 - to_noon::int * 720))) STORED,
        DROP CONSTRAINT leave_never_twice,
        ADD CONSTRAINT leave_never_twice EXCLUDE USING gist (tenant_id WITH =, user_id WITH =, occupied WITH &&) WHERE (live);

      ALTER TABLE leave_ledger ADD start_time time, ADD end_time time, ADD part_minutes smallint;
      CREATE OR REPLACE FUNCTION keep_leave_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.request_id IS NOT NULL AND NEW.start_date IS NULL THEN
          SELECT start_date, end_date, from_noon, to_noon, start_time, end_time, part_minutes INTO NEW.start_date,
            NEW.end_date, NEW.from_noon, NEW.to_noon, NEW.start_time, NEW.end_time, NEW.part_minutes
          FROM leave_request WHERE tenant_id = NEW.tenant_id AND id = NEW.request_id;
        END IF;
        RETURN NEW;
      END $$;

      -- Approvals are not passed on because of some hours.
      CREATE OR REPLACE FUNCTION is_away(person bigint, day date) RETURNS boolean LANGUAGE sql STABLE RETURN EXISTS (
        SELECT FROM leave_request l JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
        WHERE l.tenant_id = current_tenant() AND l.user_id = person AND l.live AND l.start_time IS NULL
          AND r.status IN ('approved', 'approved_by_manager') AND day BETWEEN l.start_date AND l.end_date);
      CREATE OR REPLACE FUNCTION away_until(person bigint, day date) RETURNS date LANGUAGE sql STABLE RETURN (
        WITH RECURSIVE granted AS (
          SELECT l.start_date, l.end_date FROM leave_request l
          JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
          WHERE l.tenant_id = current_tenant() AND l.user_id = person AND l.live AND l.end_date >= day
            AND l.start_time IS NULL AND r.status IN ('approved', 'approved_by_manager')
        ), absence AS (
          SELECT g.end_date AS until FROM granted g WHERE day BETWEEN g.start_date AND g.end_date
          UNION
          SELECT g.end_date FROM absence a JOIN granted g ON g.start_date <= a.until + 1 AND g.end_date > a.until
        )
        SELECT max(until) FROM absence)`);
  }
  async down(): Promise<void> {}
}
