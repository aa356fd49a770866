import { sql } from "../../platform/database/unit-of-work";

export const selectUnknownReferences = sql(
  "news.unknownNames",
  `SELECT $1::bigint IS NOT NULL AND NOT EXISTS (SELECT FROM news_section WHERE tenant_id = current_tenant() AND id = $1) AS section,
     EXISTS (SELECT FROM unnest($2::bigint[]) AS x WHERE NOT EXISTS (
       SELECT FROM department d WHERE d.tenant_id = current_tenant() AND d.id = x)) AS departments,
     EXISTS (SELECT FROM unnest($3::bigint[]) AS x WHERE NOT EXISTS (
       SELECT FROM user_group g WHERE g.tenant_id = current_tenant() AND g.id = x)) AS groups`,
);

export const insertArticle = sql(
  "news.insert",
  `INSERT INTO news_article (tenant_id, author_id, section_id, language, pinned, must_read, confirm_by, everyone)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, $7) RETURNING id`,
);

export const updateArticle = sql(
  "news.change",
  `UPDATE news_article SET section_id = $2, language = $3, pinned = $4, must_read = $5, confirm_by = $6, everyone = $7,
     version = version + 1, updated_at = now()
   WHERE tenant_id = current_tenant() AND id = $1`,
);

export const deleteArticle = sql(
  "news.delete",
  "DELETE FROM news_article WHERE tenant_id = current_tenant() AND id = $1",
);

/** Files among $2 that were uploaded as inline images of article $1. */
export const selectArticlePictures = sql(
  "news.picturesOfArticle",
  `SELECT file_id AS "fileId" FROM news_file
   WHERE tenant_id = current_tenant() AND article_id = $1 AND kind = 'inline' AND file_id = ANY($2)`,
);

export const deleteArticleTexts = sql(
  "news.dropTexts",
  "DELETE FROM news_text WHERE tenant_id = current_tenant() AND article_id = $1",
);

export const insertArticleTexts = sql(
  "news.addTexts",
  `INSERT INTO news_text (tenant_id, article_id, language, title, summary, body, picture_alt, words, plain)
   SELECT current_tenant(), $1, language, title, summary, body, picture_alt, words, plain
   FROM jsonb_to_recordset($2) AS t (language text, title text, summary text, body text, picture_alt text, words int, plain text)`,
);

export const deleteArticleAudience = sql(
  "news.dropAudience",
  "DELETE FROM news_audience WHERE tenant_id = current_tenant() AND article_id = $1",
);

export const insertArticleAudience = sql(
  "news.addAudience",
  `INSERT INTO news_audience (tenant_id, article_id, department_id, group_id, location)
   SELECT DISTINCT current_tenant(), $1::bigint, d, g, l FROM (
     SELECT x AS d, NULL::bigint AS g, NULL::text AS l FROM unnest($2::bigint[]) AS x
     UNION ALL SELECT NULL, x, NULL FROM unnest($3::bigint[]) AS x
     UNION ALL SELECT NULL, NULL, x FROM unnest($4::text[]) AS x) AS named`,
);

/** $1 article, $2 status, $3 and $4 tenant-local times or null. Republishing keeps the position in the list. */
export const updateArticleStatus = sql(
  "news.setStatus",
  `UPDATE news_article a SET status = $2,
     publish_at = CASE WHEN $2 = 'scheduled' THEN $3::timestamp AT TIME ZONE o.time_zone END,
     published_at = CASE WHEN $2 = 'published' AND a.status <> 'published' THEN now() ELSE a.published_at END,
     withdraw_at = CASE WHEN $2 IN ('published', 'scheduled') THEN $4::timestamp AT TIME ZONE o.time_zone END,
     reminded_at = CASE WHEN a.status = $2 THEN a.reminded_at END,
     version = a.version + 1, updated_at = now()
   FROM tenant o WHERE o.id = a.tenant_id AND a.tenant_id = current_tenant() AND a.id = $1`,
);

/** SQL: whether a clock change in the tenant's time zone skips a local time. Midnight begins its day, whatever the clock shows. */
const isSkipped = (time: string) =>
  `${time}::timestamp::time <> '00:00' AND ${time}::timestamp AT TIME ZONE time_zone AT TIME ZONE time_zone <> ${time}::timestamp`;

