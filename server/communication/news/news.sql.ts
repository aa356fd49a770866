import { sql } from "../../platform/database/unit-of-work";
import { reactionEmoji } from "../../../shared/work/comments/comments.schema";
import { canSeeArticle } from "./news.policy";
import { matchesAllPatterns } from "../../platform/database/search";
import { tenantEpochSql } from "../../platform/database/epoch";

const person = (alias: string) =>
  `json_build_object('id', ${alias}.id, 'fullname', ${alias}.fullname, 'image', ${alias}.image)`;
const fileOf = (alias: string) => `json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'type', ${alias}.type,
  'size', ${alias}.size, 'preview', ${alias}.preview_state = 'ready')`;

/**
 * Columns of `NewsListRow` for articles `a`. `me` is the reader and `language` the reader's language; without a translation the original
 * text is returned.
 */
const columns = `a.id, a.status, a.version, a.pinned, a.must_read, a.comment_count,
  a.published_at, a.publish_at, a.withdraw_at, a.updated_at, a.confirm_by::text,
  CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'name', s.name, 'translations', s.translations) END AS section,
  t.language, t.title, t.summary, t.words, t.picture_alt,
  ARRAY(SELECT x.language FROM news_text x WHERE x.tenant_id = a.tenant_id AND x.article_id = a.id
        ORDER BY x.language <> a.language, x.language) AS languages,
  ${person("u")} AS author,
  (SELECT ${fileOf("f")} FROM news_file p JOIN file f ON f.tenant_id = p.tenant_id AND f.id = p.file_id
   WHERE p.tenant_id = a.tenant_id AND p.article_id = a.id AND p.kind = 'picture') AS picture,
  g.seen_at IS NOT NULL AS seen, g.confirmed_at, COALESCE(e.revision, 0)::int AS revision, ${tenantEpochSql} AS epoch`;

const tables = (me: string, language: string) => `
  JOIN LATERAL (SELECT * FROM news_text x WHERE x.tenant_id = a.tenant_id AND x.article_id = a.id
    ORDER BY x.language <> ${language}, x.language <> a.language, x.language LIMIT 1) t ON true
  JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.author_id
  LEFT JOIN news_section s ON s.tenant_id = a.tenant_id AND s.id = a.section_id
  LEFT JOIN news_reading g ON g.tenant_id = a.tenant_id AND g.article_id = a.id AND g.user_id = ${me}
  LEFT JOIN event_stream e ON e.tenant_id = a.tenant_id AND e.name = 'news:' || a.id`;

const inSection = "a.section_id = $7";
const saying = (
  text: string,
) => `EXISTS (SELECT FROM news_text x WHERE x.tenant_id = a.tenant_id AND x.article_id = a.id
  AND ${matchesAllPatterns(text, ["x.folded"])})`;

const newsListOf = <const Name extends string>(name: Name, pinned: boolean, ...conditions: string[]) => {
  const order = `${pinned ? "a.pinned DESC, " : ""}COALESCE(a.publish_at, a.published_at, a.updated_at) DESC, a.id DESC`;
  return sql(
    name,
    `WITH found AS (
       SELECT a.id, count(*) OVER ()::int AS total FROM news_article a
       WHERE ${["a.tenant_id = current_tenant()", "a.status = $4", canSeeArticle("$1", "$2"), ...conditions].join(" AND ")}
       ORDER BY ${order} LIMIT $5 OFFSET $6
     ), page AS (SELECT array_agg(id) AS ids, max(total) AS total FROM found)
     SELECT (SELECT total FROM page) AS total, ${columns} FROM news_article a ${tables("$1", "$3")}
     WHERE a.tenant_id = current_tenant() AND a.id = ANY((SELECT ids FROM page)::bigint[])
     ORDER BY ${order}`,
  );
};

/**
 * $1 reader, $2 whether they write news, $3 language, $4 status, $5 limit, $6 offset; then section and search text if used. One statement
 * per combination of filters: PostgreSQL keeps a generic plan only if it isn't estimated to be more expensive, and planning takes longer
 * than executing. Conditions like "or the filter is null" and an estimate that depends on the limit would prevent the generic plan.
 */
export const listNews = {
  all: newsListOf("news.list", true),
  section: newsListOf("news.listSection", true, inSection),
  sought: newsListOf("news.listSought", false, saying("$7")),
  soughtInSection: newsListOf("news.listSoughtInSection", false, inSection, saying("$8")),
};

/** Articles that the reader still has to confirm, and the last one they confirmed. $1 reader, $2 whether they write news, $3 language. */
export const selectArticlesToConfirm = sql(
  "news.mustRead",
  `WITH found AS (
     SELECT a.* FROM news_article a
     LEFT JOIN news_reading g ON g.tenant_id = a.tenant_id AND g.article_id = a.id AND g.user_id = $1
     WHERE a.tenant_id = current_tenant() AND a.status = 'published' AND a.must_read AND a.author_id <> $1
       AND ${canSeeArticle("$1", "$2")}
     ORDER BY g.confirmed_at IS NOT NULL, a.confirm_by NULLS LAST, a.published_at DESC, a.id LIMIT 6)
   SELECT ${columns} FROM found a ${tables("$1", "$3")}
   ORDER BY g.confirmed_at IS NOT NULL, a.confirm_by NULLS LAST, a.published_at DESC, a.id`,
);

