import { enforceRowLimit, fileLimit } from "../../platform/database/row-limits";
import { isBelowCommentLimit } from "../../platform/database/comment-limits";
import type { ReactionEmoji } from "../../../shared/work/comments/comments.schema";
import { type Actor as Person } from "../../../shared/kernel/events";
import { newsStream } from "../../../shared/communication/news/news.events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { NewsComment, NewsFile } from "../../../shared/communication/news/news.replies";
import type { FileEntity } from "../../platform/files/file.entity";
import { mentionsOf, keepValidMentions } from "../../platform/rich-text/rich-text";
import { cleanText } from "../../platform/rich-text/rich-text-fields";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { type Actor, personOfActor } from "../../platform/session";
import { presentNewsFile } from "./news.present";
import {
  loadEditableNews,
  loadLockedNews,
  newsPermissions,
  selectMentionableUsers,
  canSeeArticle,
  loadVisibleNews,
  canWriteNews,
} from "./news.policy";

export const newsFileLimit = fileLimit("news_file", "article_id", 100);

const insertComment = sql(
  "news.insertComment",
  `INSERT INTO news_comment (tenant_id, article_id, user_id, body)
   SELECT current_tenant(), $1::bigint, $2::bigint, $3::text WHERE ${isBelowCommentLimit("news_comment", "article_id = $1")}
   RETURNING id, created_at`,
);
const updateArticleCommentCount = sql(
  "news.countComments",
  `UPDATE news_article SET comment_count = comment_count + $2 WHERE tenant_id = current_tenant() AND id = $1
   RETURNING comment_count`,
);
const selectComment = sql(
  "news.findComment",
  `SELECT article_id AS "articleId", user_id AS "userId" FROM news_comment WHERE tenant_id = current_tenant() AND id = $1`,
);
const deleteComment = sql(
  "news.deleteComment",
  "DELETE FROM news_comment WHERE tenant_id = current_tenant() AND id = $1 RETURNING id",
);

const updateCommentCount = async (tx: Tx, id: number, by: 1 | -1): Promise<number> =>
  ((await tx.one<{ comment_count: number }>(updateArticleCommentCount, [id, by])) as { comment_count: number })
    .comment_count;

/** Holds the lock of the article. @throws Problem 404; 409 unless the article is published. */
async function lockDiscussion(tx: Tx, actor: Actor, id: number): Promise<void> {
  const article = await loadLockedNews(tx, actor, id);
  if (!newsPermissions(actor, article).talk) throw new Problem("news.notNow");
}

/** @throws Problem 404; 409 unless the article is published; 422 when the text is empty after sanitizing. */
export async function addNewsComment(tx: Tx, actor: Actor, id: number, text: string): Promise<NewsComment> {
  await lockDiscussion(tx, actor, id);
  const clean = cleanText(tx, text, "comment");
  if (clean === "") throw invalidFieldProblem("comment", "field.required");
  const body = mentionsOf(clean).length === 0 ? clean : keepValidMentions(clean, await mentionable(tx, id));
  const row = await tx.one<{ id: number; created_at: Date }>(insertComment, [id, actor.id, body]);
  if (!row) throw invalidFieldProblem("comment", "field.tooMany");
  const { id: commentId, created_at } = row;
  const facts = { id: commentId, comment: body, author: personOfActor(actor), created_at: created_at.toISOString() };
  const comment_count = await updateCommentCount(tx, id, 1);
  tx.emit("news.commented", newsStream(id), { article_id: id, comment: facts, comment_count });
  return { ...facts, reactions: [], can: { delete: true } };
}

async function mentionable(tx: Tx, id: number): Promise<Map<number, string>> {
  const people = await tx.rows<Person>(selectMentionableUsers, [id]);
  return new Map(people.map((person) => [person.id, person.fullname]));
}

/** Allowed for the author of the comment, and for editors of the article. @throws Problem 404, 403. */
export async function softDeleteNewsComment(tx: Tx, actor: Actor, commentId: number): Promise<void> {
  const found = await tx.one<{ articleId: number; userId: number }>(selectComment, [commentId]);
  if (!found) throw new Problem("notFound");
  const article = await loadLockedNews(tx, actor, found.articleId);
  if (found.userId !== actor.id && !newsPermissions(actor, article).edit) throw new Problem("permission.denied");
  if (!(await tx.one(deleteComment, [commentId]))) throw new Problem("notFound");
  const comment_count = await updateCommentCount(tx, article.id, -1);
  tx.emit("news.comment_deleted", newsStream(article.id), { article_id: article.id, id: commentId, comment_count });
}

const insertReaction = sql(
  "news.addReaction",
  `INSERT INTO news_reaction (tenant_id, article_id, user_id, emoji)
   SELECT current_tenant(), $1::bigint, $2::bigint, $3::text WHERE NOT EXISTS (SELECT FROM news_reaction
     WHERE tenant_id = current_tenant() AND article_id = $1 AND user_id = $2 AND emoji = $3)
   RETURNING user_id`,
);
const deleteReaction = sql(
  "news.dropReaction",
  `DELETE FROM news_reaction WHERE tenant_id = current_tenant() AND article_id = $1 AND user_id = $2 AND emoji = $3
   RETURNING user_id`,
);

/**
 * Adds or removes a reaction and emits only changes; holds the lock of the article.
 * @throws Problem 404; 409 unless the article is published.
 */
export async function reactToArticle(
  tx: Tx,
  actor: Actor,
  id: number,
  emoji: ReactionEmoji,
  on: boolean,
): Promise<void> {
  await lockDiscussion(tx, actor, id);
  if (!(await tx.one(on ? insertReaction : deleteReaction, [id, actor.id, emoji]))) return;
  tx.emit("news.reacted", newsStream(id), { article_id: id, emoji, on, user: personOfActor(actor) });
}

