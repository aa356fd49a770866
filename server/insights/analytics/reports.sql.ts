import { sql } from "../../platform/database/unit-of-work";

const reportColumns = `r.id, r.screen, r.subject_id, r.days, r.every, r.sender_id, json_build_object('id', u.id, 'fullname', u.fullname) AS user`;
const withReader = "JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.user_id";

export const selectReportsOfUser = sql(
  "analytics.reports",
  `SELECT ${reportColumns} FROM analytics_report r ${withReader}
   WHERE r.tenant_id = current_tenant() AND (r.user_id = $1 OR r.sender_id = $1) ORDER BY r.id`,
);

/** The latest Monday or first of the month as of `at`; the day begins at 06:00 in the tenant's time zone. */
const dueAt = (at: string, unit: string) =>
  `(SELECT date_trunc(${unit}, ${at}::timestamptz AT TIME ZONE t.time_zone - interval '6 hours')::date
    FROM tenant t WHERE t.id = current_tenant())`;

export const countOtherReports = sql(
  "analytics.otherReports",
  `SELECT count(*)::int AS count FROM analytics_report
   WHERE tenant_id = current_tenant() AND user_id = $1 AND NOT (screen = $2 AND subject_id IS NOT DISTINCT FROM $3::bigint)`,
);

/**
 * The first report is due next Monday or on the first of next month. $1 user, $2 screen, $3 subject, $4 days, $5 filters, $6 frequency, $7
 * sender.
 */
export const upsertReport = sql(
  "analytics.writeReport",
  // A subscription that the user created is not overwritten by one that another user sends them.
  `WITH r AS (
     INSERT INTO analytics_report AS a (tenant_id, user_id, screen, subject_id, days, filters, every, sender_id, sent_for)
     VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, $7, ${dueAt("now()", "$6")})
     ON CONFLICT (tenant_id, user_id, screen, subject_id) DO UPDATE SET days = EXCLUDED.days, filters = EXCLUDED.filters,
       every = EXCLUDED.every, sender_id = EXCLUDED.sender_id, sent_for = EXCLUDED.sent_for
     WHERE EXCLUDED.sender_id IS NULL OR a.sender_id IS NOT NULL
     RETURNING *)
   SELECT ${reportColumns} FROM r ${withReader}`,
);

export const deleteReport = sql(
  "analytics.deleteReport",
  "DELETE FROM analytics_report WHERE tenant_id = current_tenant() AND (user_id = $1 OR sender_id = $1) AND id = $2 RETURNING user_id",
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
  due: string;
}

/** Claims reports due at $1 for $3 minutes under lease $2, so that two workers never hold the same report. $4 limit. */
export const claimReports = sql(
  "analytics.claimReports",
  `UPDATE analytics_report r SET lease = $2::uuid, leased_until = $1::timestamptz + $3 * interval '1 minute', attempts = r.attempts + 1
   FROM (SELECT d.id, d.every, CASE d.every WHEN 'month' THEN m.month ELSE m.week END AS due
         FROM analytics_report d, (SELECT ${dueAt("$1", "'week'")} AS week, ${dueAt("$1", "'month'")} AS month) m
         WHERE d.tenant_id = current_tenant() AND d.sent_for < CASE d.every WHEN 'month' THEN m.month ELSE m.week END AND (d.leased_until IS NULL OR d.leased_until <= $1)
         ORDER BY d.id LIMIT $4 FOR UPDATE OF d SKIP LOCKED) AS due
   WHERE r.tenant_id = current_tenant() AND r.id = due.id
   RETURNING r.id, r.user_id AS "userId", r.screen, r.subject_id AS "subjectId", r.filters, r.attempts,
     CASE due.every WHEN 'month' THEN due.due - (due.due - interval '1 month')::date ELSE r.days END AS days, due.due::text AS due`,
);

export const updateReportSent = sql(
  "analytics.finishReport",
  `UPDATE analytics_report SET sent_for = $3::date, lease = NULL, leased_until = NULL, attempts = 0
   WHERE tenant_id = current_tenant() AND id = $1 AND lease = $2::uuid`,
);

export const selectReportHead = sql(
  "analytics.reportHead",
  `SELECT name AS tenant, logo_mark AS logo, tenant_today()::text AS today FROM tenant WHERE id = current_tenant()`,
);

export const selectReportReader = sql(
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
