import type { MigrationInterface, QueryRunner } from "typeorm";

export class InstallationNotice0013 implements MigrationInterface {
  name = "InstallationNotice0000000000013";
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Announcement and maintenance, outside of tenants. Every server reads them, and only the database's owner writes them.
      CREATE TABLE installation_notice (
        kind text PRIMARY KEY CHECK (kind IN ('announcement', 'maintenance')),
        since timestamptz NOT NULL DEFAULT now(),
        -- When an announcement is taken down; when maintenance is expected to end, which it doesn't do by itself.
        until timestamptz NOT NULL,
        tone text CHECK (tone IN ('info', 'warning')),
        -- By language. Users of other languages see English.
        texts jsonb NOT NULL CHECK (jsonb_typeof(texts) = 'object'),
        CHECK ((kind = 'announcement') = (tone IS NOT NULL)),
        CHECK (texts = '{}' AND kind = 'maintenance' OR texts->>'en' <> '')
      );
      GRANT SELECT ON installation_notice TO portal_app`);
  }
  async down(): Promise<void> {}
}
