import { findLinks } from "./links";

const links = (text: string) => findLinks(text).map(({ start, end }) => text.slice(start, end));
const address = "https://example.test/one";

test.each([
  ["."],
  [","],
  ["?"],
  ["!"],
  [":"],
  [";"],
  [")"],
  ["]"],
  ["'"],
  ['"'],
  ["..."],
  [".)"],
  ["»"],
  ["”"],
  ["’"],
  ["…"],
  ["،"],
  ["؟"],
  ["؛"],
  ["。"],
  ["，"],
  ["、"],
  ["」"],
  ["）"],
  ["！"],
  ["？"],
  ["：\u200f"],
])("an address ends before %s", (mark) => {
  expect(links(`See ${address}${mark} Then`)).toEqual([address]);
  expect(links(`See ${address}${mark}`)).toEqual([address]);
});

test.each([
  ["in parentheses", `(${address})`, address],
  ["in quotation marks", `“${address}”`, address],
  ["followed by Chinese", `看${address}。然后`, address],
  ["with parentheses", "https://example.test/a_(b).", "https://example.test/a_(b)"],
  ["with a query", "https://example.test/?a=1&b=2.", "https://example.test/?a=1&b=2"],
  ["with letters of another script", "https://example.test/한글.", "https://example.test/한글"],
  ["with a dash", "https://example.test/a–b", "https://example.test/a–b"],
  ["that begins with www", "on www.example.com, too", "www.example.com"],
  ["of a mailbox", "to a@example.com.", "a@example.com"],
])("finds an address %s", (_, text, found) => expect(links(text)).toEqual([found]));

test("addresses without a scheme get https or mailto", () => {
  expect(findLinks("www.example.com a@example.com").map(({ href }) => href)).toEqual([
    "https://www.example.com",
    "mailto:a@example.com",
  ]);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "ftp://example.test/x",
  "a.b",
  "3.5",
])("%s is no link", (text) => expect(findLinks(text)).toEqual([]));
