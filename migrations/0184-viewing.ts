import type { MigrationInterface, QueryRunner } from "typeorm";

const kinds = (more: string) => `
  ALTER TABLE audit_change DROP CONSTRAINT audit_change_kind_check;
  ALTER TABLE audit_change ADD CONSTRAINT audit_change_kind_check CHECK (kind IN (
    'person_added', 'person_removed', 'role', 'active', 'external', 'email', 'name', 'manager', 'department', 'position',
    'contract_type', 'joined_on', 'last_day', 'salary', 'papers', 'role_added', 'role_renamed', 'role_permissions',
    'role_removed', 'project_role', 'group_member', 'delegation', 'department_head'${more})) ${more ? "" : "NOT VALID"};
`;

/**
 * An administrator's session that sees the product as somebody else, or as a role. Beginning and end stand in the audit list by
 * trigger, however it ends: by hand, by its time, with its session.
 */
export class Viewing0184 implements MigrationInterface {
  name = "Viewing0000000000184";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE viewing (
        tenant_id  bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        session_id bigint NOT NULL,
        viewer_id  bigint NOT NULL,
        user_id    bigint,
        role_id    bigint,
        begun_at   timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, session_id),
        CONSTRAINT viewing_of_one CHECK (num_nonnulls(user_id, role_id) = 1),
        CONSTRAINT viewing_of_another CHECK (user_id <> viewer_id),
        CONSTRAINT viewing_for_a_while CHECK (expires_at > begun_at AND expires_at <= begun_at + interval '1 hour'),
        FOREIGN KEY (tenant_id, session_id) REFERENCES session (tenant_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, viewer_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, role_id) REFERENCES role (tenant_id, id) ON DELETE CASCADE
      );
      CREATE INDEX viewing_viewer ON viewing (tenant_id, viewer_id);
      CREATE INDEX viewing_user ON viewing (tenant_id, user_id) WHERE user_id IS NOT NULL;
      CREATE INDEX viewing_role ON viewing (tenant_id, role_id) WHERE role_id IS NOT NULL;
    `);
    await runner.query("CALL fence_tenant_table('viewing')");
    await runner.query(kinds(", 'view_begun', 'view_ended'"));
    await runner.query(`
      -- It is the viewer's doing, also where it ends with a session that somebody else ends, or by its time.
      CREATE FUNCTION audit_viewing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      DECLARE
        of  viewing := COALESCE(NEW, OLD);
        was text := current_setting('app.actor_id', true);
        entry bigint;
      BEGIN
        IF NOT EXISTS (SELECT FROM tenant WHERE id = of.tenant_id) THEN RETURN NULL; END IF;
        PERFORM set_config('app.actor_id', of.viewer_id::text, true);
        entry := note_audit(of.tenant_id, CASE TG_OP WHEN 'INSERT' THEN 'view_begun' ELSE 'view_ended' END, of.user_id, of.role_id,
          audited_title('role', of.tenant_id, of.role_id), NULL, NULL);
        -- Over since then, whenever somebody notices.
        UPDATE audit_change SET at = of.expires_at WHERE id = entry AND at > of.expires_at;
        PERFORM set_config('app.actor_id', COALESCE(was, ''), true);
        RETURN NULL;
      END $$;
      CREATE TRIGGER viewing_audit AFTER INSERT OR DELETE ON viewing FOR EACH ROW EXECUTE FUNCTION audit_viewing();

      -- Whoever looks through somebody's eyes; null as long as everybody looks through their own.
      CREATE FUNCTION current_viewer() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
        RETURN NULLIF(current_setting('app.viewer_id', true), '')::bigint;
      -- What no administrator could read isn't read as somebody else either, whichever call asks.
      CREATE POLICY not_as_another ON notification AS RESTRICTIVE
        USING ((SELECT current_viewer()) IS NULL OR user_id = (SELECT current_viewer()));
      CREATE POLICY not_as_another ON request AS RESTRICTIVE
        USING ((SELECT current_viewer()) IS NULL OR requester_id = (SELECT current_viewer())
          OR (status <> 'draft' AND sent_at IS NOT NULL));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP POLICY not_as_another ON request;
      DROP POLICY not_as_another ON notification;
      DROP TABLE viewing;
      DROP FUNCTION audit_viewing();
      DROP FUNCTION current_viewer();
    `);
    await runner.query(kinds(""));
  }
}
