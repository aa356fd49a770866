import type { MigrationInterface, QueryRunner } from "typeorm";

/** What a session has opened ends with it: a browser's push subscription goes when the session goes. */
export class SessionEnds0045 implements MigrationInterface {
  name = "SessionEnds0000000000045";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE push_subscription ADD COLUMN session_id bigint;
      -- Subscriptions from before belong to the latest session of the same browser, or are asked for anew.
      UPDATE push_subscription p SET session_id = (
        SELECT max(s.id) FROM session s
        WHERE s.tenant_id = p.tenant_id AND s.user_id = p.user_id AND s.user_agent = p.user_agent AND s.expires_at > now());
      DELETE FROM push_subscription WHERE session_id IS NULL;
      ALTER TABLE push_subscription
        ALTER COLUMN session_id SET NOT NULL,
        ADD FOREIGN KEY (tenant_id, session_id) REFERENCES session (tenant_id, id) ON DELETE CASCADE;
      CREATE INDEX push_subscription_session ON push_subscription (tenant_id, session_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE push_subscription DROP COLUMN session_id");
  }
}
