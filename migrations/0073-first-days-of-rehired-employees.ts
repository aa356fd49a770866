import type { MigrationInterface, QueryRunner } from "typeorm";

/** Correcting the first day of a rehired employee moves their present employment, and not the first one. */
export class FirstDaysOfRehiredEmployees0073 implements MigrationInterface {
  name = "FirstDaysOfRehiredEmployees0000000000073";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
        CREATE OR REPLACE FUNCTION keep_employment() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
          today date := (now() AT TIME ZONE (SELECT time_zone FROM tenant WHERE id = NEW.tenant_id))::date;
          since date := COALESCE(NULLIF(current_setting('app.effective_on', true), '')::date, today);
          ends date;
          was app_user;
          present employment;
          latest employment;
          begun employment;
          -- All fields count as changed.
          anew boolean := TG_OP = 'INSERT';
        BEGIN
          IF NOT NEW.active THEN
            IF TG_OP = 'INSERT' THEN RETURN NULL; END IF;
            IF OLD.active OR NEW.left_on IS DISTINCT FROM OLD.left_on THEN
              ends := CASE WHEN NEW.left_on IS NULL THEN today ELSE LEAST(NEW.left_on, today) + 1 END;
              DELETE FROM employment WHERE tenant_id = NEW.tenant_id AND user_id = NEW.id AND lower(period) >= ends;
              UPDATE employment SET period = daterange(lower(period), ends)
              WHERE tenant_id = NEW.tenant_id AND user_id = NEW.id AND period && daterange(ends, NULL);
            END IF;
            RETURN NULL;
          END IF;

          IF TG_OP = 'UPDATE' THEN
            was := OLD;
          END IF;
          SELECT * INTO latest FROM employment WHERE tenant_id = NEW.tenant_id AND user_id = NEW.id
            ORDER BY lower(period) DESC LIMIT 1;
          IF latest.id IS NULL OR NOT upper_inf(latest.period) THEN
            -- Hired, or hired again. Deactivating and reactivating within a day leaves no gap.
            IF latest.id IS NOT NULL AND upper(latest.period) >= since THEN
              UPDATE employment SET period = daterange(lower(period), NULL) WHERE id = latest.id;
              IF NEW.position_id IS NOT DISTINCT FROM latest.position_id
                AND NEW.department_id IS NOT DISTINCT FROM latest.department_id
                AND NEW.parent_id IS NOT DISTINCT FROM latest.parent_id AND NEW.location IS NOT DISTINCT FROM latest.location
                AND NEW.contract_type IS NOT DISTINCT FROM latest.contract_type
              THEN RETURN NULL; END IF;
              since := GREATEST(since, lower(latest.period));
            ELSE
              INSERT INTO employment (tenant_id, user_id, period)
              VALUES (NEW.tenant_id, NEW.id,
                daterange(CASE WHEN latest.id IS NULL THEN COALESCE(NEW.joined_on, since) ELSE since END, NULL));
              since := CASE WHEN latest.id IS NULL THEN COALESCE(NEW.joined_on, since) ELSE since END;
            END IF;
            anew := true;
          ELSIF NEW.joined_on IS DISTINCT FROM was.joined_on AND NEW.joined_on IS NOT NULL THEN
            -- The first day was corrected: moves the start of the employment that began on it. Earlier employments of a rehired user stay.
            SELECT e.* INTO begun FROM employment e
            WHERE e.tenant_id = NEW.tenant_id AND e.user_id = NEW.id
              AND NOT EXISTS (SELECT FROM employment o WHERE o.tenant_id = e.tenant_id AND o.user_id = e.user_id
                AND o.id <> e.id AND lower(o.period) < lower(e.period)
                AND (upper(o.period) = lower(e.period) OR was.joined_on IS NULL OR upper(o.period) > was.joined_on))
            ORDER BY lower(e.period) DESC LIMIT 1;
            IF EXISTS (SELECT FROM employment o WHERE o.tenant_id = NEW.tenant_id AND o.user_id = NEW.id
              AND lower(o.period) < lower(begun.period) AND upper(o.period) > NEW.joined_on)
            THEN
              RAISE EXCEPTION 'user %: the first day is before the end of an earlier employment', NEW.id
                USING ERRCODE = 'check_violation', CONSTRAINT = 'app_user_joined_after_leaving';
            END IF;
            -- A user who was rehired without a gap has one period for both employments, which keeps its start.
            UPDATE employment SET period = daterange(NEW.joined_on, upper(period))
            WHERE id = begun.id AND (upper_inf(period) OR NEW.joined_on < upper(period))
              AND NOT EXISTS (SELECT FROM employment_change c WHERE c.tenant_id = NEW.tenant_id AND c.user_id = NEW.id
                AND c.status = 'applied' AND c.type IN ('termination', 'resignation')
                AND c.effective_on >= lower(begun.period) AND c.effective_on < was.joined_on);
            -- A user who was added today has had these values since the first day.
            IF FOUND AND lower(latest.period) >= since THEN since := LEAST(since, NEW.joined_on); END IF;
          END IF;

          IF NOT anew AND NEW.position_id IS NOT DISTINCT FROM was.position_id
            AND NEW.department_id IS NOT DISTINCT FROM was.department_id AND NEW.parent_id IS NOT DISTINCT FROM was.parent_id
            AND NEW.contract_type IS NOT DISTINCT FROM was.contract_type AND NEW.location IS NOT DISTINCT FROM was.location
          THEN RETURN NULL; END IF;

          SELECT * INTO present FROM employment
          WHERE tenant_id = NEW.tenant_id AND user_id = NEW.id AND period @> since AND lower(period) < since;
          IF present.id IS NOT NULL THEN
            UPDATE employment SET period = daterange(lower(period), since) WHERE id = present.id;
            INSERT INTO employment (tenant_id, user_id, period,
              position_id, position, department_id, department, parent_id, contract_type, location)
            VALUES (present.tenant_id, present.user_id, daterange(since, upper(present.period)),
              present.position_id, present.position, present.department_id, present.department, present.parent_id,
              present.contract_type, present.location);
          END IF;
          UPDATE employment SET
            position_id = CASE WHEN anew OR NEW.position_id IS DISTINCT FROM was.position_id
              THEN NEW.position_id ELSE position_id END,
            position = CASE WHEN anew OR NEW.position_id IS DISTINCT FROM was.position_id
              THEN (SELECT title FROM position p WHERE p.tenant_id = NEW.tenant_id AND p.id = NEW.position_id)
              ELSE position END,
            department_id = CASE WHEN anew OR NEW.department_id IS DISTINCT FROM was.department_id
              THEN NEW.department_id ELSE department_id END,
            department = CASE WHEN anew OR NEW.department_id IS DISTINCT FROM was.department_id
              THEN (SELECT name FROM department d WHERE d.tenant_id = NEW.tenant_id AND d.id = NEW.department_id)
              ELSE department END,
            parent_id = CASE WHEN anew OR NEW.parent_id IS DISTINCT FROM was.parent_id THEN NEW.parent_id ELSE parent_id END,
            contract_type = CASE WHEN anew OR NEW.contract_type IS DISTINCT FROM was.contract_type
              THEN NEW.contract_type ELSE contract_type END,
            location = CASE WHEN anew OR NEW.location IS DISTINCT FROM was.location THEN NEW.location ELSE location END
          WHERE tenant_id = NEW.tenant_id AND user_id = NEW.id AND (lower(period) >= since);
          RETURN NULL;
        END $$;
    `);
  }

  async down(): Promise<void> {}
}