/** Number of visible articles and the most discussed ones, in a single scan. $1 reader, $2 whether they write news, $3 language. */
export const selectPublishedOverview = sql(
  "news.publishedOverview",
  `WITH seen AS MATERIALIZED (
     SELECT a.id, a.language, a.comment_count, a.published_at FROM news_article a
     WHERE a.tenant_id = current_tenant() AND a.status = 'published' AND ${canSeeArticle("$1", "$2")}
   ), talked AS (
     SELECT s.*, (SELECT x.title FROM news_text x WHERE x.tenant_id = current_tenant() AND x.article_id = s.id
       ORDER BY x.language <> $3, x.language <> s.language, x.language LIMIT 1) AS title
     FROM (SELECT * FROM seen WHERE comment_count > 0 ORDER BY comment_count DESC, published_at DESC LIMIT 3) s
   )
   SELECT count(*)::int AS total, min(s.published_at) AS since, COALESCE((SELECT json_agg(
       json_build_object('id', t.id, 'title', t.title, 'comment_count', t.comment_count)
       ORDER BY t.comment_count DESC, t.published_at DESC) FROM talked t), '[]'::json) AS most_talked
   FROM seen s`,
);

/** $1 article, $2 reader, $3 language. The caller must have checked access. */
export const selectArticle = sql(
  "news.article",
  `SELECT ${columns}, t.body, a.everyone FROM news_article a ${tables("$2", "$3")}
   WHERE a.tenant_id = current_tenant() AND a.id = $1`,
);

/** Article to read next: unread first, then the latest. $1 current article, $2 reader, $3 whether they write news, $4 language. */
export const selectNextArticle = sql(
  "news.next",
  `SELECT a.id, t.title FROM (
     SELECT a.* FROM news_article a
     WHERE a.tenant_id = current_tenant() AND a.status = 'published' AND a.id <> $1 AND ${canSeeArticle("$2", "$3")}
     ORDER BY a.id IN (SELECT g.article_id FROM news_reading g WHERE g.tenant_id = current_tenant() AND g.user_id = $2),
       a.published_at DESC LIMIT 1) a
   ${tables("$2", "$4")}`,
);

export const selectArticleFiles = sql(
  "news.files",
  `SELECT n.id, n.kind, ${fileOf("f")} AS file FROM news_file n JOIN file f ON f.tenant_id = n.tenant_id AND f.id = n.file_id
   WHERE n.tenant_id = current_tenant() AND n.article_id = $1 ORDER BY n.id`,
);

const place = `array_position(ARRAY[${reactionEmoji.map((emoji) => `'${emoji}'`).join(",")}], r.emoji)`;

export const selectArticleReactions = sql(
  "news.reactions",
  `SELECT r.emoji, json_agg(${person("u")} ORDER BY r.created_at, u.id) AS users
   FROM news_reaction r JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.user_id
   WHERE r.tenant_id = current_tenant() AND r.article_id = $1 GROUP BY r.emoji ORDER BY ${place}`,
);

export const selectArticleComments = sql(
  "news.comments",
  `SELECT c.id, c.body AS comment, c.created_at, ${person("u")} AS author,
     COALESCE((SELECT json_agg(json_build_object('emoji', r.emoji, 'users', r.users) ORDER BY ${place})
       FROM (SELECT r.emoji, json_agg(${person("p")} ORDER BY r.created_at, p.id) AS users
             FROM news_comment_reaction r JOIN app_user p ON p.tenant_id = r.tenant_id AND p.id = r.user_id
             WHERE r.tenant_id = c.tenant_id AND r.comment_id = c.id GROUP BY r.emoji) AS r), '[]'::json) AS reactions
   FROM news_comment c JOIN app_user u ON u.tenant_id = c.tenant_id AND u.id = c.user_id
   WHERE c.tenant_id = current_tenant() AND c.article_id = $1 ORDER BY c.id`,
);

export const selectArticleAudience = sql(
  "news.audience",
  `SELECT n.location, CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'name', d.name) END AS department,
     CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'name', g.title) END AS "group"
   FROM news_audience n
   LEFT JOIN department d ON d.tenant_id = n.tenant_id AND d.id = n.department_id
   LEFT JOIN user_group g ON g.tenant_id = n.tenant_id AND g.id = n.group_id
   WHERE n.tenant_id = current_tenant() AND n.article_id = $1
   ORDER BY COALESCE(d.name, g.title, n.location) COLLATE reader, n.id`,
);

/** Times are local to the tenant, in the format that editors send. */
export const selectArticleDraft = sql(
  "news.draft",
  `SELECT a.id, a.status, a.section_id, a.language, a.pinned, a.must_read, a.confirm_by::text, a.everyone, a.version, o.time_zone,
     to_char(a.publish_at AT TIME ZONE o.time_zone, 'YYYY-MM-DD"T"HH24:MI') AS publish_at,
     to_char(a.withdraw_at AT TIME ZONE o.time_zone, 'YYYY-MM-DD"T"HH24:MI') AS withdraw_at,
     (SELECT json_agg(json_build_object('language', x.language, 'title', x.title, 'summary', x.summary, 'body', x.body,
        'picture_alt', x.picture_alt) ORDER BY x.language <> a.language, x.language)
      FROM news_text x WHERE x.tenant_id = a.tenant_id AND x.article_id = a.id) AS texts
   FROM news_article a JOIN tenant o ON o.id = a.tenant_id WHERE a.tenant_id = current_tenant() AND a.id = $1`,
);
