import type { MigrationInterface, QueryRunner } from "typeorm";

/** Pictures within an article's text, and what readers answer to its comments without a word. */
export class NewsPictures0209 implements MigrationInterface {
  name = "NewsPictures0000000000209";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE news_file DROP CONSTRAINT news_file_kind_check;
      ALTER TABLE news_file ADD CONSTRAINT news_file_kind_check CHECK (kind IN ('picture', 'attachment', 'inline'));

      CREATE TABLE news_comment_reaction (
        tenant_id  bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        comment_id bigint NOT NULL,
        user_id    bigint NOT NULL,
        emoji      text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, comment_id, user_id, emoji),
        FOREIGN KEY (tenant_id, comment_id) REFERENCES news_comment (tenant_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE
      );
      CREATE INDEX news_comment_reaction_of_user ON news_comment_reaction (tenant_id, user_id);
    `);
    await runner.query("CALL fence_tenant_table('news_comment_reaction')");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE news_comment_reaction;
      DELETE FROM news_file WHERE kind = 'inline';
      ALTER TABLE news_file DROP CONSTRAINT news_file_kind_check;
      ALTER TABLE news_file ADD CONSTRAINT news_file_kind_check CHECK (kind IN ('picture', 'attachment'));
    `);
  }
}
