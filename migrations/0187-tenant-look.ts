import type { MigrationInterface, QueryRunner } from "typeorm";

/** How an organisation looks and speaks: logo, colour, what holds for those who have chosen nothing, the sender of its mails. */
export class TenantLook0187 implements MigrationInterface {
  name = "TenantLook0000000000187";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tenant
        ADD COLUMN logo_file_id bigint,
        -- Small, of dots, for mails and documents, which read neither the file store nor drawings.
        ADD COLUMN logo_mark bytea CHECK (octet_length(logo_mark) BETWEEN 1 AND 131072),
        ADD COLUMN default_language text CHECK (default_language IN ('en', 'ar', 'de', 'ko', 'ckb')),
        ADD COLUMN default_theme text CHECK (default_theme IN ('light', 'dark')),
        ADD COLUMN brand_color text CHECK (brand_color ~ '^#[0-9a-f]{6}$'),
        -- It stands in a header of every mail: one line, and nothing that ends it or names an address.
        ADD COLUMN mail_sender text CHECK (char_length(mail_sender) BETWEEN 1 AND 80
          AND mail_sender !~ '[[:cntrl:]<>"@\\\\]'),
        ADD CONSTRAINT tenant_logo_file FOREIGN KEY (id, logo_file_id) REFERENCES file (tenant_id, id)
          ON DELETE SET NULL (logo_file_id);
      CREATE FUNCTION drop_tenant_logo() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM file WHERE tenant_id = OLD.id AND id = OLD.logo_file_id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER tenant_logos AFTER UPDATE OF logo_file_id ON tenant
        FOR EACH ROW WHEN (OLD.logo_file_id IS NOT NULL AND OLD.logo_file_id IS DISTINCT FROM NEW.logo_file_id)
        EXECUTE FUNCTION drop_tenant_logo();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER tenant_logos ON tenant;
      DROP FUNCTION drop_tenant_logo();
      ALTER TABLE tenant DROP CONSTRAINT tenant_logo_file, DROP COLUMN logo_file_id, DROP COLUMN logo_mark,
        DROP COLUMN default_language, DROP COLUMN default_theme, DROP COLUMN brand_color, DROP COLUMN mail_sender;
    `);
  }
}
