import fc from "fast-check";
import {
  excerptOf,
  mentionsOf,
  picturesOf,
  sanitizePicturedText,
  sanitizeRichText,
  plainTextOf,
  keepValidMentions,
} from "./rich-text";

test.each([
  ["plain text becomes paragraphs", "one\ntwo\n\nthree", "<p>one<br />two</p><p>three</p>"],
  ["non-tags are text", "a < b & c > d", "<p>a &lt; b &amp; c &gt; d</p>"],
  ["allowed tags stay", "<p><strong>a</strong> <em>b</em> <s>c</s> <u>d</u> <code>e</code></p>", null],
  ["lists and quotes stay", "<ul><li>a</li></ul><ol><li>b</li></ol><blockquote>c</blockquote><pre>d</pre>", null],
  ["headings become h3", "<h1>a</h1><h4>b</h4>", "<h3>a</h3><h4>b</h4>"],
  ["b and i become strong and em", "<p><b>a</b><i>b</i></p>", "<p><strong>a</strong><em>b</em></p>"],
  ["styles, classes and handlers are removed", '<p style="x" class="y" onclick="z()">t</p>', "<p>t</p>"],
  ["scripts are removed with their content", "<p>a<script>alert(1)</script></p>", "<p>a</p>"],
  ["images and frames are removed", '<p>a<img src="x" onerror="y"><iframe src="z"></iframe></p>', "<p>a</p>"],
  ["unclosed tags are closed", "<p>a <strong>b", "<p>a <strong>b</strong></p>"],
  ["text outside of blocks gets a paragraph", "<strong>a</strong> b", "<p><strong>a</strong> b</p>"],
])("sanitizes %s", (_, html, expected) => {
  expect(sanitizeRichText(html)).toBe(expected ?? html);
});

const table = (...rows: string[]) => `<table><tbody>${rows.map((row) => `<tr>${row}</tr>`).join("")}</tbody></table>`;
const cells = (...texts: string[]) => texts.map((text) => `<td><p>${text}</p></td>`).join("");

test.each([
  ["scripts in cells", table(cells("a<script>alert(1)</script>")), table(cells("a"))],
  [
    "styles, classes and handlers of tables",
    '<table style="width:9px" border="1"><colgroup><col style="width:1px"></colgroup><tr onclick="x()"><td style="color:red" class="c" align="right" width="5">a</td></tr></table>',
    table(cells("a")),
  ],
  [
    "dangerous links in cells",
    '<table><tr><td><a href="javascript:x">a</a></td></tr></table>',
    table(cells("<a>a</a>")),
  ],
  ["huge spans", '<table><tr><td colspan="1e9" rowspan="99999999999">a</td></tr></table>', table(cells("a"))],
  ["negative spans", '<table><tr><td colspan="-3" rowspan="0">a</td></tr></table>', table(cells("a"))],
  [
    "tables in cells",
    `<table><tr><td>a${table(cells("b", "c"))}</td></tr></table>`,
    table("<td><p>a</p><p>b | c</p></td>"),
  ],
  ["cells outside of tables", "<td>a</td><td>b</td>", "<p>a</p><p>b</p>"],
  ["rows outside of tables", "<tr><td>a</td><td>b</td></tr>", "<p>a | b</p>"],
  ["tables in rows outside of tables", "<tr><td>a<table><tr><td>b<td>c</table>", "<p>a b | c</p>"],
  ["tables in paragraphs", `<p>a${table(cells("b"))}c</p>`, `<p>a</p>${table(cells("b"))}<p>c</p><p></p>`],
  ["tables in formatting", `<strong>a${table(cells("b"))}</strong>`, `<p>a</p>${table(cells("b"))}`],
  ["captions", "<table><caption>a</caption><tr><td>b</td></tr></table>", `<p>a</p>${table(cells("b"))}`],
  ["text between cells", "<table>a<tr>b<td>c</td></tr></table>", `<p>a</p>${table(cells("b", "c"))}`],
  [
    "header rows",
    "<table><thead><tr><td>a</td></tr></thead><tr><td>b</td></tr></table>",
    table("<th><p>a</p></th>", cells("b")),
  ],
  ["rows of different length", "<table><tr><td>a<td>b<tr><td>c</table>", table(cells("a", "b"), cells("c", ""))],
  [
    "overlapping spans",
    '<table><tr><td>a<td rowspan="2">b<tr><td colspan="2">c</table>',
    table(`${cells("a")}<td rowspan="2"><p>b</p></td>`, cells("c")),
  ],
  ["spans beyond the end", '<table><tr><td rowspan="5">a</table>', table(cells("a"))],
  ["lists in cells", table("<td><ul><li>a</li></ul></td>"), table("<td><ul><li>a</li></ul></td>")],
  ["numbers of lists", '<ol start="3" type="a"><li>a</li></ol>', '<ol start="3"><li>a</li></ol>'],
  [
    "wrong numbers of lists",
    '<ol start="-1"><li>a</li></ol><ol start="x"><li>b</li></ol>',
    "<ol><li>a</li></ol><ol><li>b</li></ol>",
  ],
  ["tables without cells", "<table><tr></tr></table><p>a</p>", "<p>a</p>"],
  ["other blocks", "<section>a</section><dl><dt>b<dd>c</dl>", "<p>a</p><p>b</p><p>c</p>"],
])("sanitizes %s", (_, html, expected) => {
  expect(sanitizeRichText(html)).toBe(expected);
  expect(sanitizeRichText(expected)).toBe(expected);
});

