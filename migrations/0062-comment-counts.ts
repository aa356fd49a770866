import type { MigrationInterface, QueryRunner } from "typeorm";

/** Counts new comments once per statement: an import inserts thousands at once, and each update of a task writes a new version of its row. */
export class CommentCounts0062 implements MigrationInterface {
  name = "CommentCounts0000000000062";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION count_new_comments() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE task SET comment_count = comment_count + added.count
        FROM (
          SELECT tenant_id, task_id, count(*)::int AS count FROM new_comments WHERE deleted_at IS NULL GROUP BY 1, 2
        ) AS added
        WHERE task.tenant_id = added.tenant_id AND task.id = added.task_id;
        RETURN NULL;
      END $$;
      DROP TRIGGER comment_counts ON comment;
      CREATE TRIGGER comment_counts AFTER DELETE OR UPDATE OF deleted_at ON comment
        FOR EACH ROW EXECUTE FUNCTION count_comment_on_task();
      CREATE TRIGGER comment_counts_new AFTER INSERT ON comment REFERENCING NEW TABLE AS new_comments
        FOR EACH STATEMENT EXECUTE FUNCTION count_new_comments();
    `);
  }

  async down(): Promise<void> {}
}
