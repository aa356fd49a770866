import { requireRoomForFile } from "../platform/database/room-for";
import { roomToTalk } from "../platform/database/room-to-talk";
import type { ReactionEmoji } from "../../shared/comments/comments.schema";
import { type Actor as Person, newsStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { NewsComment, NewsFile } from "../../shared/news/news.replies";
import type { FileEntity } from "../files/file.entity";
import { mentionsOf, withRealMentions } from "../platform/rich-text/rich-text";
import { cleanText } from "../platform/rich-text/rich-text-fields";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { type Actor, personOf } from "../platform/session";
import { presentNewsFile } from "./news.present";
import { editableNews, lockedNews, newsCan, readersOf, seesArticle, visibleNews, writesNews } from "./news.policy";

const insertComment = sql(
  "news.insertComment",
  `INSERT INTO news_comment (tenant_id, article_id, user_id, body)
   SELECT current_tenant(), $1::bigint, $2::bigint, $3::text WHERE ${roomToTalk("news_comment", "article_id = $1")}
   RETURNING id, created_at`,
);
const countComments = sql(
  "news.countComments",
  `UPDATE news_article SET comment_count = comment_count + $2 WHERE tenant_id = current_tenant() AND id = $1
   RETURNING comment_count`,
);
const findComment = sql(
  "news.findComment",
  `SELECT article_id AS "articleId", user_id AS "userId" FROM news_comment WHERE tenant_id = current_tenant() AND id = $1`,
);
const deleteOne = sql(
  "news.deleteComment",
  "DELETE FROM news_comment WHERE tenant_id = current_tenant() AND id = $1 RETURNING id",
);

const counted = async (tx: Tx, id: number, by: 1 | -1): Promise<number> =>
  ((await tx.one<{ comment_count: number }>(countComments, [id, by])) as { comment_count: number }).comment_count;

/** @throws Problem 404; 409 `news.notNow` for what isn't published; 422 when nothing is left to read. */
export async function comment(tx: Tx, actor: Actor, id: number, text: string): Promise<NewsComment> {
  const article = await lockedNews(tx, actor, id);
  if (!newsCan(actor, article).talk) throw new Problem("news.notNow");
  const clean = cleanText(tx, text, "comment");
  if (clean === "") throw invalid("comment", "field.required");
  const body = mentionsOf(clean).length === 0 ? clean : withRealMentions(clean, await mentionable(tx, id));
  const row = await tx.one<{ id: number; created_at: Date }>(insertComment, [id, actor.id, body]);
  if (!row) throw invalid("comment", "field.tooMany");
  const { id: commentId, created_at } = row;
  const facts = { id: commentId, comment: body, author: personOf(actor), created_at: created_at.toISOString() };
  const comment_count = await counted(tx, id, 1);
  tx.emit("news.commented", newsStream(id), { article_id: id, comment: facts, comment_count });
  return { ...facts, reactions: [], can: { delete: true } };
}

/** Nobody is mentioned to whom the article isn't shown. */
async function mentionable(tx: Tx, id: number): Promise<Map<number, string>> {
  const people = await tx.rows<Person>(readersOf, [id]);
  return new Map(people.map((person) => [person.id, person.fullname]));
}

/** One's own, or any where one may change the article. @throws Problem 404, 403. */
export async function deleteComment(tx: Tx, actor: Actor, commentId: number): Promise<void> {
  const found = await tx.one<{ articleId: number; userId: number }>(findComment, [commentId]);
  if (!found) throw new Problem("notFound");
  const article = await lockedNews(tx, actor, found.articleId);
  if (found.userId !== actor.id && !newsCan(actor, article).edit) throw new Problem("permission.denied");
  if (!(await tx.one(deleteOne, [commentId]))) throw new Problem("notFound");
  const comment_count = await counted(tx, article.id, -1);
  tx.emit("news.comment_deleted", newsStream(article.id), { article_id: article.id, id: commentId, comment_count });
}

const addReaction = sql(
  "news.addReaction",
  `INSERT INTO news_reaction (tenant_id, article_id, user_id, emoji)
   SELECT current_tenant(), $1::bigint, $2::bigint, $3::text WHERE NOT EXISTS (SELECT FROM news_reaction
     WHERE tenant_id = current_tenant() AND article_id = $1 AND user_id = $2 AND emoji = $3)
   RETURNING user_id`,
);
const dropReaction = sql(
  "news.dropReaction",
  `DELETE FROM news_reaction WHERE tenant_id = current_tenant() AND article_id = $1 AND user_id = $2 AND emoji = $3
   RETURNING user_id`,
);

/** Told only when it changed something; whoever presses holds the article. @throws Problem 404; 409 `news.notNow` for what isn't published. */
export async function react(tx: Tx, actor: Actor, id: number, emoji: ReactionEmoji, on: boolean): Promise<void> {
  const article = await lockedNews(tx, actor, id);
  if (!newsCan(actor, article).talk) throw new Problem("news.notNow");
  if (!(await tx.one(on ? addReaction : dropReaction, [id, actor.id, emoji]))) return;
  tx.emit("news.reacted", newsStream(id), { article_id: id, emoji, on, user: personOf(actor) });
}

const addCommentReaction = sql(
  "news.addCommentReaction",
  `INSERT INTO news_comment_reaction (tenant_id, comment_id, user_id, emoji)
   SELECT current_tenant(), $1::bigint, $2::bigint, $3::text WHERE NOT EXISTS (SELECT FROM news_comment_reaction
     WHERE tenant_id = current_tenant() AND comment_id = $1 AND user_id = $2 AND emoji = $3)
   RETURNING comment_id`,
);
const dropCommentReaction = sql(
  "news.dropCommentReaction",
  `DELETE FROM news_comment_reaction WHERE tenant_id = current_tenant() AND comment_id = $1 AND user_id = $2 AND emoji = $3
   RETURNING comment_id`,
);

/**
 * The same to a comment. The article is held, so that of a comment that is being deleted nothing is told.
 * @throws Problem 404; 409 `news.notNow` for what isn't published.
 */
export async function reactToComment(
  tx: Tx,
  actor: Actor,
  commentId: number,
  emoji: ReactionEmoji,
  on: boolean,
): Promise<void> {
  const article = await lockedNews(tx, actor, await articleOfComment(tx, commentId));
  await articleOfComment(tx, commentId); // it may have gone while the article was waited for
  if (!newsCan(actor, article).talk) throw new Problem("news.notNow");
  if (!(await tx.one(on ? addCommentReaction : dropCommentReaction, [commentId, actor.id, emoji]))) return;
  const pressed = { article_id: article.id, comment_id: commentId, emoji, on, user: personOf(actor) };
  tx.emit("news.comment_reacted", newsStream(article.id), pressed);
}

/** @throws Problem 404. */
async function articleOfComment(tx: Tx, commentId: number): Promise<number> {
  const found = await tx.one<{ articleId: number }>(findComment, [commentId]);
  if (!found) throw new Problem("notFound");
  return found.articleId;
}

const insertFile = sql(
  "news.insertFile",
  `INSERT INTO news_file (tenant_id, article_id, file_id, kind) VALUES (current_tenant(), $1, $2, $3) RETURNING id`,
);
const dropPicture = sql(
  "news.dropPicture",
  "DELETE FROM news_file WHERE tenant_id = current_tenant() AND article_id = $1 AND kind = 'picture'",
);
const articleOfFile = sql(
  "news.articleOfFile",
  `SELECT article_id AS "articleId" FROM news_file WHERE tenant_id = current_tenant() AND id = $1`,
);
const dropFile = sql(
  "news.dropFile",
  "DELETE FROM news_file WHERE tenant_id = current_tenant() AND id = $1 RETURNING id",
);

/**
 * A picture takes the place of the one that was there. One for the text is told of with the text in which it stands.
 * @throws Problem 404, 403; 422 for one too many.
 */
export async function attach(
  tx: Tx,
  actor: Actor,
  id: number,
  kind: NewsFile["kind"],
  keep: () => Promise<FileEntity>,
): Promise<NewsFile> {
  await editableNews(tx, actor, id);
  if (kind === "picture") await tx.rows(dropPicture, [id]);
  await requireRoomForFile(tx, "news_file", id);
  const { id: fileId, name, type, size, previewState } = await keep();
  const row = await tx.one<{ id: number }>(insertFile, [id, fileId, kind]);
  if (kind !== "inline") tx.emit("news.updated", newsStream(id), { id });
  const file = { id: fileId, name, type, size: Number(size), preview: previewState === "ready" };
  return presentNewsFile({ id: (row as { id: number }).id, kind, file });
}

/** @throws Problem 404, 403. */
export async function removeFile(tx: Tx, actor: Actor, fileId: number): Promise<void> {
  const found = await tx.one<{ articleId: number }>(articleOfFile, [fileId]);
  if (!found) throw new Problem("notFound");
  await editableNews(tx, actor, found.articleId);
  if (!(await tx.one(dropFile, [fileId]))) throw new Problem("notFound");
  tx.emit("news.updated", newsStream(found.articleId), { id: found.articleId });
}

/** Whether they may change an article, without holding it: an upload asks again when it is attached. @throws Problem 404, 403. */
export async function authorizeEditing(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (!newsCan(actor, await visibleNews(tx, actor, id)).edit) throw new Problem("permission.denied");
}

const waiting = sql(
  "news.waitingPictures",
  `SELECT f.id FROM news_file n JOIN file f ON f.tenant_id = n.tenant_id AND f.id = n.file_id
   WHERE n.tenant_id = current_tenant() AND n.article_id = $1 AND f.preview_state = 'waiting'`,
);

/** The pictures of an article of which a small one is still to be made. */
export async function waitingPictures(tx: Tx, id: number): Promise<number[]> {
  return (await tx.rows<{ id: number }>(waiting, [id])).map((file) => file.id);
}

const throughArticle = sql(
  "news.sees",
  `SELECT FROM news_file n JOIN news_article a ON a.tenant_id = n.tenant_id AND a.id = n.article_id
   WHERE n.tenant_id = current_tenant() AND n.file_id = $1 AND ${seesArticle("$2", "$3")}`,
);

/** Whether somebody sees a file with an article that they see: with the plan, the right and the audience that this takes. */
export async function seesThroughNews(tx: Tx, actor: Actor, fileId: number): Promise<boolean> {
  if (!actor.features.has("news") || !actor.permissions.has("news-view")) return false;
  return (await tx.one(throughArticle, [fileId, actor.id, writesNews(actor)])) !== undefined;
}
