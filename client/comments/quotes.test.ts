/** @jest-environment jsdom */
import { quoteOf } from "./quotes";

const dara = { id: 2, fullname: "Dara <Aziz>", image: null };
const said = (comment: string) => ({ comment, author: dara });

test("quotes what was said and turns to whoever said it", () => {
  expect(quoteOf(said("<p>Green or <strong>black</strong>?</p>"), { id: 1 })).toBe(
    '<blockquote><p>Green or <strong>black</strong>?</p></blockquote><p><span data-mention="2">@Dara &lt;Aziz&gt;</span>&nbsp;</p>',
  );
});

test("one needn't call oneself", () => {
  expect(quoteOf(said("<p>Yes</p>"), { id: 2 })).toBe("<blockquote><p>Yes</p></blockquote><p></p>");
});

test("calls nobody who was mentioned, and doesn't quote quotes", () => {
  const html = '<blockquote><p>Old</p></blockquote><p><span data-mention="9">@Mei</span> look</p>';
  expect(quoteOf(said(html), { id: 2 })).toBe("<blockquote><p>@Mei look</p></blockquote><p></p>");
});

test("of a long text only how it begins", () => {
  const quote = quoteOf(said(`<p>${"word ".repeat(400)}</p>`), { id: 2 });
  expect(quote.length).toBeLessThan(660);
  expect(quote).toContain("…</p></blockquote>");
});
