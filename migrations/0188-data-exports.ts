import type { MigrationInterface, QueryRunner } from "typeorm";

/** Copies of what is stored, of one person or of the whole organisation, made by a worker and there for a day. */
export class DataExports0188 implements MigrationInterface {
  name = "DataExports0000000000188";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE data_export (
        id           bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        tenant_id    bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        kind         text NOT NULL CHECK (kind IN ('person', 'organisation')),
        -- Who asked for it, and of a person's, whom it is about: one asks for oneself only.
        user_id      bigint NOT NULL,
        state        text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'ready', 'failed')),
        attempts     int NOT NULL DEFAULT 0,
        -- A worker that says nothing until then is gone.
        leased_until timestamptz,
        done         int NOT NULL DEFAULT 0,
        total        int NOT NULL DEFAULT 0 CHECK (done BETWEEN 0 AND total),
        file_id      bigint,
        requested_at timestamptz NOT NULL DEFAULT now(),
        expires_at   timestamptz,
        UNIQUE (tenant_id, id),
        FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, file_id) REFERENCES file (tenant_id, id),
        CHECK ((state = 'ready') = (file_id IS NOT NULL)),
        CHECK ((state IN ('ready', 'failed')) = (expires_at IS NOT NULL))
      );
      -- One at a time: whoever asks twice at the same moment meets here.
      CREATE UNIQUE INDEX data_export_under_way ON data_export (tenant_id, user_id, kind) WHERE state IN ('waiting', 'running');
      CREATE INDEX data_export_file ON data_export (tenant_id, file_id) WHERE file_id IS NOT NULL;
      CREATE INDEX data_export_user ON data_export (tenant_id, user_id);
      CALL fence_tenant_table('data_export');
      -- The bytes go with the row.
      CREATE FUNCTION drop_export_file() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM file WHERE tenant_id = OLD.tenant_id AND id = OLD.file_id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER data_export_files AFTER DELETE ON data_export
        FOR EACH ROW WHEN (OLD.file_id IS NOT NULL) EXECUTE FUNCTION drop_export_file();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE data_export; DROP FUNCTION drop_export_file()");
  }
}