test("a short text with large spans doesn't become a long one", () => {
  const wide = `<table>${"<tr><td>a".repeat(90)}<tr><td colspan="100">b</table>`;
  expect(sanitizeRichText(wide.repeat(20)).length).toBeLessThan(wide.length * 20 * 4);
  const empty = `<table><tr><td colspan=100>x${"<tr><td>".repeat(49)}`;
  expect(sanitizeRichText(empty).length).toBeLessThan(empty.length * 4);
  const clean = sanitizeRichText(`<table>${"<tr><td>a<td>b".repeat(4_000)}</table>`);
  expect(clean.startsWith("<p>a | b</p><p>a | b</p>")).toBe(true);
});

test("a table loses spans that would need many empty cells, but stays a table", () => {
  const wide = '<table><tr><td colspan="100">a</td></tr><tr><td>b</td><td>c</td></tr></table>';
  expect(sanitizeRichText(wide)).toBe(table(cells("a", ""), cells("b", "c")));
  const title = table('<td colspan="3"><p>a</p></td>', cells("b", "c", "d"));
  expect(sanitizeRichText(title)).toBe(title);
});

const tableMarkup = fc.constantFrom(
  ..."<table> <tr> <td> <th> <tr><td> <tr><td>x <thead> <caption> </tr> </td> </table>".split(" "),
  "<td colspan=100>",
  "<td rowspan=100>",
  "<th colspan=9 rowspan=9>",
  "<td colspan=2>",
);
const otherMarkup = fc.constantFrom(
  ...'<b> <p> <li> <ul> <blockquote> <pre> <div> <br> <h1> </b> </p> <!-- --> < x & "'.split(" "),
  "<a href=x>",
  "<span data-mention=1>",
  "<img src=/files/1/preview>",
  "\n\n",
);
const hostileMarkup = fc.oneof({ weight: 3, arbitrary: tableMarkup }, { weight: 1, arbitrary: otherMarkup });
/** Addresses become links, whose attributes are the longest addition per character. */
const addresses = fc.constantFrom("x.co ", "a@b.co,", "http://a ", "<p>x.co");

test.each([
  ["markup", hostileMarkup, 8],
  ["addresses in markup", fc.oneof(hostileMarkup, addresses), 17],
])("the length of sanitized text is bounded by the length of the input: %s", (_, piece, longest) => {
  const times = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 60 }));
  const repeated = fc.tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), times);
  fc.assert(
    fc.property(fc.array(repeated, { minLength: 1, maxLength: 5 }), (parts) => {
      const html = parts.map(([pieces, count]) => pieces.join("").repeat(count)).join("");
      const most = longest * html.length + 32;
      expect(sanitizeRichText(html).length).toBeLessThanOrEqual(most);
      expect(sanitizePicturedText(html).length).toBeLessThanOrEqual(most);
    }),
    { numRuns: 500 },
  );
});