export const selectTimeOrder = sql(
  "news.momentsAhead",
  `SELECT $1::timestamp AT TIME ZONE time_zone > now() AS first, $2::timestamp AT TIME ZONE time_zone > now() AS last,
     $1::timestamp AT TIME ZONE time_zone < $2::timestamp AT TIME ZONE time_zone AS "inOrder",
     ${isSkipped("$1")} AS "isFirstSkipped", ${isSkipped("$2")} AS "isLastSkipped"
   FROM tenant WHERE id = current_tenant()`,
);

/**
 * SQL: when a reader `u` of an article `a` in tenant `o` is reminded: on the day before the deadline, from 8:00 in the reader's time zone,
 * and at least 20 hours after the publication, of which the reader was notified too.
 */
export const reminderTimes = `LATERAL (SELECT
    GREATEST((a.confirm_by - 1 + time '08:00') AT TIME ZONE zone.name, a.published_at + interval '20 hours') AS due_at,
    a.confirm_by::timestamp AT TIME ZONE zone.name AS ends_at
  FROM (SELECT COALESCE(u.time_zone, o.time_zone) AS name) AS zone)`;

/** Publishes due articles; of two concurrent runs, the second finds none. */
export const markDueArticlesPublished = sql(
  "news.publishDue",
  `UPDATE news_article SET status = 'published', published_at = publish_at, publish_at = NULL, version = version + 1,
     updated_at = now()
   WHERE tenant_id = current_tenant() AND status = 'scheduled' AND publish_at <= $1 RETURNING id`,
);

export const markDueArticlesWithdrawn = sql(
  "news.withdrawDue",
  `UPDATE news_article SET status = 'withdrawn', withdraw_at = NULL, version = version + 1, updated_at = now()
   WHERE tenant_id = current_tenant() AND status = 'published' AND withdraw_at <= $1 RETURNING id`,
);

/**
 * Marks articles with readers whose reminder is due. After a reminder in the last 20 hours, only those count whose morning began since, and
 * only if it was already the morning of the first readers then, so that a manual reminder of the evening before replaces that of the morning.
 */
export const markDueReminders = sql(
  "news.remindDue",
  `WITH article AS MATERIALIZED (
     SELECT * FROM news_article a WHERE a.tenant_id = current_tenant() AND a.status = 'published' AND a.must_read
       AND a.confirm_by BETWEEN ($1::timestamptz AT TIME ZONE 'UTC')::date AND ($1::timestamptz AT TIME ZONE 'UTC')::date + 2
   ), reader AS (
     SELECT a.id, a.reminded_at, reminder.*, g.confirmed_at IS NULL AND u.id <> a.author_id AS waits,
       min(reminder.due_at) OVER (PARTITION BY a.id) AS first_due_at
     FROM article a JOIN tenant o ON o.id = a.tenant_id JOIN news_reader r ON r.tenant_id = a.tenant_id AND r.article_id = a.id
     JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.user_id
     LEFT JOIN news_reading g ON g.tenant_id = r.tenant_id AND g.article_id = r.article_id AND g.user_id = r.user_id
     CROSS JOIN ${reminderTimes} AS reminder
   ), due AS (
     SELECT DISTINCT id, reminded_at, CASE WHEN reminded_at >= first_due_at THEN reminded_at END AS after FROM reader
     WHERE waits AND due_at <= $1 AND ends_at > $1 AND (reminded_at IS NULL
       OR reminded_at < $1::timestamptz - interval '20 hours' OR reminded_at >= first_due_at AND due_at > reminded_at)
   )
   UPDATE news_article a SET reminded_at = $1 FROM due
   WHERE a.tenant_id = current_tenant() AND a.id = due.id AND a.reminded_at IS NOT DISTINCT FROM due.reminded_at
   RETURNING a.id, due.after`,
);

/** Marks article $1 as reminded manually. Returns no row when the last reminder was less than 20 hours ago. */
export const markManualReminder = sql(
  "news.remindNow",
  `UPDATE news_article SET reminded_at = now() WHERE tenant_id = current_tenant() AND id = $1
     AND (reminded_at IS NULL OR reminded_at < now() - interval '20 hours') RETURNING id`,
);
