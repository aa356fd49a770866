import type { MigrationInterface, QueryRunner } from "typeorm";
import { rewriteKinds } from "./0078-security-log-kinds";

const added = "'scim_changed'::text, ";

/** People and groups that the organisation's own directory looks after (SCIM 2.0), and the token that it calls with. */
export class Scim0195 implements MigrationInterface {
  name = "Scim0000000000195";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE scim (
        tenant_id    bigint PRIMARY KEY REFERENCES tenant ON DELETE CASCADE,
        -- What it calls with is told once and kept nowhere.
        token_hash   bytea NOT NULL CHECK (length(token_hash) = 32),
        -- What newcomers become.
        role_id      bigint NOT NULL,
        -- Of this token.
        created_at   timestamptz NOT NULL DEFAULT now(),
        last_used_at timestamptz,
        FOREIGN KEY (tenant_id, role_id) REFERENCES role (tenant_id, id)
      );
      CREATE INDEX scim_newcomer ON scim (tenant_id, role_id);

      -- What the directory calls somebody, where it has said so.
      CREATE TABLE scim_user (
        tenant_id   bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        user_id     bigint NOT NULL,
        user_name   text NOT NULL CHECK (user_name <> ''),
        external_id text CHECK (external_id <> ''),
        given_name  text,
        family_name text,
        -- Deleted there; here they have a history, and are switched off.
        removed     boolean NOT NULL DEFAULT false,
        PRIMARY KEY (tenant_id, user_id),
        FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE,
        CONSTRAINT scim_user_external_id UNIQUE (tenant_id, external_id)
      );
      CREATE UNIQUE INDEX scim_user_name ON scim_user (tenant_id, lower(user_name));

      CREATE TABLE scim_group (
        tenant_id   bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        group_id    bigint NOT NULL,
        external_id text NOT NULL CHECK (external_id <> ''),
        PRIMARY KEY (tenant_id, group_id),
        FOREIGN KEY (tenant_id, group_id) REFERENCES user_group (tenant_id, id) ON DELETE CASCADE,
        CONSTRAINT scim_group_external_id UNIQUE (tenant_id, external_id)
      );
    `);
    for (const table of ["scim", "scim_user", "scim_group"]) await runner.query(`CALL fence_tenant_table('${table}')`);
    await runner.query(rewriteKinds("ARRAY[", `ARRAY[${added}`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE scim_group, scim_user, scim");
    await runner.query(rewriteKinds(added, "", "NOT VALID"));
  }
}
