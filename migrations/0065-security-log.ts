import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The security log. The application adds rows and reads them; it can change none, delete none, and doesn't set their time
 * itself. What is older than 400 days goes by a function that deletes nothing else.
 */
export class SecurityLog0065 implements MigrationInterface {
  name = "SecurityLog0000000000065";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE security_event (
        id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        tenant_id  bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        at         timestamptz NOT NULL DEFAULT clock_timestamp(),
        kind       text NOT NULL CHECK (kind IN (
          'sign_in', 'second_step', 'sign_out', 'session_ended', 'password_changed', 'password_reset_asked', 'password_reset',
          'factor_added', 'factor_removed', 'factor_reset', 'recovery_codes_made', 'factor_policy_changed',
          'feed_created', 'feed_ended', 'push_created', 'push_ended', 'access_changed', 'delegation_started',
          'delegation_ended', 'exported', 'refused')),
        outcome    text NOT NULL CHECK (outcome IN ('done', 'failed', 'refused')),
        -- Who did it, and whose account it is about where that isn't them. No foreign keys: the log outlives people.
        user_id    bigint,
        subject_id bigint,
        session_id bigint,
        address    text CHECK (length(address) <= 64),
        device     text CHECK (length(device) <= 120),
        call       text CHECK (length(call) <= 200),
        request_id text CHECK (length(request_id) <= 64),
        facts      jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(facts) = 'object' AND length(facts::text) <= 1000),
        -- Of rows with the same text one is kept: refusals would fill the log.
        once       text CHECK (length(once) <= 400),
        UNIQUE (tenant_id, id)
      );
      CREATE UNIQUE INDEX security_event_once ON security_event (tenant_id, once) WHERE once IS NOT NULL;
      CREATE INDEX security_event_user ON security_event (tenant_id, user_id, id DESC);
      CREATE INDEX security_event_subject ON security_event (tenant_id, subject_id, id DESC) WHERE subject_id IS NOT NULL;
      CREATE INDEX security_event_at ON security_event (tenant_id, at);
    `);
    await runner.query("CALL fence_tenant_table('security_event')");
    await runner.query(`
      REVOKE ALL ON security_event FROM portal_app, portal_worker;
      GRANT SELECT ON security_event TO portal_app;
      -- Neither the number nor the time: whoever writes can't write into the past.
      GRANT INSERT (tenant_id, kind, outcome, user_id, subject_id, session_id, address, device, call, request_id, facts, once)
        ON security_event TO portal_app;

      CREATE FUNCTION forget_security_events() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
        DELETE FROM security_event WHERE tenant_id = current_tenant() AND at < now() - interval '400 days'
      $$;
      REVOKE ALL ON FUNCTION forget_security_events() FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION forget_security_events() TO portal_worker;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP FUNCTION forget_security_events(); DROP TABLE security_event");
  }
}
