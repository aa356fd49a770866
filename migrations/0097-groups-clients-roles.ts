import type { MigrationInterface, QueryRunner } from "typeorm";
import { rewriteKinds } from "./0078-security-log-kinds";

const added = "'role_changed'::text, 'role_assigned'::text, 'viewed_as'::text, ";

/** Groups and clients that are changed on screens, roles of one's own, and an organisation that is never without administrator. */
export class GroupsClientsRoles0097 implements MigrationInterface {
  name = "GroupsClientsRoles0000000000097";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE user_group ADD COLUMN version int NOT NULL DEFAULT 1;
      CREATE UNIQUE INDEX user_group_title_once ON user_group (tenant_id, lower(title));

      ALTER TABLE client
        ADD COLUMN version int NOT NULL DEFAULT 1,
        ADD COLUMN image_file_id bigint,
        ADD CONSTRAINT client_code_not_empty CHECK (code <> ''),
        ADD CONSTRAINT client_image FOREIGN KEY (tenant_id, image_file_id) REFERENCES file (tenant_id, id);
      UPDATE client c SET code = NULL
      WHERE EXISTS (SELECT FROM client e WHERE e.tenant_id = c.tenant_id AND lower(e.code) = lower(c.code) AND e.id < c.id);
      CREATE UNIQUE INDEX client_code_once ON client (tenant_id, lower(code));
      CREATE INDEX client_image_of ON client (tenant_id, image_file_id) WHERE image_file_id IS NOT NULL;
      -- A picture goes with its client, and when another takes its place; its bytes go with its row.
      CREATE FUNCTION drop_client_image() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM file f WHERE f.tenant_id = OLD.tenant_id AND f.id = OLD.image_file_id
          AND NOT EXISTS (SELECT FROM client c WHERE c.tenant_id = f.tenant_id AND c.image_file_id = f.id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER client_images AFTER DELETE OR UPDATE OF image_file_id ON client
        FOR EACH ROW WHEN (OLD.image_file_id IS NOT NULL) EXECUTE FUNCTION drop_client_image();

      ALTER TABLE role ADD COLUMN version int NOT NULL DEFAULT 1;
      CREATE UNIQUE INDEX role_name_once ON role (tenant_id, lower(name));

      -- Somebody is always there who may do everything. Whoever takes the last two from one another at the same moment
      -- meets here: the second waits for the first, and then looks again.
      CREATE FUNCTION keep_an_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE administrators bigint := (SELECT id FROM role WHERE tenant_id = OLD.tenant_id AND code = 'administrator');
      BEGIN
        IF OLD.role_id IS DISTINCT FROM administrators OR NOT OLD.active OR OLD.external THEN RETURN NULL; END IF;
        IF TG_OP = 'UPDATE' AND NEW.role_id = administrators AND NEW.active AND NOT NEW.external THEN RETURN NULL; END IF;
        IF NOT EXISTS (SELECT FROM tenant WHERE id = OLD.tenant_id) THEN RETURN NULL; END IF; -- it goes with everything
        PERFORM FROM role WHERE tenant_id = OLD.tenant_id AND id = administrators FOR NO KEY UPDATE;
        IF NOT EXISTS (SELECT FROM app_user WHERE tenant_id = OLD.tenant_id AND role_id = administrators AND active AND NOT external) THEN
          RAISE EXCEPTION 'The last administrator' USING ERRCODE = '23514', CONSTRAINT = 'app_user_last_administrator';
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER app_user_administrators AFTER DELETE OR UPDATE OF role_id, active, external ON app_user
        FOR EACH ROW EXECUTE FUNCTION keep_an_administrator();
    `);
    await runner.query(rewriteKinds("ARRAY[", `ARRAY[${added}`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(rewriteKinds(added, "", "NOT VALID"));
    await runner.query(`
      DROP TRIGGER app_user_administrators ON app_user;
      DROP FUNCTION keep_an_administrator();
      DROP INDEX role_name_once;
      ALTER TABLE role DROP COLUMN version;
      DROP TRIGGER client_images ON client;
      DROP FUNCTION drop_client_image();
      DROP INDEX client_code_once;
      ALTER TABLE client DROP COLUMN image_file_id, DROP COLUMN version, DROP CONSTRAINT client_code_not_empty;
      DROP INDEX user_group_title_once;
      ALTER TABLE user_group DROP COLUMN version;
    `);
  }
}
