import { truncateText } from "../../../shared/kernel/text/truncate";
import { plainText } from "../../platform/plain-text";
import { Emitter } from "../../platform/store";
import type { Comment } from "../../../shared/work/comments/comments.contract";

const requestedQuotes = new Emitter<{ taskId: number; html: string }>();

export function quoteComment(comment: Comment, me: { id: number }): void {
  requestedQuotes.emit({ taskId: comment.task_id, html: buildQuote(comment, me) });
}

export const onQuoteRequest = (taskId: number, listener: (html: string) => void): (() => void) =>
  requestedQuotes.subscribe((quote) => quote.taskId === taskId && listener(quote.html));

const maxQuoteLength = 600;

function mentionOf(page: Document, { id, fullname }: { id: number; fullname: string }): string {
  const name = page.createElement("span");
  name.dataset.mention = String(id);
  name.textContent = `@${fullname}`;
  return name.outerHTML;
}

/**
 * Quotes a comment. Mentions become plain text, because those users have already been notified; nested quotes are removed and long text is
 * shortened.
 */
export function buildQuote({ comment, author }: Pick<Comment, "comment" | "author">, me: { id: number }): string {
  const page = new DOMParser().parseFromString(comment, "text/html");
  for (const quote of page.querySelectorAll("blockquote")) quote.remove();
  for (const mention of page.querySelectorAll("[data-mention]")) mention.replaceWith(mention.textContent ?? "");
  const words = plainText(page.body.innerHTML, Infinity);
  if (words.length > maxQuoteLength) {
    const short = page.createElement("p");
    short.textContent = truncateText(words, maxQuoteLength);
    page.body.replaceChildren(short);
  }
  const to = author === null || author.id === me.id ? "" : `${mentionOf(page, author)}&nbsp;`;
  const quoted = words === "" ? "" : `<blockquote>${page.body.innerHTML}</blockquote>`;
  return `${quoted}<p>${to}</p>`;
}
