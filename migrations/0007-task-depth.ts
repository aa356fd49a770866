import type { MigrationInterface, QueryRunner } from "typeorm";

/** Estimates, time spent, covers, what blocks what, who watches; subtasks with a person and a day. */
export class TaskDepth0007 implements MigrationInterface {
  name = "TaskDepth0000000000007";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE task
        ADD COLUMN estimate_minutes int CHECK (estimate_minutes BETWEEN 1 AND 60000),
        -- Sum of its time entries, kept by a trigger below: boards and lists read it with the card.
        ADD COLUMN spent_minutes int NOT NULL DEFAULT 0 CHECK (spent_minutes >= 0),
        -- The image on top of its card.
        ADD COLUMN cover_file_id bigint;
      ALTER TABLE task ADD FOREIGN KEY (tenant_id, cover_file_id) REFERENCES file (tenant_id, id)
        ON DELETE SET NULL (cover_file_id);
      UPDATE task SET spent_minutes = sums.minutes FROM (
        SELECT tenant_id, task_id, sum(minutes) AS minutes FROM time_entry GROUP BY tenant_id, task_id) AS sums
      WHERE sums.tenant_id = task.tenant_id AND sums.task_id = task.id;

      -- blocker_id must be done before task_id. Within one project, so that whoever sees one end sees the other.
      CREATE TABLE task_blocker (
        tenant_id  bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        project_id bigint NOT NULL,
        task_id    bigint NOT NULL,
        blocker_id bigint NOT NULL CHECK (blocker_id <> task_id),
        PRIMARY KEY (tenant_id, project_id, task_id, blocker_id),
        FOREIGN KEY (tenant_id, project_id, task_id) REFERENCES task (tenant_id, project_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, project_id, blocker_id) REFERENCES task (tenant_id, project_id, id) ON DELETE CASCADE
      );
      CREATE INDEX task_blocker_blocker ON task_blocker (tenant_id, project_id, blocker_id);

      CREATE TABLE task_watcher (
        tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        task_id   bigint NOT NULL,
        user_id   bigint NOT NULL,
        PRIMARY KEY (tenant_id, task_id, user_id),
        FOREIGN KEY (tenant_id, task_id) REFERENCES task (tenant_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE
      );
      CREATE INDEX task_watcher_user ON task_watcher (tenant_id, user_id);

      ALTER TABLE subtask
        ADD COLUMN assignee_id bigint,
        ADD COLUMN due_date date,
        ADD COLUMN version int NOT NULL DEFAULT 1;
      ALTER TABLE subtask ADD FOREIGN KEY (tenant_id, assignee_id) REFERENCES app_user (tenant_id, id)
        ON DELETE SET NULL (assignee_id);
    `);
    for (const table of ["task_blocker", "task_watcher"]) await runner.query(`CALL fence_tenant_table('${table}')`);
    await runner.query(`
      CREATE FUNCTION sum_time_of_task() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          UPDATE task SET spent_minutes = spent_minutes - OLD.minutes
          WHERE tenant_id = OLD.tenant_id AND id = OLD.task_id;
        END IF;
        IF TG_OP <> 'DELETE' THEN
          UPDATE task SET spent_minutes = spent_minutes + NEW.minutes
          WHERE tenant_id = NEW.tenant_id AND id = NEW.task_id;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER time_entry_sums AFTER INSERT OR DELETE OR UPDATE OF minutes, task_id ON time_entry
        FOR EACH ROW EXECUTE FUNCTION sum_time_of_task();

      -- Everything that is told about a task to those who see its project.
      DROP INDEX domain_event_task;
      ALTER TABLE domain_event DROP COLUMN task_id;
      ALTER TABLE domain_event ADD COLUMN task_id bigint GENERATED ALWAYS AS (
        CASE WHEN stream LIKE 'project:%' THEN
          CASE WHEN type LIKE 'task.%' THEN (data->>'id')::bigint ELSE (data->>'task_id')::bigint END
        END
      ) STORED;
      CREATE INDEX domain_event_task ON domain_event (tenant_id, task_id, id) WHERE task_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX domain_event_task;
      ALTER TABLE domain_event DROP COLUMN task_id;
      ALTER TABLE domain_event ADD COLUMN task_id bigint GENERATED ALWAYS AS (
        CASE WHEN type LIKE 'task.%' THEN (data->>'id')::bigint
             WHEN type LIKE 'comment.%' THEN (data->>'task_id')::bigint END
      ) STORED;
      CREATE INDEX domain_event_task ON domain_event (tenant_id, task_id, id) WHERE task_id IS NOT NULL;
      DROP TRIGGER time_entry_sums ON time_entry;
      DROP FUNCTION sum_time_of_task();
      ALTER TABLE subtask DROP COLUMN assignee_id, DROP COLUMN due_date, DROP COLUMN version;
      DROP TABLE task_watcher, task_blocker;
      ALTER TABLE task DROP COLUMN estimate_minutes, DROP COLUMN spent_minutes, DROP COLUMN cover_file_id;
    `);
  }
}
