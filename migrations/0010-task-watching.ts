import type { MigrationInterface, QueryRunner } from "typeorm";

/** Who makes, gets or comments on a task watches it; keys that a task once had still lead to it. */
export class TaskWatching0010 implements MigrationInterface {
  name = "TaskWatching0000000000010";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- In the database, because whoever assigns somebody, one by one or hundreds at once, must not be able to forget it.
      -- Only on becoming it: who stops watching is left alone until they are assigned or comment anew.
      CREATE FUNCTION watch_task() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        watcher bigint;
        watched bigint;
      BEGIN
        IF TG_TABLE_NAME = 'task' THEN watcher := NEW.reporter_id; watched := NEW.id;
        ELSIF TG_TABLE_NAME = 'comment' THEN watcher := NEW.author_id; watched := NEW.task_id;
        ELSIF TG_TABLE_NAME = 'subtask' THEN watcher := NEW.assignee_id; watched := NEW.task_id;
        ELSE watcher := NEW.user_id; watched := NEW.task_id;
        END IF;
        IF watcher IS NOT NULL THEN
          INSERT INTO task_watcher (tenant_id, task_id, user_id) VALUES (NEW.tenant_id, watched, watcher)
          ON CONFLICT DO NOTHING;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER task_reporter_watches AFTER INSERT OR UPDATE OF reporter_id ON task
        FOR EACH ROW EXECUTE FUNCTION watch_task();
      CREATE TRIGGER task_user_watches AFTER INSERT ON task_user FOR EACH ROW EXECUTE FUNCTION watch_task();
      CREATE TRIGGER comment_author_watches AFTER INSERT ON comment FOR EACH ROW EXECUTE FUNCTION watch_task();
      CREATE TRIGGER subtask_assignee_watches AFTER INSERT OR UPDATE OF assignee_id ON subtask
        FOR EACH ROW EXECUTE FUNCTION watch_task();
      INSERT INTO task_watcher (tenant_id, task_id, user_id)
        SELECT tenant_id, id, reporter_id FROM task WHERE reporter_id IS NOT NULL
        UNION SELECT tenant_id, task_id, user_id FROM task_user
        UNION SELECT tenant_id, task_id, author_id FROM comment
      ON CONFLICT DO NOTHING;

      -- The keys of tasks before they moved to another project. Projects come and go and may take a code again: a key
      -- leads to the task that has it now, and only then to the one that had it last.
      CREATE TABLE task_former_key (
        tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        key       text NOT NULL CHECK (key = upper(key)),
        task_id   bigint NOT NULL,
        PRIMARY KEY (tenant_id, key),
        FOREIGN KEY (tenant_id, task_id) REFERENCES task (tenant_id, id) ON DELETE CASCADE
      );
      CREATE INDEX task_former_key_task ON task_former_key (tenant_id, task_id);
    `);
    await runner.query("CALL fence_tenant_table('task_former_key')");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE task_former_key;
      DROP TRIGGER task_reporter_watches ON task;
      DROP TRIGGER task_user_watches ON task_user;
      DROP TRIGGER comment_author_watches ON comment;
      DROP TRIGGER subtask_assignee_watches ON subtask;
      DROP FUNCTION watch_task();
    `);
  }
}
