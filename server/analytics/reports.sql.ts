import { sql } from "../platform/database/unit-of-work";

const shown = `id, screen, subject_id, days`;

export const reportsOf = sql(
  "analytics.reports",
  `SELECT ${shown} FROM analytics_report WHERE tenant_id = current_tenant() AND user_id = $1 ORDER BY id`,
);

/** The latest Monday whose morning has come in the organisation's time zone, at the moment `at`. */
const mondayAt = (at: string) =>
  `(SELECT date_trunc('week', ${at}::timestamptz AT TIME ZONE t.time_zone - interval '6 hours')::date
    FROM tenant t WHERE t.id = current_tenant())`;

/** $1 person, $2 screen, $3 subject: what else they get. */
export const otherReports = sql(
  "analytics.otherReports",
  `SELECT count(*)::int AS count FROM analytics_report
   WHERE tenant_id = current_tenant() AND user_id = $1 AND NOT (screen = $2 AND subject_id IS NOT DISTINCT FROM $3::bigint)`,
);

/** The first comes with the next Monday. $1 person, $2 screen, $3 subject, $4 days, $5 filters. */
export const writeReport = sql(
  "analytics.writeReport",
  `INSERT INTO analytics_report (tenant_id, user_id, screen, subject_id, days, filters, sent_for)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, ${mondayAt("now()")})
   ON CONFLICT (tenant_id, user_id, screen, subject_id) DO UPDATE SET days = EXCLUDED.days, filters = EXCLUDED.filters
   RETURNING ${shown}`,
);

export const deleteReport = sql(
  "analytics.deleteReport",
  "DELETE FROM analytics_report WHERE tenant_id = current_tenant() AND user_id = $1 AND id = $2 RETURNING id",
);

export const deleteReports = sql(
  "analytics.deleteReports",
  "DELETE FROM analytics_report WHERE tenant_id = current_tenant() AND user_id = $1 RETURNING id",
);

export interface DueReport {
  id: number;
  userId: number;
  screen: "project" | "user" | "department";
  subjectId: number | null;
  days: number;
  filters: { tag_id?: number; priority?: string; user_id?: number };
  attempts: number;
  monday: string;
}

/** Takes what is due at $1, for so many minutes ($3) under the lease $2: two workers never take the same. $4 how many. */
export const claimReports = sql(
  "analytics.claimReports",
  `UPDATE analytics_report r SET lease = $2::uuid, leased_until = $1::timestamptz + $3 * interval '1 minute', attempts = r.attempts + 1
   FROM (SELECT d.id, m.monday FROM analytics_report d, (SELECT ${mondayAt("$1")} AS monday) m
         WHERE d.tenant_id = current_tenant() AND d.sent_for < m.monday AND (d.leased_until IS NULL OR d.leased_until <= $1)
         ORDER BY d.id LIMIT $4 FOR UPDATE OF d SKIP LOCKED) AS due
   WHERE r.tenant_id = current_tenant() AND r.id = due.id
   RETURNING r.id, r.user_id AS "userId", r.screen, r.subject_id AS "subjectId", r.days, r.filters, r.attempts, due.monday::text AS monday`,
);

/** Made for that Monday ($3), under the same lease ($2). */
export const finishReport = sql(
  "analytics.finishReport",
  `UPDATE analytics_report SET sent_for = $3::date, lease = NULL, leased_until = NULL, attempts = 0
   WHERE tenant_id = current_tenant() AND id = $1 AND lease = $2::uuid`,
);

/** Who gets it, as everything about them is now. */
export const reportReader = sql(
  "analytics.reportReader",
  `SELECT u.id, u.fullname, u.image, u.email, COALESCE(u.language, t.default_language) AS language, u.external, COALESCE(u.time_zone, t.time_zone) AS "timeZone",
          r.id AS "roleId", r.code AS role_code, r.permissions, p.features, t.name AS tenant, t.mail_sender AS sender, t.logo_mark AS logo, tenant_today()::text AS today,
          plan_is_over(t.plan_ends_at, t.auto_renew) AS "planExpired",
          ARRAY(SELECT d.domain FROM tenant_domain d WHERE d.tenant_id = t.id ORDER BY d.main DESC, d.domain) AS domains
   FROM app_user u
   JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   JOIN tenant t ON t.id = u.tenant_id
   JOIN plan p ON p.id = t.plan_id
   WHERE u.tenant_id = current_tenant() AND u.id = $1 AND u.active`,
);
