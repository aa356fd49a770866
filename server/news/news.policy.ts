import { Problem } from "../../shared/kernel/problems";
import { type NewsStatus, type NewsStep, newsStatusAfter } from "../../shared/news/news.workflow";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";

/** What decides about an article, and what its calls need of it. */
export interface NewsFacts {
  id: number;
  authorId: number;
  status: NewsStatus;
  mustRead: boolean;
  version: number;
  /** It is for this person: `news_reader` says so. */
  reads: boolean;
  confirmed: boolean;
}

/** What nobody has published yet is its author's alone, also where somebody looks through their eyes. */
const ownArticle = (me: string): string =>
  `(a.author_id = ${me} AND (a.status <> 'draft' OR COALESCE(current_viewer(), ${me}) = ${me}))`;

/**
 * Which articles a person sees, as a condition on `a`: their own; what is published for them; and, where they write news
 * themselves, what is for them and about to come or was taken down. `me` and `writes` are the places of the values.
 */
export const seesArticle = (me: string, writes: string): string => `(${ownArticle(me)} OR (
  (a.status = 'published' OR (${writes}::boolean AND a.status IN ('scheduled', 'withdrawn')))
  AND EXISTS (SELECT FROM news_reader r WHERE r.tenant_id = a.tenant_id AND r.article_id = a.id AND r.user_id = ${me})))`;

export const writesNews = (actor: Pick<Actor, "permissions">): boolean => actor.permissions.has("news-create");

const facts = sql(
  "news.facts",
  `SELECT a.id, a.author_id AS "authorId", a.status, a.must_read AS "mustRead", a.version,
     EXISTS (SELECT FROM news_reader r WHERE r.tenant_id = a.tenant_id AND r.article_id = a.id AND r.user_id = $2) AS reads,
     EXISTS (SELECT FROM news_reading g WHERE g.tenant_id = a.tenant_id AND g.article_id = a.id AND g.user_id = $2
       AND g.confirmed_at IS NOT NULL) AS confirmed
   FROM news_article a WHERE a.tenant_id = current_tenant() AND a.id = $1 AND ${seesArticle("$2", "$3")}`,
);
const lock = sql(
  "news.lock",
  "SELECT id FROM news_article WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);

/** @throws Problem 404 for an article that isn't theirs to see, as for one that doesn't exist. */
export async function visibleNews(tx: Tx, actor: Actor, id: number): Promise<NewsFacts> {
  const found = await tx.one<NewsFacts>(facts, [id, actor.id, writesNews(actor)]);
  if (!found) throw new Problem("notFound");
  return found;
}

/** Locked, then read: of two changes at once the second sees all that the first did. @throws Problem 404. */
export async function lockedNews(tx: Tx, actor: Actor, id: number): Promise<NewsFacts> {
  await tx.one(lock, [id]);
  return visibleNews(tx, actor, id);
}

/** What this person may do with an article now. */
export function newsCan(actor: Actor, article: NewsFacts) {
  const { authorId, status, reads } = article;
  const own = authorId === actor.id;
  const edit = writesNews(actor) && (own || (reads && status !== "draft"));
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

/** @throws Problem 404; 403 for who only reads it. */
export async function editableNews(tx: Tx, actor: Actor, id: number): Promise<NewsFacts> {
  const article = await lockedNews(tx, actor, id);
  if (!newsCan(actor, article).edit) throw new Problem("permission.denied");
  return article;
}

/** Whom an article is for, but its author: who may be mentioned, is told, and has it to read. */
export const readersOf = sql(
  "news.readers",
  `SELECT u.id, u.fullname, u.image FROM news_reader r
   JOIN news_article a ON a.tenant_id = r.tenant_id AND a.id = r.article_id AND a.author_id <> r.user_id
   JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.user_id
   WHERE r.tenant_id = current_tenant() AND r.article_id = $1 ORDER BY u.id`,
);

const forGroup = sql(
  "news.forGroup",
  `SELECT FROM news_audience n JOIN news_article a ON a.tenant_id = n.tenant_id AND a.id = n.article_id AND a.author_id <> $1
   WHERE n.tenant_id = current_tenant() AND n.group_id = $2
     AND NOT EXISTS (SELECT FROM news_reader r WHERE r.tenant_id = a.tenant_id AND r.article_id = a.id AND r.user_id = $1) LIMIT 1`,
);

/** Whether somebody has written something for a group that isn't for this person; also what isn't published yet. */
export const isWrittenForOthers = async (tx: Tx, userId: number, groupId: number): Promise<boolean> =>
  (await tx.one(forGroup, [userId, groupId])) !== undefined;

const seenOfPairs = sql(
  "news.seenOfPairs",
  `SELECT a.id AS article, pair.user_id AS person, pair.writes
   FROM unnest($1::bigint[], $2::bigint[], $3::boolean[]) AS pair (article_id, user_id, writes)
   JOIN news_article a ON a.tenant_id = current_tenant() AND a.id = pair.article_id
   WHERE ${seesArticle("pair.user_id", "pair.writes")}`,
);

/** Whether articles' events may reach them: what their calls would answer. With one statement, in the order they were asked about. */
export async function followNews(tx: Tx, asked: readonly { actor: Actor; articleId: number }[]): Promise<boolean[]> {
  const keyOf = (article: number, person: number, writes: boolean) => `${article}/${person}/${writes}`;
  const keys = asked.map(({ actor, articleId }) =>
    actor.features.has("news") && actor.permissions.has("news-view")
      ? keyOf(articleId, actor.id, writesNews(actor))
      : null,
  );
  // Several screens of one person ask about the same.
  const pairs = new Map(asked.flatMap((each, at) => (keys[at] ? [[keys[at], each] as const] : [])));
  if (pairs.size === 0) return asked.map(() => false);
  const different = [...pairs.values()];
  const rows = await tx.rows<{ article: number; person: number; writes: boolean }>(seenOfPairs, [
    different.map(({ articleId }) => articleId),
    different.map(({ actor }) => actor.id),
    different.map(({ actor }) => writesNews(actor)),
  ]);
  const seen = new Set(rows.map(({ article, person, writes }) => keyOf(article, person, writes)));
  return keys.map((key) => key !== null && seen.has(key));
}
