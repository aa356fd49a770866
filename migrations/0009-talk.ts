import type { MigrationInterface, QueryRunner } from "typeorm";

/** Reactions; deleted comments that can be brought back for a while; which layout of a task one opens. */
export class Talk0009 implements MigrationInterface {
  name = "Talk0000000000009";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE comment ADD COLUMN deleted_at timestamptz, ADD COLUMN deleted_by bigint;
      ALTER TABLE comment
        ADD CONSTRAINT comment_deleted_by_someone CHECK ((deleted_at IS NULL) = (deleted_by IS NULL)),
        ADD FOREIGN KEY (tenant_id, deleted_by) REFERENCES app_user (tenant_id, id);
      -- Housekeeping looks for those that nobody can bring back any more.
      CREATE INDEX comment_deleted ON comment (tenant_id, deleted_at) WHERE deleted_at IS NOT NULL;

      -- The key is the rule: nobody says the same twice to one comment, however often and fast they press.
      CREATE TABLE comment_reaction (
        tenant_id  bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        comment_id bigint NOT NULL,
        emoji      text NOT NULL CHECK (emoji IN ('like', 'heart', 'laugh', 'celebrate', 'eyes', 'done')),
        user_id    bigint NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (tenant_id, comment_id, emoji, user_id),
        FOREIGN KEY (tenant_id, comment_id) REFERENCES comment (tenant_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE
      );
      CREATE INDEX comment_reaction_user ON comment_reaction (tenant_id, user_id);

      ALTER TABLE app_user ADD COLUMN task_layout text CHECK (task_layout IN ('panel', 'page'));
    `);
    await runner.query("CALL fence_tenant_table('comment_reaction')");
    await runner.query(`
      -- What is deleted doesn't count, whether its row is still there or not.
      CREATE FUNCTION count_comment_on_task() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        step int := 0;
      BEGIN
        IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN step := step + 1; END IF;
        IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN step := step - 1; END IF;
        IF step <> 0 THEN
          UPDATE task SET comment_count = comment_count + step
          WHERE tenant_id = COALESCE(NEW.tenant_id, OLD.tenant_id) AND id = COALESCE(NEW.task_id, OLD.task_id);
        END IF;
        RETURN NULL;
      END $$;
      DROP TRIGGER comment_counts ON comment;
      CREATE TRIGGER comment_counts AFTER INSERT OR DELETE OR UPDATE OF deleted_at ON comment
        FOR EACH ROW EXECUTE FUNCTION count_comment_on_task();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM comment WHERE deleted_at IS NOT NULL;
      DROP TRIGGER comment_counts ON comment;
      DROP FUNCTION count_comment_on_task();
      CREATE TRIGGER comment_counts AFTER INSERT OR DELETE ON comment FOR EACH ROW EXECUTE FUNCTION count_on_task();
      ALTER TABLE app_user DROP COLUMN task_layout;
      DROP TABLE comment_reaction;
      ALTER TABLE comment DROP COLUMN deleted_at, DROP COLUMN deleted_by;
    `);
  }
}
