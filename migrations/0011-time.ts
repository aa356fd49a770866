import type { MigrationInterface, QueryRunner } from "typeorm";

/** Time: each person's time zone, what a day holds, weeks that are handed in, and the running timer. */
export class Time0011 implements MigrationInterface {
  name = "Time0000000000011";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- IANA name. In which day something of theirs falls, and when their quiet hours are.
      ALTER TABLE app_user ADD COLUMN time_zone text CHECK (time_zone <> '');

      -- What a person has written down for a day, kept by a trigger below. Whoever adds to a day holds its row: two
      -- entries at the same moment can't both believe that there is room.
      CREATE TABLE time_day (
        tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        user_id   bigint NOT NULL,
        date      date NOT NULL,
        minutes   int NOT NULL DEFAULT 0,
        PRIMARY KEY (tenant_id, user_id, date),
        CONSTRAINT time_day_within_24_hours CHECK (minutes BETWEEN 0 AND 1440),
        FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE
      ) WITH (fillfactor = 70);
      INSERT INTO time_day (tenant_id, user_id, date, minutes)
        SELECT tenant_id, user_id, date, sum(minutes) FROM time_entry GROUP BY tenant_id, user_id, date;

      -- A week without a row is open.
      CREATE TABLE time_week (
        tenant_id    bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        user_id      bigint NOT NULL,
        monday       date NOT NULL CHECK (extract(isodow FROM monday) = 1),
        state        text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'submitted', 'approved')),
        submitted_at timestamptz,
        -- Who approved it or, while it is open, who opened it again; nobody decides on their own week.
        decided_at   timestamptz,
        decided_by   bigint CHECK (decided_by <> user_id),
        PRIMARY KEY (tenant_id, user_id, monday),
        CHECK (state = 'open' OR submitted_at IS NOT NULL),
        CHECK (state <> 'approved' OR decided_at IS NOT NULL),
        FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, decided_by) REFERENCES app_user (tenant_id, id) ON DELETE SET NULL (decided_by)
      );
      CREATE INDEX time_week_submitted ON time_week (tenant_id, monday) WHERE state = 'submitted';

      -- One per person: the key says so.
      CREATE TABLE timer (
        tenant_id  bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        user_id    bigint NOT NULL,
        task_id    bigint NOT NULL,
        started_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, user_id),
        FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, task_id) REFERENCES task (tenant_id, id) ON DELETE CASCADE
      );
      CREATE INDEX timer_task ON timer (tenant_id, task_id);

      ALTER TABLE time_entry ADD COLUMN version int NOT NULL DEFAULT 1;

      -- What somebody did on tasks: suggestions are made from it, and how long a forgotten timer may be believed.
      CREATE INDEX domain_event_actor ON domain_event (tenant_id, actor_id, at) WHERE task_id IS NOT NULL;
    `);
    for (const table of ["time_day", "time_week", "timer"]) await runner.query(`CALL fence_tenant_table('${table}')`);
    await runner.query(`
      CREATE FUNCTION sum_time_of_day() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          UPDATE time_day SET minutes = minutes - OLD.minutes
          WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id AND date = OLD.date;
        END IF;
        IF TG_OP <> 'DELETE' THEN
          INSERT INTO time_day (tenant_id, user_id, date, minutes)
          VALUES (NEW.tenant_id, NEW.user_id, NEW.date, NEW.minutes)
          ON CONFLICT (tenant_id, user_id, date) DO UPDATE SET minutes = time_day.minutes + NEW.minutes;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER time_entry_day AFTER INSERT OR DELETE OR UPDATE OF minutes, date, user_id ON time_entry
        FOR EACH ROW EXECUTE FUNCTION sum_time_of_day();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX domain_event_actor;
      DROP TRIGGER time_entry_day ON time_entry;
      DROP FUNCTION sum_time_of_day();
      ALTER TABLE time_entry DROP COLUMN version;
      DROP TABLE timer, time_week, time_day;
      ALTER TABLE app_user DROP COLUMN time_zone;
    `);
  }
}
