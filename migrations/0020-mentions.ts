import type { MigrationInterface, QueryRunner } from "typeorm";

/** Who is mentioned where, as rows: asking every text of the organisation for one's own number would read them all. */
export class Mentions0020 implements MigrationInterface {
  name = "Mentions0000000000020";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE task_mention (
        tenant_id  bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        task_id    bigint NOT NULL,
        user_id    bigint NOT NULL,
        -- Null: in the description.
        comment_id bigint,
        UNIQUE NULLS NOT DISTINCT (tenant_id, task_id, user_id, comment_id),
        FOREIGN KEY (tenant_id, task_id) REFERENCES task (tenant_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, comment_id) REFERENCES comment (tenant_id, id) ON DELETE CASCADE
      );
      CREATE INDEX task_mention_user ON task_mention (tenant_id, user_id);
      CREATE INDEX task_mention_comment ON task_mention (tenant_id, comment_id) WHERE comment_id IS NOT NULL;
      CREATE INDEX task_reporter ON task (tenant_id, reporter_id);
    `);
    await runner.query("CALL fence_tenant_table('task_mention')");
    await runner.query(`
      -- Ids that are nobody's are left out: a text may say anything.
      CREATE FUNCTION mentioned_in(tenant bigint, html text) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
        SELECT DISTINCT u.id FROM regexp_matches(html, 'data-mention="([1-9][0-9]{0,15})"', 'g') AS found
        JOIN app_user u ON u.tenant_id = tenant AND u.id = found[1]::bigint
      $$;

      -- In the database, because whoever writes a text must not be able to forget it.
      CREATE FUNCTION keep_mentions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_TABLE_NAME = 'comment' THEN
          DELETE FROM task_mention WHERE tenant_id = NEW.tenant_id AND comment_id = NEW.id;
          INSERT INTO task_mention (tenant_id, task_id, user_id, comment_id)
          SELECT NEW.tenant_id, NEW.task_id, person, NEW.id FROM mentioned_in(NEW.tenant_id, NEW.body) AS person;
        ELSE
          DELETE FROM task_mention WHERE tenant_id = NEW.tenant_id AND task_id = NEW.id AND comment_id IS NULL;
          INSERT INTO task_mention (tenant_id, task_id, user_id)
          SELECT NEW.tenant_id, NEW.id, person FROM mentioned_in(NEW.tenant_id, NEW.description) AS person;
        END IF;
        RETURN NULL;
      END $$;
      -- Most texts mention nobody, and cost nothing here.
      CREATE TRIGGER comment_mentions_new AFTER INSERT ON comment FOR EACH ROW
        WHEN (NEW.body LIKE '%data-mention%') EXECUTE FUNCTION keep_mentions();
      CREATE TRIGGER comment_mentions_changed AFTER UPDATE OF body ON comment FOR EACH ROW
        WHEN (NEW.body LIKE '%data-mention%' OR OLD.body LIKE '%data-mention%') EXECUTE FUNCTION keep_mentions();
      CREATE TRIGGER task_mentions_new AFTER INSERT ON task FOR EACH ROW
        WHEN (NEW.description LIKE '%data-mention%') EXECUTE FUNCTION keep_mentions();
      CREATE TRIGGER task_mentions_changed AFTER UPDATE OF description ON task FOR EACH ROW
        WHEN (NEW.description LIKE '%data-mention%' OR OLD.description LIKE '%data-mention%')
        EXECUTE FUNCTION keep_mentions();

      INSERT INTO task_mention (tenant_id, task_id, user_id, comment_id)
      SELECT c.tenant_id, c.task_id, person, c.id FROM comment c, mentioned_in(c.tenant_id, c.body) AS person;
      INSERT INTO task_mention (tenant_id, task_id, user_id)
      SELECT t.tenant_id, t.id, person FROM task t, mentioned_in(t.tenant_id, t.description) AS person;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER comment_mentions_new ON comment;
      DROP TRIGGER comment_mentions_changed ON comment;
      DROP TRIGGER task_mentions_new ON task;
      DROP TRIGGER task_mentions_changed ON task;
      DROP FUNCTION keep_mentions();
      DROP FUNCTION mentioned_in(bigint, text);
      DROP INDEX task_reporter;
      DROP TABLE task_mention;
    `);
  }
}
