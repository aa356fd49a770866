import { newsStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { NewsDraft } from "../../shared/news/news.replies";
import { type NewsStep, newsStatusAfter } from "../../shared/news/news.workflow";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { editableNews, type NewsFacts } from "./news.policy";
import { draft } from "./news.read";
import { refuseStale } from "./news.write";
import * as statements from "./news.write.sql";

interface PublishInput {
  publish_at?: string | null;
  withdraw_at?: string | null;
  version?: number;
}

/** @throws Problem 409 where the workflow has no such step. */
function after(article: NewsFacts, step: NewsStep) {
  const status = newsStatusAfter(article.status, step);
  if (status === null) throw new Problem("news.notNow");
  return status;
}

/** @throws Problem 422 for moments that have passed, or that are the wrong way round. */
async function requireAhead(tx: Tx, { publish_at = null, withdraw_at = null }: PublishInput): Promise<void> {
  if (publish_at === null && withdraw_at === null) return;
  type Ahead = Record<"first" | "last" | "inOrder", boolean | null>;
  const ahead = await tx.one<Ahead>(statements.momentsAhead, [publish_at, withdraw_at]);
  if (ahead?.first === false) throw invalid("publish_at", "news.past");
  if (ahead?.last === false) throw invalid("withdraw_at", "news.past");
  if (ahead?.inOrder === false) throw invalid("withdraw_at", "field.endBeforeStart");
}

/**
 * At once, or at a moment on the organisation's clock; what is published already only gets another end.
 * @throws Problem 404, 403, 409 `news.stale` and `news.notNow`, 422 for an article without words and for moments that passed.
 */
export async function publishNews(tx: Tx, actor: Actor, id: number, input: PublishInput): Promise<NewsDraft> {
  const article = await editableNews(tx, actor, id);
  await refuseStale(tx, id, input.version, article.version);
  const { publish_at = null, withdraw_at = null } = input;
  const status = after(article, publish_at === null ? "publish" : "schedule");
  await requireAhead(tx, input);
  const { texts, language } = await draft(tx, id);
  const empty = texts.findIndex((text) => text.language === language && text.body === "");
  if (empty !== -1) throw invalid(`texts.${empty}.body`, "field.required");
  await tx.rows(statements.setStatus, [id, status, publish_at, withdraw_at]);
  const anew = status === "published" && article.status !== "published";
  tx.emit(anew ? "news.published" : "news.updated", newsStream(id), { id });
  return draft(tx, id);
}

/**
 * Takes down at once, or at a moment; what is scheduled becomes a draft again.
 * @throws Problem 404, 403, 409 `news.stale` and `news.notNow`, 422 for a moment that has passed.
 */
export async function withdrawNews(
  tx: Tx,
  actor: Actor,
  id: number,
  input: Omit<PublishInput, "publish_at">,
): Promise<NewsDraft> {
  const article = await editableNews(tx, actor, id);
  await refuseStale(tx, id, input.version, article.version);
  const status = after(article, "withdraw");
  const at = input.withdraw_at ?? null;
  await requireAhead(tx, { withdraw_at: at });
  if (at === null) {
    await tx.rows(statements.setStatus, [id, status, null, null]);
    tx.emit(status === "withdrawn" ? "news.withdrawn" : "news.updated", newsStream(id), { id });
  } else {
    const { publish_at } = await draft(tx, id);
    await requireAhead(tx, { publish_at, withdraw_at: at });
    await tx.rows(statements.setStatus, [id, article.status, publish_at, at]);
    tx.emit("news.updated", newsStream(id), { id });
  }
  return draft(tx, id);
}

/** What the clock does: each article comes once, goes once, and is asked for once, however often and late this runs. */
export async function runNewsClock(tx: Tx, now: Date): Promise<void> {
  for (const { id } of await tx.rows<{ id: number }>(statements.publishDue, [now])) {
    tx.emit("news.published", newsStream(id), { id });
  }
  for (const { id } of await tx.rows<{ id: number }>(statements.withdrawDue, [now])) {
    tx.emit("news.withdrawn", newsStream(id), { id });
  }
  for (const { id } of await tx.rows<{ id: number }>(statements.remindDue, [now])) {
    tx.emit("news.reminded", newsStream(id), { id });
  }
}
