import { plainText } from "./plain-text";

test.each([
  ["<p>Looks <b>good</b> &amp; done</p><p>Ship it</p>", "Looks good & done Ship it"],
  ["<ul><li>one</li><li>two</li></ul>", "one two"],
  ["a &lt; b &unknown; c&nbsp;d", "a < b &unknown; c d"],
  ["<table><tbody><tr><td><p>one</p></td><td>two</td></tr></tbody></table>", "one two"],
  ["", ""],
])("%p becomes %p", (html, text) => expect(plainText(html)).toBe(text));

test("a long text is cut between characters, never within a surrogate pair", () => {
  expect(plainText("abcdef", 3)).toBe("ab…");
  expect(plainText("abc", 3)).toBe("abc");
  expect(plainText("👍👍👍👍", 2)).toBe("👍…");
});
