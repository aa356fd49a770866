import type { MigrationInterface, QueryRunner } from "typeorm";

/** Who attached what and when; resized previews; bytes that no row names any longer, or not yet. */
export class Attachments0008 implements MigrationInterface {
  name = "Attachments0000000000008";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE task_attachment
        ADD COLUMN created_by bigint,
        ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
      ALTER TABLE task_attachment ADD FOREIGN KEY (tenant_id, created_by) REFERENCES app_user (tenant_id, id)
        ON DELETE SET NULL (created_by);
      UPDATE task_attachment a SET created_by = f.uploaded_by, created_at = f.created_at
      FROM file f WHERE f.tenant_id = a.tenant_id AND f.id = a.file_id;

      ALTER TABLE file
        ADD COLUMN preview_state text NOT NULL DEFAULT 'none'
          CHECK (preview_state IN ('none', 'waiting', 'ready', 'failed')),
        ADD COLUMN preview_key text,
        ADD COLUMN preview_size bigint CHECK (preview_size > 0),
        -- Counted before each try: a picture that takes the process down with it is given up all the same.
        ADD COLUMN preview_attempts smallint NOT NULL DEFAULT 0,
        ADD COLUMN preview_tried_at timestamptz,
        ADD CONSTRAINT file_preview_is_there
          CHECK ((preview_state = 'ready') = (preview_key IS NOT NULL AND preview_size IS NOT NULL));
      CREATE INDEX file_preview_waiting ON file (tenant_id, id) WHERE preview_state = 'waiting';

      -- A key is written down here before its bytes are stored, and taken out by the transaction that names them in a
      -- row; it comes back when that row goes. So there are never bytes that nothing knows of, wherever a crash falls.
      CREATE TABLE loose_file (
        tenant_id   bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        storage_key text NOT NULL,
        -- Not removed before: an upload may still be under way.
        due         timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, storage_key)
      );
      CREATE INDEX loose_file_due ON loose_file (tenant_id, due);
      CALL fence_tenant_table('loose_file');
    `);
    await runner.query(`
      CREATE FUNCTION drop_unused_file() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM file f WHERE f.tenant_id = OLD.tenant_id AND f.id = OLD.file_id
          AND NOT EXISTS (SELECT FROM task_attachment a WHERE a.tenant_id = f.tenant_id AND a.file_id = f.id)
          AND NOT EXISTS (SELECT FROM app_user u WHERE u.tenant_id = f.tenant_id AND u.image_file_id = f.id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER task_attachment_files AFTER DELETE OR UPDATE OF file_id ON task_attachment
        FOR EACH ROW EXECUTE FUNCTION drop_unused_file();

      CREATE FUNCTION loosen_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO loose_file (tenant_id, storage_key, due)
        SELECT OLD.tenant_id, key, now() FROM unnest(ARRAY[OLD.storage_key, OLD.preview_key]) AS key
        -- Not while the tenant itself goes.
        WHERE key IS NOT NULL AND EXISTS (SELECT FROM tenant WHERE id = OLD.tenant_id)
        ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      CREATE TRIGGER file_bytes AFTER DELETE ON file FOR EACH ROW EXECUTE FUNCTION loosen_bytes();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER file_bytes ON file;
      DROP TRIGGER task_attachment_files ON task_attachment;
      DROP FUNCTION loosen_bytes(), drop_unused_file();
      DROP TABLE loose_file;
      ALTER TABLE file DROP COLUMN preview_tried_at, DROP COLUMN preview_attempts, DROP COLUMN preview_size,
        DROP COLUMN preview_key, DROP COLUMN preview_state;
      ALTER TABLE task_attachment DROP COLUMN created_at, DROP COLUMN created_by;
    `);
  }
}
