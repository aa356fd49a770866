import type { Actor as Person } from "../../../shared/kernel/events";
import type { NotificationKind } from "../../../shared/communication/notifications/notifications.kinds";
import type { NewsEvents } from "../../../shared/communication/news/news.events";
import { newsPath } from "../../../shared/kernel/screen-paths";
import { reminderTimes } from "./news.write.sql";
import { notifyUsers } from "../notifications/notify.service";
import { mentionsOf } from "../../platform/rich-text/rich-text";
import { sql, type Tx } from "../../platform/database/unit-of-work";

const selectUnconfirmedReaders = sql(
  "news.unconfirmed",
  `SELECT r.user_id AS id, COALESCE(u.language, o.default_language) AS language FROM news_reader r
   JOIN news_article a ON a.tenant_id = r.tenant_id AND a.id = r.article_id AND a.author_id <> r.user_id
   JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.user_id
   JOIN tenant o ON o.id = r.tenant_id
   LEFT JOIN news_reading g ON g.tenant_id = r.tenant_id AND g.article_id = r.article_id AND g.user_id = r.user_id
   CROSS JOIN ${reminderTimes} AS reminder
   WHERE r.tenant_id = current_tenant() AND r.article_id = $1 AND g.confirmed_at IS NULL
     AND ($3::timestamptz IS NULL OR reminder.due_at <= $3 AND reminder.ends_at > $3
       AND ($2::timestamptz IS NULL OR reminder.due_at > $2)) ORDER BY r.user_id`,
);
const selectTitles = sql(
  "news.titles",
  `SELECT t.language, t.title, t.language = a.language AS original FROM news_text t
   JOIN news_article a ON a.tenant_id = t.tenant_id AND a.id = t.article_id
   WHERE t.tenant_id = current_tenant() AND t.article_id = $1`,
);

type NewsRecipient = { id: number; language: string };
type NewsKind = Extract<NotificationKind, `news.${string}`>;

interface Occasion {
  eventId: number | null;
  sender: Person | null;
}

/** Notifies users of an article, with the title in each user's language, or in the article's where it has no translation. */
export async function notifyOfNews(
  tx: Tx,
  kind: NewsKind,
  id: number,
  people: readonly NewsRecipient[],
  occasion: Occasion,
): Promise<void> {
  const titles = await tx.rows<{ language: string; title: string; original: boolean }>(selectTitles, [id]);
  const original = titles.find((text) => text.original);
  if (!original) return;
  const titleFor = ({ language }: NewsRecipient) =>
    titles.find((text) => text.language === language)?.title ?? original.title;
  const messages = [...new Set(people.map(titleFor))].map((title) => ({
    kind,
    people: people.filter((person) => titleFor(person) === title).map((person) => ({ id: person.id, reason: null })),
    values: { sender: occasion.sender?.fullname ?? "", title },
    path: newsPath(id),
    subject: title,
    taskId: null,
    projectId: null,
  }));
  await notifyUsers(tx, occasion, messages);
}

const selectMustRead = sql(
  "news.mustBeRead",
  `SELECT must_read AS "mustRead" FROM news_article WHERE tenant_id = current_tenant() AND id = $1 AND status = 'published'`,
);

/**
 * Returns the readers who haven't confirmed the article, except its author, and whether confirmation is mandatory. No readers are returned
 * when the article is no longer published.
 * @param mornings if given, only readers whose reminder is due in this time.
 */
export async function readersToNotify(
  tx: Tx,
  id: number,
  mornings: NewsEvents["news.reminded"]["mornings"] = null,
): Promise<{ people: NewsRecipient[]; mustRead: boolean }> {
  const row = await tx.one<{ mustRead: boolean }>(selectMustRead, [id]);
  return {
    people: row
      ? await tx.rows<NewsRecipient>(selectUnconfirmedReaders, [id, mornings?.after ?? null, mornings?.until ?? null])
      : [],
    mustRead: row?.mustRead ?? false,
  };
}

/** Departments $2 with those below them. */
const withinDepartments = `RECURSIVE within (id) AS (
     SELECT unnest($2::bigint[])
     UNION SELECT d.id FROM within w JOIN department d ON d.tenant_id = current_tenant() AND d.parent_id = w.id
   )`;

/** Whether user `u` is in an audience of departments $2, groups $3 and locations $4, by the rules of `news_reader`. */
const isInAudience = `(u.department_id IN (SELECT id FROM within) OR u.location_key IN (SELECT fold(x) FROM unnest($4::text[]) AS x)
       OR EXISTS (SELECT FROM user_group_member m
         WHERE m.tenant_id = u.tenant_id AND m.user_id = u.id AND m.group_id = ANY($3)))`;

/** Those of the users $1 who are in the audience. */
const selectAudienceMembers = sql(
  "news.membersOf",
  `WITH ${withinDepartments}
   SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = ANY($1) AND ${isInAudience}`,
);

/** Those of the users $2 who have a notification of kinds $4 about article $1 at path $3 or, if $5, have read it. */
const selectInformedReaders = sql(
  "news.informedReaders",
  `SELECT u.id FROM unnest($2::bigint[]) AS u (id)
   WHERE EXISTS (SELECT FROM notification n
       WHERE n.tenant_id = current_tenant() AND n.path = $3 AND n.user_id = u.id AND n.kind = ANY($4))
     OR $5 AND EXISTS (SELECT FROM news_reading g
       WHERE g.tenant_id = current_tenant() AND g.article_id = $1 AND g.user_id = u.id)`,
);

