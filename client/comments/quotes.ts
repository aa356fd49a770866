import { filter, map, type Observable, Subject } from "rxjs";
import type { Comment } from "../../shared/comments/comments.contract";

const asked = new Subject<{ taskId: number; html: string }>();

/** Puts what somebody said into the composer of its task, as the beginning of an answer. */
export function answerTo(comment: Comment, me: { id: number }): void {
  asked.next({ taskId: comment.task_id, html: quoteOf(comment, me) });
}

export const quotesFor = (taskId: number): Observable<string> =>
  asked.pipe(
    filter((quote) => quote.taskId === taskId),
    map(({ html }) => html),
  );

const longest = 600;

/**
 * What is quoted calls nobody: people mentioned in it have been told once. Quotes within it are left out, and where it
 * is long only how it begins.
 */
export function quoteOf({ comment, author }: Pick<Comment, "comment" | "author">, me: { id: number }): string {
  const page = new DOMParser().parseFromString(comment, "text/html");
  for (const quote of page.querySelectorAll("blockquote")) quote.remove();
  for (const mention of page.querySelectorAll("[data-mention]")) mention.replaceWith(mention.textContent ?? "");
  const words = page.body.textContent ?? "";
  if (words.length > longest) {
    const short = page.createElement("p");
    short.textContent = `${words.slice(0, longest).trimEnd()}…`;
    page.body.replaceChildren(short);
  }
  const name = page.createElement("span");
  name.dataset.mention = String(author.id);
  name.textContent = `@${author.fullname}`;
  const to = author.id === me.id ? "" : `${name.outerHTML}&nbsp;`;
  const quoted = words.trim() === "" ? "" : `<blockquote>${page.body.innerHTML}</blockquote>`;
  return `${quoted}<p>${to}</p>`;
}
