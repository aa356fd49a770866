import type { MigrationInterface, QueryRunner } from "typeorm";

/** Invitations are links that set the first password; pictures and signatures go with what they belong to. */
export class Invitations0087 implements MigrationInterface {
  name = "Invitations0000000000087";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE password_reset ADD COLUMN purpose text NOT NULL DEFAULT 'reset' CHECK (purpose IN ('reset', 'invitation'));
      -- When somebody was invited who hasn't set a password yet.
      ALTER TABLE app_user ADD COLUMN invited_at timestamptz;

      CREATE FUNCTION drop_replaced_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM file f WHERE f.tenant_id = OLD.tenant_id AND f.id IN (OLD.image_file_id, OLD.signature_file_id)
          AND NOT EXISTS (SELECT FROM app_user u WHERE u.tenant_id = f.tenant_id AND f.id IN (u.image_file_id, u.signature_file_id))
          AND NOT EXISTS (SELECT FROM task_attachment a WHERE a.tenant_id = f.tenant_id AND a.file_id = f.id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER app_user_pictures AFTER DELETE OR UPDATE OF image_file_id, signature_file_id ON app_user
        FOR EACH ROW EXECUTE FUNCTION drop_replaced_pictures();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER app_user_pictures ON app_user;
      DROP FUNCTION drop_replaced_pictures();
      ALTER TABLE app_user DROP COLUMN invited_at;
      ALTER TABLE password_reset DROP COLUMN purpose;
    `);
  }
}
