import MarkdownIt from "markdown-it";
import { sanitizeRichText } from "../../platform/rich-text/rich-text";
import { markdownOfHtml } from "./markdown-of-html";

test.each([
  ["<p>One</p><p>Two <strong>bold </strong>text</p>", "One\n\nTwo **bold** text"],
  ["<p>One<br>Two</p>", "One  \nTwo"],
  ["<h3>Title</h3><p><em>a</em> <s>b</s> <u>c</u></p>", "### Title\n\n*a* ~~b~~ c"],
  ["<ul><li>One</li><li>Two<ul><li>Inner</li></ul></li></ul>", "- One\n- Two\n  - Inner"],
  ['<ol start="3"><li>Three</li><li>Four</li></ol>', "3. Three\n4. Four"],
  ["<blockquote><p>Said</p></blockquote>", "> Said"],
  ["<pre>a\n```\nb</pre>", "````\na\n```\nb\n````"],
  ["<p><code>x*y</code> and 2 * 3</p>", "`x*y` and 2 \\* 3"],
  ['<p><a href="https://a.example/x">here</a></p>', "[here](<https://a.example/x>)"],
  ['<p><a href="https://a.example/x">https://a.example/x</a></p>', "<https://a.example/x>"],
  ['<p>Hi <span data-mention="3">@Mia Manager</span></p>', "Hi @Mia Manager"],
  ["<table><tr><td>A</td><td>B</td></tr><tr><td>1</td><td>2</td></tr></table>", "A | B\n1 | 2"],
])("%s becomes Markdown", (html, markdown) => {
  expect(markdownOfHtml(sanitizeRichText(html))).toBe(markdown);
});

test.each([
  "# no heading",
  "- no list",
  "1. no list",
  "> no quote",
  "*stars* and _lines_",
  "[a](b)",
  "<b>",
  "a < b & c",
])("the text %s stays text", (text) => {
  const html = `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</p>`;
  expect(new MarkdownIt().render(markdownOfHtml(html)).trim()).toBe(html);
});