test("texts in deeply nested elements don't run together", () => {
  const deep = (depth: number) => `${"<ul><li>".repeat(depth)}<p>a</p><p>b</p>${"</li></ul>".repeat(depth)}`;
  expect(plainTextOf(sanitizeRichText(deep(12)))).toBe("a b");
  expect(plainTextOf(sanitizeRichText(`${"<table><tr><td>x<td>".repeat(300)}y`)).startsWith("x\tx | x | x")).toBe(true);
});

test("the plain text of a table has a line for each row and a tab between cells", () => {
  const html = sanitizeRichText(
    `<p>Sales\n of May</p>${table(cells("North", "", "9.50"), cells("South &amp; East", "85", "10"))}<p>End</p>`,
  );
  expect(plainTextOf(html)).toBe("Sales of May\nNorth\t\t9.50\nSouth & East\t85\t10\nEnd");
  expect(excerptOf(html)).toBe("Sales of May North 9.50 South & East 85 10 End");
});

test("joiners stay in the plain text", () => {
  const words = "ئەرک\u200cپێدراو می\u200cخواهم 👨\u200d👩\u200d👧";
  expect(plainTextOf(`<p>${words}\u200b</p>`)).toBe(words);
  expect(excerptOf(sanitizeRichText(words))).toBe(words);
});

const link = (href: string, text = href) =>
  `<a href="${href}" rel="noopener noreferrer nofollow" target="_blank">${text}</a>`;

test.each([
  ["a plain text", "See https://a.test/x?b=1&c=2. Then", `<p>See ${link("https://a.test/x?b=1&amp;c=2")}. Then</p>`],
  [
    "HTML",
    "<p>on <strong>www.a.com</strong>, or</p>",
    `<p>on <strong>${link("https://www.a.com", "www.a.com")}</strong>, or</p>`,
  ],
  ["an e-mail address", "<p>to a@example.com.</p>", `<p>to ${link("mailto:a@example.com", "a@example.com")}.</p>`],
  ["no dangerous scheme", "javascript:alert(1)", "<p>javascript:alert(1)</p>"],
  [
    "no code",
    "<p><code>https://a.test</code></p><pre>https://b.test</pre>",
    "<p><code>https://a.test</code></p><pre>https://b.test</pre>",
  ],
  [
    "no link",
    `<p>${link("https://a.test", "https://b.test")}</p>`,
    `<p>${link("https://a.test", "https://b.test")}</p>`,
  ],
  ["no mention", '<p><span data-mention="5">@www.a.com</span></p>', '<p><span data-mention="5">@www.a.com</span></p>'],
  [
    "no markup",
    'https://a.test/"onclick=x<b>',
    `<p>${link("https://a.test/&quot;onclick=x", 'https://a.test/"onclick=x')}<strong></strong></p>`,
  ],
])("links addresses in %s", (_, html, expected) => {
  const clean = sanitizeRichText(html);
  expect(clean).toBe(expected);
  expect(sanitizeRichText(clean)).toBe(clean);
});

test("keeps only web and mail links", () => {
  const href = (url: string) => /href="([^"]*)"/.exec(sanitizeRichText(`<p><a href="${url}">x</a></p>`))?.[1];
  expect(href("https://example.test/a?b=1")).toBe("https://example.test/a?b=1");
  expect(href("mailto:a@example.test")).toBe("mailto:a@example.test");
  for (const url of [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "//evil.test",
    "java\tscript:alert(1)",
    "vbscript:x",
  ]) {
    expect(href(url)).toBeUndefined();
  }
  expect(sanitizeRichText('<p><a href="https://a.test">x</a></p>')).toContain('rel="noopener noreferrer nofollow"');
});

