import { prefersHtml } from "./negotiation";

test.each([
  ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", true],
  ["text/html", true],
  ["TEXT/HTML;level=1", true],
  ["text/html, application/json", true],
  ["application/json, text/plain, */*", false],
  ["*/*", false],
  ["text/*", false],
  ["application/json, text/html;q=0.9", false],
  ["text/html;q=0", false],
  ["text/html;q=nonsense", false],
  ["", false],
  [undefined, false],
])("returns whether Accept: %s prefers HTML", (accept, html) => {
  expect(prefersHtml(accept)).toBe(html);
});
