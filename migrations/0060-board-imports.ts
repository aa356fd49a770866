import type { MigrationInterface, QueryRunner } from "typeorm";

/** Imports of boards, and comments of people who have no account here. */
export class BoardImports0060 implements MigrationInterface {
  name = "BoardImports0000000000060";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE comment
        ALTER author_id DROP NOT NULL,
        -- The name in the source, of an imported comment whose author is no user.
        ADD author_name text CHECK (author_name <> ''),
        ADD CONSTRAINT comment_has_one_author CHECK ((author_id IS NULL) <> (author_name IS NULL));

      -- Comments of imported boards have no author to watch the task.
      DROP TRIGGER comment_author_watches ON comment;
      CREATE TRIGGER comment_author_watches AFTER INSERT ON comment FOR EACH ROW
        WHEN (NEW.author_id IS NOT NULL) EXECUTE FUNCTION watch_task();

      CREATE TABLE project_import (
        tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        project_id bigint NOT NULL,
        source text NOT NULL,
        -- Id of the board in its source; otherwise the digest of the file.
        board_key text NOT NULL CHECK (board_key <> ''),
        file_name text NOT NULL,
        created_by bigint,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, project_id),
        FOREIGN KEY (tenant_id, project_id) REFERENCES project (tenant_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, created_by) REFERENCES app_user (tenant_id, id) ON DELETE SET NULL (created_by)
      );
      CREATE INDEX project_import_board ON project_import (tenant_id, source, board_key);
      CREATE INDEX project_import_created_by ON project_import (tenant_id, created_by);
      CALL fence_tenant_table('project_import');
    `);
  }

  async down(): Promise<void> {}
}
