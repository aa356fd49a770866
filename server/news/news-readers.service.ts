import type { Actor as Person } from "../../shared/kernel/events";
import { newsStream, userStream } from "../../shared/kernel/events";
import { Problem } from "../../shared/kernel/problems";
import { newsPath } from "../../shared/news/news.rules";
import { joinedOnce } from "../platform/database/joined-once";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { editableNews, newsCan, visibleNews } from "./news.policy";
import { remindNow } from "./news.write.sql";

const note = sql(
  "news.noteRead",
  `INSERT INTO news_reading AS g (tenant_id, article_id, user_id, confirmed_at)
   VALUES (current_tenant(), $1, $2, CASE WHEN $3 THEN now() END)
   ON CONFLICT (tenant_id, article_id, user_id) DO UPDATE SET confirmed_at = now()
     WHERE $3 AND g.confirmed_at IS NULL
   RETURNING user_id`,
);

/**
 * Notes that somebody has seen an article, or says to have read it. It counts once; an author's own reading doesn't.
 * @throws Problem 404; 409 `news.notNow` for confirming what needn't be.
 */
export async function noteRead(tx: Tx, actor: Actor, id: number, confirmed: boolean): Promise<void> {
  const article = await visibleNews(tx, actor, id);
  if (confirmed && !article.confirmed && !newsCan(actor, article).confirm) throw new Problem("news.notNow");
  if (article.authorId === actor.id || article.status !== "published") return;
  if (!(await tx.one(note, [id, actor.id, confirmed]))) return;
  tx.emit("news_list.changed", userStream(actor.id), { id });
  tx.emit("news.read", userStream(article.authorId), { id });
}

interface ReaderRow extends Person {
  state: "confirmed" | "seen" | "mailed" | "none";
  at: Date | null;
}

// $1 article, $2 its path. Mail counts once it has left, by itself or in a digest: whose last one was when is looked for once for all.
const mailedByReader = {
  rows: `SELECT user_id, max(done_at) AS mailed_at FROM (
     SELECT d.user_id, d.done_at FROM told n JOIN notification_delivery d ON d.tenant_id = current_tenant()
       AND d.notification_id = n.id AND d.user_id = n.user_id AND d.channel = 'mail' AND d.outcome = 'sent'
     UNION ALL
     SELECT d.user_id, d.done_at FROM told n JOIN notification_delivery d ON d.tenant_id = current_tenant()
       AND d.digest_id = n.digest_id AND d.user_id = n.user_id AND d.channel = 'mail' AND d.outcome = 'sent') mailed GROUP BY 1`,
  as: "m",
  of: "user_id",
};
const readersFound = `(SELECT u.id, u.fullname, u.image, g.confirmed_at, g.seen_at
   FROM news_reader r
   JOIN news_article a ON a.tenant_id = r.tenant_id AND a.id = r.article_id AND a.author_id <> r.user_id
   JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.user_id
   LEFT JOIN news_reading g ON g.tenant_id = r.tenant_id AND g.article_id = r.article_id AND g.user_id = r.user_id
   WHERE r.tenant_id = current_tenant() AND r.article_id = $1) r`;
const readers = sql(
  "news.readersWithState",
  `WITH told AS MATERIALIZED (
     SELECT id, digest_id, user_id FROM notification WHERE tenant_id = current_tenant() AND path = $2 AND kind LIKE 'news.%'
   )
   SELECT id, fullname, image, state, COALESCE(confirmed_at, seen_at, mailed_at) AS at
   FROM (SELECT r.*, mailed_at, CASE WHEN confirmed_at IS NOT NULL THEN 'confirmed' WHEN seen_at IS NOT NULL THEN 'seen'
       WHEN mailed_at IS NOT NULL THEN 'mailed' ELSE 'none' END AS state FROM ${joinedOnce(readersFound, mailedByReader)}) reader
   ORDER BY array_position(ARRAY['none', 'mailed', 'seen', 'confirmed'], state), lower(fullname), id`,
);
const remindedAt = sql(
  "news.remindedAt",
  `SELECT reminded_at FROM news_article WHERE tenant_id = current_tenant() AND id = $1`,
);

/** Who has read an article, for those who write it. @throws Problem 404; 403 for who only reads it. */
export async function readersOfNews(tx: Tx, actor: Actor, id: number) {
  const article = await visibleNews(tx, actor, id);
  if (!newsCan(actor, article).edit) throw new Problem("permission.denied");
  const [people, row] = [
    await tx.rows<ReaderRow>(readers, [id, newsPath(id)]),
    await tx.one<{ reminded_at: Date | null }>(remindedAt, [id]),
  ];
  const counts = article.mustRead ? ["confirmed"] : ["confirmed", "seen"];
  return {
    total: people.length,
    read: people.filter(({ state }) => counts.includes(state)).length,
    reminded_at: row?.reminded_at?.toISOString() ?? null,
    people: people.map(({ at, ...person }) => ({ ...person, at: at?.toISOString() ?? null })),
  };
}

/** By hand; a worker tells them, thousands if need be. @throws Problem 404, 403; 409 `news.notNow` where nothing has to be read, `news.justReminded` twice in a day. */
export async function remind(tx: Tx, actor: Actor, id: number): Promise<void> {
  const article = await editableNews(tx, actor, id);
  if (article.status !== "published" || !article.mustRead) throw new Problem("news.notNow");
  if (!(await tx.one(remindNow, [id]))) throw new Problem("news.justReminded");
  tx.emit("news.reminded", newsStream(id), { id });
}
