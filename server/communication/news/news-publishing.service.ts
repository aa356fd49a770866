import { newsStream } from "../../../shared/communication/news/news.events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { NewsDraft } from "../../../shared/communication/news/news.replies";
import { type NewsStep, newsStatusAfter } from "../../../shared/communication/news/news.workflow";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { loadEditableNews, type ArticleAccess } from "./news.policy";
import { readArticleDraft } from "./news.read";
import { refuseStale } from "./news.write";
import * as statements from "./news.write.sql";

interface PublishInput {
  publish_at?: string | null;
  withdraw_at?: string | null;
  version?: number;
}

function after(article: ArticleAccess, step: NewsStep) {
  const status = newsStatusAfter(article.status, step);
  if (status === null) throw new Problem("news.notNow");
  return status;
}

/** @throws Problem 422 for times in the past or in the wrong order. */
async function requireFuture(tx: Tx, { publish_at = null, withdraw_at = null }: PublishInput): Promise<void> {
  if (publish_at === null && withdraw_at === null) return;
  type Ahead = Record<"first" | "last" | "inOrder" | "isFirstSkipped" | "isLastSkipped", boolean | null>;
  const ahead = await tx.one<Ahead>(statements.selectTimeOrder, [publish_at, withdraw_at]);
  if (ahead?.isFirstSkipped) throw invalidFieldProblem("publish_at", "field.timeSkipped");
  if (ahead?.isLastSkipped) throw invalidFieldProblem("withdraw_at", "field.timeSkipped");
  if (ahead?.first === false) throw invalidFieldProblem("publish_at", "news.past");
  if (ahead?.last === false) throw invalidFieldProblem("withdraw_at", "news.past");
  if (ahead?.inOrder === false) throw invalidFieldProblem("withdraw_at", "field.endBeforeStart");
}

/**
 * Publishes an article now or at a local time. For an article that is already published, only the end is changed.
 * @throws Problem 404; 403; 409 `news.stale`, or when the status doesn't allow it; 422 for an article without text and for times in the
 *   past.
 */
export async function publishNews(tx: Tx, actor: Actor, id: number, input: PublishInput): Promise<NewsDraft> {
  const article = await loadEditableNews(tx, actor, id);
  await refuseStale(tx, id, input.version, article.version);
  const { publish_at = null, withdraw_at = null } = input;
  const status = after(article, publish_at === null ? "publish" : "schedule");
  await requireFuture(tx, input);
  const { texts, language } = await readArticleDraft(tx, id);
  const empty = texts.findIndex((text) => text.language === language && text.body === "");
  if (empty !== -1) throw invalidFieldProblem(`texts.${empty}.body`, "field.required");
  await tx.rows(statements.updateArticleStatus, [id, status, publish_at, withdraw_at]);
  const anew = status === "published" && article.status !== "published";
  tx.emit(anew ? "news.published" : "news.updated", newsStream(id), { id });
  return readArticleDraft(tx, id);
}

/**
 * Withdraws an article now or at a local time; a scheduled one becomes a draft again.
 * @throws Problem 404; 403; 409 `news.stale`, or when the status doesn't allow it; 422 for a time in the past.
 */
export async function withdrawNews(
  tx: Tx,
  actor: Actor,
  id: number,
  input: Omit<PublishInput, "publish_at">,
): Promise<NewsDraft> {
  const article = await loadEditableNews(tx, actor, id);
  await refuseStale(tx, id, input.version, article.version);
  const status = after(article, "withdraw");
  const at = input.withdraw_at ?? null;
  await requireFuture(tx, { withdraw_at: at });
  if (at === null) {
    await tx.rows(statements.updateArticleStatus, [id, status, null, null]);
    tx.emit(status === "withdrawn" ? "news.withdrawn" : "news.updated", newsStream(id), { id });
  } else {
    const { publish_at } = await readArticleDraft(tx, id);
    await requireFuture(tx, { publish_at, withdraw_at: at });
    await tx.rows(statements.updateArticleStatus, [id, article.status, publish_at, at]);
    tx.emit("news.updated", newsStream(id), { id });
  }
  return readArticleDraft(tx, id);
}

/** Runs on a schedule: publishes and withdraws due articles and sends due reminders, each once, however often and late it runs. */
export async function applyNewsSchedule(tx: Tx, now: Date): Promise<void> {
  for (const { id } of await tx.rows<{ id: number }>(statements.markDueArticlesPublished, [now])) {
    tx.emit("news.published", newsStream(id), { id });
  }
  for (const { id } of await tx.rows<{ id: number }>(statements.markDueArticlesWithdrawn, [now])) {
    tx.emit("news.withdrawn", newsStream(id), { id });
  }
  for (const { id, after } of await tx.rows<{ id: number; after: Date | null }>(statements.markDueReminders, [now])) {
    const mornings = { after: after?.toISOString() ?? null, until: now.toISOString() };
    tx.emit("news.reminded", newsStream(id), { id, mornings });
  }
}
