import type { Actor as Person } from "../../../shared/kernel/events";
import { userStream } from "../../../shared/kernel/events";
import { newsStream } from "../../../shared/communication/news/news.events";
import { Problem } from "../../../shared/kernel/problems";
import { newsPath } from "../../../shared/kernel/screen-paths";
import { listWithCounts } from "../../platform/database/list-with-counts";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { loadEditableNews, newsPermissions, loadVisibleNews } from "./news.policy";
import { markManualReminder } from "./news.write.sql";

const insertRead = sql(
  "news.noteRead",
  `INSERT INTO news_reading AS g (tenant_id, article_id, user_id, confirmed_at)
   VALUES (current_tenant(), $1, $2, CASE WHEN $3 THEN now() END)
   ON CONFLICT (tenant_id, article_id, user_id) DO UPDATE SET confirmed_at = now()
     WHERE $3 AND g.confirmed_at IS NULL
   RETURNING user_id`,
);

/**
 * Records that a user has opened or confirmed an article. Recorded once; the author isn't recorded.
 * @throws Problem 404; 409 when no confirmation is required.
 */
export async function recordNewsRead(tx: Tx, actor: Actor, id: number, confirmed: boolean): Promise<void> {
  const article = await loadVisibleNews(tx, actor, id);
  if (confirmed && !article.confirmed && !newsPermissions(actor, article).confirm) throw new Problem("news.notNow");
  if (article.authorId === actor.id || article.status !== "published") return;
  if (!(await tx.one(insertRead, [id, actor.id, confirmed]))) return;
  tx.emit("news_list.changed", userStream(actor.id), { id });
  tx.emit("news.read", userStream(article.authorId), { id });
}

interface ReaderRow extends Person {
  state: "confirmed" | "seen" | "mailed" | "none";
  at: Date | null;
}

// $1 article, $2 its path. Counts mails that were sent, individually or in a digest; each user's latest mail is found in one query.
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
const selectReaders = sql(
  "news.readersWithState",
  `WITH told AS MATERIALIZED (
     SELECT id, digest_id, user_id FROM notification WHERE tenant_id = current_tenant() AND path = $2 AND kind LIKE 'news.%'
   )
   SELECT id, fullname, image, state, COALESCE(confirmed_at, seen_at, mailed_at) AS at
   FROM (SELECT r.*, mailed_at, CASE WHEN confirmed_at IS NOT NULL THEN 'confirmed' WHEN seen_at IS NOT NULL THEN 'seen'
       WHEN mailed_at IS NOT NULL THEN 'mailed' ELSE 'none' END AS state FROM ${listWithCounts(readersFound, mailedByReader)}) reader
   ORDER BY array_position(ARRAY['none', 'mailed', 'seen', 'confirmed'], state), fullname COLLATE reader, id`,
);
const selectRemindedAt = sql(
  "news.remindedAt",
  `SELECT reminded_at FROM news_article WHERE tenant_id = current_tenant() AND id = $1`,
);

export async function readersOfNews(tx: Tx, actor: Actor, id: number) {
  const article = await loadVisibleNews(tx, actor, id);
  if (!newsPermissions(actor, article).edit) throw new Problem("permission.denied");
  const [people, row] = [
    await tx.rows<ReaderRow>(selectReaders, [id, newsPath(id)]),
    await tx.one<{ reminded_at: Date | null }>(selectRemindedAt, [id]),
  ];
  const counts = article.mustRead ? ["confirmed"] : ["confirmed", "seen"];
  return {
    total: people.length,
    read: people.filter(({ state }) => counts.includes(state)).length,
    reminded_at: row?.reminded_at?.toISOString() ?? null,
    people: people.map(({ at, ...person }) => ({ ...person, at: at?.toISOString() ?? null })),
  };
}

/**
 * Requests a reminder; a worker sends the notifications.
 * @throws Problem 404; 403; 409 when no confirmation is required, and `news.justReminded` within 20 hours of the last reminder.
 */
export async function requestNewsReminder(tx: Tx, actor: Actor, id: number): Promise<void> {
  const article = await loadEditableNews(tx, actor, id);
  if (article.status !== "published" || !article.mustRead) throw new Problem("news.notNow");
  if (!(await tx.one(markManualReminder, [id]))) throw new Problem("news.justReminded");
  tx.emit("news.reminded", newsStream(id), { id, mornings: null });
}
