import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { mostKept } from "../../server/notifications/notifications.service";
import { inTenant } from "./in-tenant";
import { type Schedule, tenantSchedule } from "./schedule";

/** Of each person what is older than their newest, which are all that they are shown. */
const dropped = `DELETE FROM notification WHERE id = ANY(ARRAY(
  SELECT old.id FROM app_user u, LATERAL (SELECT n.id FROM notification n WHERE n.tenant_id = u.tenant_id AND n.user_id = u.id
    ORDER BY n.created_at DESC, n.id DESC OFFSET $1) old))`;

/**
 * What nobody needs any more goes: expired sessions, old keys, old attempts. Tenant by tenant, each in its own fence, also
 * of those that are switched off.
 */
export const housekeeping = (workerDatabase: DataSource, log: Logger): Schedule =>
  tenantSchedule({
    name: "housekeeping",
    everyMs: 3_600_000,
    inactiveToo: true,
    work: (tenantId) => clean(workerDatabase, tenantId),
    workerDatabase,
    log,
  });

function clean(database: DataSource, tenantId: number): Promise<void> {
  return inTenant(database, tenantId, async (runner) => {
    await runner.query("DELETE FROM session WHERE expires_at < now() - interval '1 day'");
    await runner.query("DELETE FROM viewing WHERE expires_at < now()");
    // As long as their person sees that they have ended.
    await runner.query("DELETE FROM api_token WHERE expires_at < now() - interval '30 days'");
    await runner.query("DELETE FROM idempotency_key WHERE created_at < now() - interval '1 day'");
    await runner.query("DELETE FROM sign_in_step WHERE expires_at < now()");
    await runner.query("DELETE FROM login_attempt WHERE at < now() - interval '1 day'");
    await runner.query("DELETE FROM registration WHERE created_at < now() - interval '2 days'");
    await runner.query("DELETE FROM known_device WHERE last_used_at < now() - interval '400 days'");
    await runner.query("DELETE FROM password_reset WHERE expires_at < now() - interval '1 day'");
    // By then nobody can bring them back any more; see server/comments/comments.sql.ts.
    await runner.query("DELETE FROM comment WHERE deleted_at < now() - interval '1 day'");
    // Uploaded into an article's text, and in none of its versions by the next day.
    await runner.query(`DELETE FROM news_file n USING file f
      WHERE n.kind = 'inline' AND f.tenant_id = n.tenant_id AND f.id = n.file_id AND f.created_at < now() - interval '1 day'
        AND NOT EXISTS (SELECT FROM news_text t WHERE t.tenant_id = n.tenant_id AND t.article_id = n.article_id
          AND strpos(t.body, '"/files/' || n.file_id || '/preview"') > 0)`);
    // Long after anything could tell of the same event again.
    await runner.query("DELETE FROM notification_event WHERE at < now() - interval '60 days'");
    await runner.query("DELETE FROM notification_delivery WHERE done_at < now() - interval '30 days'");
    await runner.query("DELETE FROM notification_digest WHERE created_at < now() - interval '60 days'");
    await runner.query(dropped, [mostKept]);
    await runner.query("DELETE FROM task_reminder WHERE at < now() - interval '90 days'");
    await runner.query("SELECT forget_security_events()");
    await runner.query("DELETE FROM notification_mute WHERE until < now() - interval '1 day'");
  });
}