test.each(["", "  ", "<p></p>", "<p><br></p>", "<p>&nbsp;</p>", "<p>\u200b</p>", "<script>x</script>", "<!-- x -->"])(
  "%j becomes empty",
  (html) => expect(sanitizeRichText(html)).toBe(""),
);

test("finds each mention once and reduces it to text", () => {
  const html =
    '<p><span data-mention="5">@<b>Bo</b><span data-mention="6">@Al</span></span> <span data-mention="5">@Bo</span> <span data-mention="0">@No</span> <span>bare</span></p>';
  const clean = sanitizeRichText(html);
  expect(clean).toBe('<p><span data-mention="5">@Bo@Al</span> <span data-mention="5">@Bo</span> @No bare</p>');
  expect(mentionsOf(clean)).toEqual([5]);
});

test("inserts the real name into mentions and unwraps unknown ones", () => {
  const html = '<p><span data-mention="5">@The boss</span> <span data-mention="7">@Ghost</span></p>';
  expect(keepValidMentions(html, new Map([[5, "A & <B>"]]))).toBe(
    '<p><span data-mention="5">@A &amp; &lt;B&gt;</span> @Ghost</p>',
  );
});

test("an excerpt is one short line without quotes", () => {
  expect(excerptOf("<p>a &lt; b</p><ul><li>one</li><li>two</li></ul>")).toBe("a < b one two");
  expect(excerptOf("<blockquote><blockquote><p>a</p></blockquote><p>b</p></blockquote><p>Yes</p>")).toBe("Yes");
  expect(excerptOf("<blockquote><p>Only this</p></blockquote>")).toBe("Only this");
  expect(excerptOf(`<p>${"한".repeat(300)}</p>`, 10)).toBe(`${"한".repeat(9)}…`);
});

test("any input is sanitized to stable output without scripts", () => {
  const piece = fc.constantFrom(
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<script>",
    "</script>",
    "<img src=x onerror=1>",
    '<a href="javascript:x">',
    "</a>",
    '<span data-mention="3">',
    "</span>",
    "<!--",
    "-->",
    "<svg onload=x>",
    "<table>",
    "</table>",
    "<tr>",
    '<td rowspan="2">',
    '<th colspan="3">',
    "</td>",
    "<li>",
    "https://a.test/<",
    "&lt;",
    "&#60;",
    "text",
    "<",
    ">",
    '"',
    "\n",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const clean = sanitizeRichText(pieces.join(""));
      const tags = [...clean.matchAll(/<\/?([a-z0-9]+)([^>]*)>/g)];
      const allowed = /^(p|br|strong|em|s|u|code|pre|blockquote|ul|ol|li|a|h3|h4|span|table|tbody|tr|th|td)$/;
      for (const [, tag, attributes] of tags) {
        expect(tag).toMatch(allowed);
        expect(attributes).not.toMatch(/\bon\w+=|javascript:|style=/i);
      }
      expect(sanitizeRichText(clean)).toBe(clean);
      expect(clean).not.toMatch(/<(p|h3)>(?:(?!<\/\1>)[^])*<(table|tbody|tr|td|th)>/);
      for (const id of mentionsOf(clean)) expect(id).toBe(3);
    }),
    { numRuns: 500 },
  );
});

test("keeps only images of uploaded files", () => {
  const html = '<img alt="A &quot;dock&quot;" src="/files/7/preview" class="x" onload="y()">';
  expect(sanitizePicturedText(html)).toBe('<img src="/files/7/preview" alt="A &quot;dock&quot;" />');
  expect(picturesOf(sanitizePicturedText(`${html}<p>x</p>${html}`))).toEqual([7]);
  expect(sanitizeRichText(html)).toBe("");
  for (const source of [
    "https://a.test/x.png",
    "//a.test/files/7/preview",
    "/files/7/preview?a",
    "/files/0/preview",
    "",
  ])
    expect(sanitizePicturedText(`<img src="${source}" alt="x">`)).toBe("");
});