const insertCommentReaction = sql(
  "news.addCommentReaction",
  `INSERT INTO news_comment_reaction (tenant_id, comment_id, user_id, emoji)
   SELECT current_tenant(), $1::bigint, $2::bigint, $3::text WHERE NOT EXISTS (SELECT FROM news_comment_reaction
     WHERE tenant_id = current_tenant() AND comment_id = $1 AND user_id = $2 AND emoji = $3)
   RETURNING comment_id`,
);
const deleteCommentReaction = sql(
  "news.dropCommentReaction",
  `DELETE FROM news_comment_reaction WHERE tenant_id = current_tenant() AND comment_id = $1 AND user_id = $2 AND emoji = $3
   RETURNING comment_id`,
);

/**
 * Adds or removes a reaction to a comment. The lock of the article ensures that nothing is emitted for a comment being deleted.
 * @throws Problem 404; 409 unless the article is published.
 */
export async function reactToArticleComment(
  tx: Tx,
  actor: Actor,
  commentId: number,
  emoji: ReactionEmoji,
  on: boolean,
): Promise<void> {
  const articleId = await articleOfComment(tx, commentId);
  await lockDiscussion(tx, actor, articleId);
  await articleOfComment(tx, commentId); // the comment may have been deleted while waiting for the lock
  if (!(await tx.one(on ? insertCommentReaction : deleteCommentReaction, [commentId, actor.id, emoji]))) return;
  const pressed = { article_id: articleId, comment_id: commentId, emoji, on, user: personOfActor(actor) };
  tx.emit("news.comment_reacted", newsStream(articleId), pressed);
}

async function articleOfComment(tx: Tx, commentId: number): Promise<number> {
  const found = await tx.one<{ articleId: number }>(selectComment, [commentId]);
  if (!found) throw new Problem("notFound");
  return found.articleId;
}

const insertFile = sql(
  "news.insertFile",
  `INSERT INTO news_file (tenant_id, article_id, file_id, kind) VALUES (current_tenant(), $1, $2, $3) RETURNING id`,
);
const deletePicture = sql(
  "news.dropPicture",
  "DELETE FROM news_file WHERE tenant_id = current_tenant() AND article_id = $1 AND kind = 'picture'",
);
const selectArticleOfFile = sql(
  "news.articleOfFile",
  `SELECT article_id AS "articleId" FROM news_file WHERE tenant_id = current_tenant() AND id = $1`,
);
const deleteFile = sql(
  "news.dropFile",
  "DELETE FROM news_file WHERE tenant_id = current_tenant() AND id = $1 RETURNING id",
);

/**
 * Attaches a file; a cover image replaces the previous one. Inline images are emitted later, with the text that uses them.
 * @throws Problem 404, 403; 422 when the limit is reached.
 */
export async function attachNewsFile(
  tx: Tx,
  actor: Actor,
  id: number,
  kind: NewsFile["kind"],
  keep: () => Promise<FileEntity>,
): Promise<NewsFile> {
  await loadEditableNews(tx, actor, id);
  if (kind === "picture") await tx.rows(deletePicture, [id]);
  await enforceRowLimit(tx, newsFileLimit, "file", [id]);
  const { id: fileId, name, type, size, previewState } = await keep();
  const row = await tx.one<{ id: number }>(insertFile, [id, fileId, kind]);
  if (kind !== "inline") tx.emit("news.updated", newsStream(id), { id });
  const file = { id: fileId, name, type, size: Number(size), preview: previewState === "ready" };
  return presentNewsFile({ id: (row as { id: number }).id, kind, file });
}

export async function deleteNewsFile(tx: Tx, actor: Actor, fileId: number): Promise<void> {
  const found = await tx.one<{ articleId: number }>(selectArticleOfFile, [fileId]);
  if (!found) throw new Problem("notFound");
  await loadEditableNews(tx, actor, found.articleId);
  if (!(await tx.one(deleteFile, [fileId]))) throw new Problem("notFound");
  tx.emit("news.updated", newsStream(found.articleId), { id: found.articleId });
}

/**
 * Checks editing permission without a lock, before an upload; it is checked again when the file is attached.
 * @throws Problem 404, 403.
 */
export async function authorizeNewsEditing(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (!newsPermissions(actor, await loadVisibleNews(tx, actor, id)).edit) throw new Problem("permission.denied");
}

const selectPendingPictures = sql(
  "news.waitingPictures",
  `SELECT f.id FROM news_file n JOIN file f ON f.tenant_id = n.tenant_id AND f.id = n.file_id
   WHERE n.tenant_id = current_tenant() AND n.article_id = $1 AND f.preview_state = 'waiting'`,
);

export async function pendingPictures(tx: Tx, id: number): Promise<number[]> {
  return (await tx.rows<{ id: number }>(selectPendingPictures, [id])).map((file) => file.id);
}

const selectVisibleFile = sql(
  "news.sees",
  `SELECT FROM news_file n JOIN news_article a ON a.tenant_id = n.tenant_id AND a.id = n.article_id
   WHERE n.tenant_id = current_tenant() AND n.file_id = $1 AND ${canSeeArticle("$2", "$3")}`,
);

/** Whether the actor may see a file through an article: checks plan, permission and audience. */
export async function canReadNewsFile(tx: Tx, actor: Actor, fileId: number): Promise<boolean> {
  if (!actor.features.has("news") || !actor.permissions.has("news-view")) return false;
  return (await tx.one(selectVisibleFile, [fileId, actor.id, canWriteNews(actor)])) !== undefined;
}
