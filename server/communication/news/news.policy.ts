import { Problem } from "../../../shared/kernel/problems";
import { type NewsStatus, type NewsStep, newsStatusAfter } from "../../../shared/communication/news/news.workflow";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";

export interface ArticleAccess {
  id: number;
  authorId: number;
  status: NewsStatus;
  mustRead: boolean;
  version: number;
  /** Whether the user is in the audience, according to `news_reader`. */
  reads: boolean;
  confirmed: boolean;
}

/** Drafts are visible only to their author, and not to users viewing as the author. */
const ownArticle = (me: string): string =>
  `(a.author_id = ${me} AND (a.status <> 'draft' OR COALESCE(current_viewer(), ${me}) = ${me}))`;

/**
 * SQL condition on `a`: articles visible to a user, namely their own articles, published articles with the user in the audience and, for
 * news writers, also scheduled and withdrawn ones with the user in the audience. `me` and `writes` are parameter placeholders.
 */
export const canSeeArticle = (me: string, writes: string): string => `(${ownArticle(me)} OR (
  (a.status = 'published' OR (${writes}::boolean AND a.status IN ('scheduled', 'withdrawn')))
  AND EXISTS (SELECT FROM news_reader r WHERE r.tenant_id = a.tenant_id AND r.article_id = a.id AND r.user_id = ${me})))`;

export const canWriteNews = (actor: Pick<Actor, "permissions">): boolean => actor.permissions.has("news-create");

const selectArticleAccess = sql(
  "news.facts",
  `SELECT a.id, a.author_id AS "authorId", a.status, a.must_read AS "mustRead", a.version,
     EXISTS (SELECT FROM news_reader r WHERE r.tenant_id = a.tenant_id AND r.article_id = a.id AND r.user_id = $2) AS reads,
     EXISTS (SELECT FROM news_reading g WHERE g.tenant_id = a.tenant_id AND g.article_id = a.id AND g.user_id = $2
       AND g.confirmed_at IS NOT NULL) AS confirmed
   FROM news_article a WHERE a.tenant_id = current_tenant() AND a.id = $1 AND ${canSeeArticle("$2", "$3")}`,
);
const lockArticle = sql(
  "news.lock",
  "SELECT id FROM news_article WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);

export async function loadVisibleNews(tx: Tx, actor: Actor, id: number): Promise<ArticleAccess> {
  const found = await tx.one<ArticleAccess>(selectArticleAccess, [id, actor.id, canWriteNews(actor)]);
  if (!found) throw new Problem("notFound");
  return found;
}

/** Locks before reading, so that the second of two concurrent changes sees the first. @throws Problem 404. */
export async function loadLockedNews(tx: Tx, actor: Actor, id: number): Promise<ArticleAccess> {
  await tx.one(lockArticle, [id]);
  return loadVisibleNews(tx, actor, id);
}

export function newsPermissions(actor: Actor, article: ArticleAccess) {
  const { authorId, status, reads } = article;
  const own = authorId === actor.id;
  const edit = canWriteNews(actor) && (own || (reads && status !== "draft"));
  const may = (step: NewsStep) => edit && newsStatusAfter(status, step) !== null;
  return {
    edit,
    publish: may("publish") && status !== "published",
    withdraw: may("withdraw"),
    delete: edit && (status === "draft" || status === "withdrawn"),
    confirm: article.mustRead && status === "published" && !own && !article.confirmed,
    talk: status === "published",
  };
}

export async function loadEditableNews(tx: Tx, actor: Actor, id: number): Promise<ArticleAccess> {
  const article = await loadLockedNews(tx, actor, id);
  if (!newsPermissions(actor, article).edit) throw new Problem("permission.denied");
  return article;
}

/** Users who can be mentioned in an article's comments: its audience and its author, who is notified of comments in any case. */
export const selectMentionableUsers = sql(
  "news.mentionable",
  `SELECT u.id, u.fullname, u.image FROM news_article a
   JOIN app_user u ON u.tenant_id = a.tenant_id AND (u.id = a.author_id AND u.active OR EXISTS (SELECT FROM news_reader r
     WHERE r.tenant_id = a.tenant_id AND r.article_id = a.id AND r.user_id = u.id))
   WHERE a.tenant_id = current_tenant() AND a.id = $1 ORDER BY u.id`,
);

const selectGroupArticle = sql(
  "news.forGroup",
  `SELECT FROM news_audience n JOIN news_article a ON a.tenant_id = n.tenant_id AND a.id = n.article_id AND a.author_id <> $1
   WHERE n.tenant_id = current_tenant() AND n.group_id = $2
     AND NOT EXISTS (SELECT FROM news_reader r WHERE r.tenant_id = a.tenant_id AND r.article_id = a.id AND r.user_id = $1) LIMIT 1`,
);

/** Whether the group is in the audience of an article the user can't see, including unpublished ones. */
export const hasNewsForOthers = async (tx: Tx, userId: number, groupId: number): Promise<boolean> =>
  (await tx.one(selectGroupArticle, [userId, groupId])) !== undefined;

const selectVisiblePairs = sql(
  "news.seenOfPairs",
  `SELECT a.id AS article, pair.user_id AS person, pair.writes
   FROM unnest($1::bigint[], $2::bigint[], $3::boolean[]) AS pair (article_id, user_id, writes)
   JOIN news_article a ON a.tenant_id = current_tenant() AND a.id = pair.article_id
   WHERE ${canSeeArticle("pair.user_id", "pair.writes")}`,
);

/**
 * Returns for each subscriber whether they may receive an article's events, by the same rules as its endpoints. Runs one statement; results
 * are in the order of the input.
 */
export async function followNews(tx: Tx, requests: readonly { actor: Actor; id: number }[]): Promise<boolean[]> {
  const keyOf = (article: number, person: number, writes: boolean) => `${article}/${person}/${writes}`;
  const keys = requests.map(({ actor, id }) =>
    actor.features.has("news") && actor.permissions.has("news-view") ? keyOf(id, actor.id, canWriteNews(actor)) : null,
  );
  // Deduplicated, because several screens of a user subscribe to the same article.
  const pairs = new Map(requests.flatMap((each, at) => (keys[at] ? [[keys[at], each] as const] : [])));
  if (pairs.size === 0) return requests.map(() => false);
  const different = [...pairs.values()];
  const rows = await tx.rows<{ article: number; person: number; writes: boolean }>(selectVisiblePairs, [
    different.map(({ id }) => id),
    different.map(({ actor }) => actor.id),
    different.map(({ actor }) => canWriteNews(actor)),
  ]);
  const visibleKeys = new Set(rows.map(({ article, person, writes }) => keyOf(article, person, writes)));
  return keys.map((key) => key !== null && visibleKeys.has(key));
}