/**
 * Returns the users to notify after a change of a published article: those who were no readers before it, or who must read the article only
 * since then. Readers who were removed and added again have been notified already.
 */
export async function readersAddedSince(
  tx: Tx,
  id: number,
  before: NewsEvents["news.readers_changed"]["before"],
): Promise<{ people: NewsRecipient[]; mustRead: boolean }> {
  const { people, mustRead } = await readersToNotify(tx, id);
  if (mustRead && !before.must_read) return { people, mustRead };
  if (before.everyone || people.length === 0) return { people: [], mustRead };
  const values = [people.map((person) => person.id), before.department_ids, before.group_ids, before.locations];
  const formerIds = new Set((await tx.rows<{ id: number }>(selectAudienceMembers, values)).map((row) => row.id));
  const added = people.filter((person) => !formerIds.has(person.id));
  const kinds: NewsKind[] = mustRead ? ["news.mustRead"] : ["news.published", "news.mustRead"];
  const about = [id, added.map((person) => person.id), newsPath(id), kinds, !mustRead];
  const informedIds = new Set((await tx.rows<{ id: number }>(selectInformedReaders, about)).map((row) => row.id));
  return { people: added.filter((person) => !informedIds.has(person.id)), mustRead };
}

const selectListUsers = sql(
  "news.whoShows",
  `SELECT r.user_id AS id FROM news_reader r JOIN news_article a ON a.tenant_id = r.tenant_id AND a.id = r.article_id
   WHERE r.tenant_id = current_tenant() AND r.article_id = $1 AND a.status <> 'draft'
   UNION SELECT author_id FROM news_article WHERE tenant_id = current_tenant() AND id = $1 ORDER BY id`,
);

/** Users whose lists may contain the article: its audience and its author. */
export const newsListUserIds = async (tx: Tx, id: number): Promise<number[]> =>
  (await tx.rows<{ id: number }>(selectListUsers, [id])).map((row) => row.id);

/** Users who aren't readers of article $1 but are in the audience, or any user if $5. */
const selectFormerReaders = sql(
  "news.formerReaders",
  `WITH ${withinDepartments}
   SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external AND ($5 OR ${isInAudience})
     AND NOT EXISTS (SELECT FROM news_reader r WHERE r.tenant_id = u.tenant_id AND r.article_id = $1 AND r.user_id = u.id)
   ORDER BY u.id`,
);

/** Users of a former audience whose lists may still contain the article. */
export async function formerNewsReaderIds(
  tx: Tx,
  id: number,
  { everyone, department_ids, group_ids, locations }: NewsEvents["news.readers_changed"]["before"],
): Promise<number[]> {
  const values = [id, department_ids, group_ids, locations, everyone];
  return (await tx.rows<{ id: number }>(selectFormerReaders, values)).map((row) => row.id);
}

const selectReachesUser = sql(
  "news.reaches",
  `SELECT FROM news_article a WHERE a.tenant_id = current_tenant() AND '/news-section/' || a.id = split_part($1, '?', 1)
     AND a.status = 'published' AND (a.author_id = $2 OR EXISTS (SELECT FROM news_reader r
       WHERE r.tenant_id = a.tenant_id AND r.article_id = a.id AND r.user_id = $2))`,
);

/**
 * Whether a notification about an article may still be delivered to a user: the article may have been withdrawn, or its audience changed.
 */
export const mayReceiveNews = async (tx: Tx, path: string, userId: number): Promise<boolean> =>
  (await tx.one(selectReachesUser, [path, userId])) !== undefined;

const selectConcernedUsers = sql(
  "news.concerned",
  `SELECT u.id, COALESCE(u.language, o.default_language) AS language, u.id = a.author_id AS author FROM news_article a
   JOIN tenant o ON o.id = a.tenant_id
   JOIN app_user u ON u.tenant_id = a.tenant_id AND u.active AND (u.id = a.author_id OR u.id = ANY($2::bigint[]))
   WHERE a.tenant_id = current_tenant() AND a.id = $1 AND a.status = 'published' AND (u.id = a.author_id
     OR EXISTS (SELECT FROM news_reader r WHERE r.tenant_id = a.tenant_id AND r.article_id = a.id AND r.user_id = u.id))
   ORDER BY u.id`,
);
/** Notifies mentioned users, and the author of a new comment. Notifications don't contain the comment's text. */
export async function notifyOfNewsComment(
  tx: Tx,
  articleId: number,
  comment: string,
  occasion: Occasion,
): Promise<void> {
  const mentioned = mentionsOf(comment);
  const found = await tx.rows<NewsRecipient & { author: boolean }>(selectConcernedUsers, [articleId, mentioned]);
  const people = found.filter(({ id }) => id !== occasion.sender?.id);
  const isNamed = ({ id }: NewsRecipient) => mentioned.includes(id);
  await notifyOfNews(tx, "news.mentioned", articleId, people.filter(isNamed), occasion);
  await notifyOfNews(
    tx,
    "news.commented",
    articleId,
    people.filter((person) => !isNamed(person)),
    occasion,
  );
}
