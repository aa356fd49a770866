import type { MigrationInterface, QueryRunner } from "typeorm";
import { rewriteKinds } from "./0078-security-log-kinds";

const added = "'sign_on_changed'::text, ";
const purposes = (list: string) => `
  ALTER TABLE login_attempt DROP CONSTRAINT login_attempt_purpose_check;
  ALTER TABLE login_attempt ADD CONSTRAINT login_attempt_purpose_check CHECK (purpose IN (${list}))`;

/** Sign-on from elsewhere: an organisation's own issuer says who somebody is (OpenID Connect). */
export class SignOn0109 implements MigrationInterface {
  name = "SignOn0000000000109";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sign_on (
        tenant_id      bigint PRIMARY KEY REFERENCES tenant ON DELETE CASCADE,
        -- What the button on the login page says.
        name           text NOT NULL CHECK (name <> ''),
        issuer         text NOT NULL,
        client_id      text NOT NULL CHECK (client_id <> ''),
        -- Encrypted (AES-256-GCM) with a key of the installation.
        client_secret  bytea NOT NULL,
        domains        text[] NOT NULL CHECK (cardinality(domains) > 0),
        role_id        bigint NOT NULL,
        role_claim     text NOT NULL DEFAULT '',
        -- Whose password goes on counting when everybody else has to come from there.
        required       boolean NOT NULL DEFAULT false,
        version        integer NOT NULL DEFAULT 1,
        exempt_user_id bigint CHECK (NOT required OR exempt_user_id IS NOT NULL),
        FOREIGN KEY (tenant_id, role_id) REFERENCES role (tenant_id, id),
        FOREIGN KEY (tenant_id, exempt_user_id) REFERENCES app_user (tenant_id, id)
      );
      CREATE INDEX sign_on_newcomer ON sign_on (tenant_id, role_id);
      CREATE INDEX sign_on_exempt ON sign_on (tenant_id, exempt_user_id);

      -- What a value of the role claim stands for.
      CREATE TABLE sign_on_role (
        tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        value     text NOT NULL CHECK (value <> ''),
        role_id   bigint NOT NULL,
        PRIMARY KEY (tenant_id, value),
        FOREIGN KEY (tenant_id) REFERENCES sign_on (tenant_id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, role_id) REFERENCES role (tenant_id, id) ON DELETE CASCADE
      );
      CREATE INDEX sign_on_role_role ON sign_on_role (tenant_id, role_id);

      -- Who somebody is at an issuer: their address may change there, this doesn't.
      CREATE TABLE sign_on_identity (
        tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        issuer    text NOT NULL,
        subject   text NOT NULL,
        user_id   bigint NOT NULL,
        linked_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, issuer, subject),
        UNIQUE (tenant_id, issuer, user_id),
        FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE
      );
      CREATE INDEX sign_on_identity_user ON sign_on_identity (tenant_id, user_id);

      -- Whose issuer is told when they sign out.
      ALTER TABLE session ADD COLUMN sign_on boolean NOT NULL DEFAULT false;
      -- A second step after it leads to such a session.
      ALTER TABLE sign_in_step ADD COLUMN sign_on boolean NOT NULL DEFAULT false;
      ALTER TABLE sign_in_step DROP CONSTRAINT sign_in_step_purpose_check;
      ALTER TABLE sign_in_step ADD CONSTRAINT sign_in_step_purpose_check
        CHECK (purpose IN ('second_step', 'passkey', 'new_passkey', 'sign_on'));
      ALTER TABLE sign_in_step DROP CONSTRAINT sign_in_step_check;
      ALTER TABLE sign_in_step ADD CONSTRAINT sign_in_step_check
        CHECK ((user_id IS NULL) = (purpose IN ('passkey', 'sign_on')));
    `);
    await runner.query(`
      -- Where only the issuer's word counts, somebody must be able to come in when it is silent.
      CREATE FUNCTION keep_sign_on_exempt() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM sign_on s WHERE s.tenant_id = NEW.tenant_id AND s.required AND s.exempt_user_id = NEW.id) THEN
          RAISE EXCEPTION 'sign_on_exempt: their password is the way in when the issuer is silent'
            USING ERRCODE = '23514', CONSTRAINT = 'sign_on_exempt';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER keep_sign_on_exempt BEFORE UPDATE OF active, external, role_id ON app_user FOR EACH ROW
        WHEN ((OLD.active AND NOT NEW.active) OR (NEW.external AND NOT OLD.external) OR NEW.role_id <> OLD.role_id)
        EXECUTE FUNCTION keep_sign_on_exempt();
    `);
    await runner.query(purposes("'login', 'reset', 'register', 'second_step', 'passkey', 'sign_on'"));
    for (const table of ["sign_on", "sign_on_role", "sign_on_identity"]) {
      await runner.query(`CALL fence_tenant_table('${table}')`);
    }
    await runner.query(rewriteKinds("ARRAY[", `ARRAY[${added}`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TRIGGER keep_sign_on_exempt ON app_user; DROP FUNCTION keep_sign_on_exempt");
    await runner.query("DELETE FROM login_attempt WHERE purpose = 'sign_on'");
    await runner.query(purposes("'login', 'reset', 'register', 'second_step', 'passkey'"));
    await runner.query(`
      DELETE FROM sign_in_step WHERE purpose = 'sign_on';
      ALTER TABLE sign_in_step DROP CONSTRAINT sign_in_step_check;
      ALTER TABLE sign_in_step ADD CONSTRAINT sign_in_step_check CHECK ((user_id IS NULL) = (purpose = 'passkey'));
      ALTER TABLE sign_in_step DROP CONSTRAINT sign_in_step_purpose_check;
      ALTER TABLE sign_in_step ADD CONSTRAINT sign_in_step_purpose_check
        CHECK (purpose IN ('second_step', 'passkey', 'new_passkey'));
      ALTER TABLE sign_in_step DROP COLUMN sign_on;
      ALTER TABLE session DROP COLUMN sign_on;
      DROP TABLE sign_on_identity, sign_on_role, sign_on;
    `);
    await runner.query(rewriteKinds(added, "", "NOT VALID"));
  }
}
