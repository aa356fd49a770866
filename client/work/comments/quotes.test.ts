/** @jest-environment jsdom */
import { buildQuote } from "./quotes";

const dara = { id: 2, fullname: "Dara <Aziz>", image: null };
const commentBy = (comment: string) => ({ comment, author: dara });

test("a quote contains the comment's text and mentions its author", () => {
  expect(buildQuote(commentBy("<p>Green or <strong>black</strong>?</p>"), { id: 1 })).toBe(
    '<blockquote><p>Green or <strong>black</strong>?</p></blockquote><p><span data-mention="2">@Dara &lt;Aziz&gt;</span>&nbsp;</p>',
  );
});

test("quoting your own comment adds no mention", () => {
  expect(buildQuote(commentBy("<p>Yes</p>"), { id: 2 })).toBe("<blockquote><p>Yes</p></blockquote><p></p>");
});

test("mentions become plain text and nested quotes are removed from a quote", () => {
  const html = '<blockquote><p>Old</p></blockquote><p><span data-mention="9">@Mei</span> look</p>';
  expect(buildQuote(commentBy(html), { id: 2 })).toBe("<blockquote><p>@Mei look</p></blockquote><p></p>");
});

test("the quoted text of a long comment is shortened", () => {
  const quote = buildQuote(commentBy(`<p>${"word ".repeat(400)}</p>`), { id: 2 });
  expect(quote.length).toBeLessThan(660);
  expect(quote).toContain("…</p></blockquote>");
});
