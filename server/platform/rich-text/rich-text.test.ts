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
])("sanitizes %s", (_, given, expected) => {
  expect(sanitizeRichText(given)).toBe(expected ?? given);
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
  (given) => expect(sanitizeRichText(given)).toBe(""),
);

test("finds each mention once and reduces it to text", () => {
  const given =
    '<p><span data-mention="5">@<b>Bo</b><span data-mention="6">@Al</span></span> <span data-mention="5">@Bo</span> <span data-mention="0">@No</span> <span>bare</span></p>';
  const clean = sanitizeRichText(given);
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
      const allowed = /^(p|br|strong|em|s|u|code|pre|blockquote|ul|ol|li|a|h3|h4|span)$/;
      for (const [, tag, attributes] of tags) {
        expect(tag).toMatch(allowed);
        expect(attributes).not.toMatch(/\bon\w+=|javascript:|style=/i);
      }
      expect(plainTextOf(sanitizeRichText(clean))).toBe(plainTextOf(clean));
      for (const id of mentionsOf(clean)) expect(id).toBe(3);
    }),
    { numRuns: 500 },
  );
});

test("keeps only images of uploaded files", () => {
  const given = '<img alt="A &quot;dock&quot;" src="/files/7/preview" class="x" onload="y()">';
  expect(sanitizePicturedText(given)).toBe('<img src="/files/7/preview" alt="A &quot;dock&quot;" />');
  expect(picturesOf(sanitizePicturedText(`${given}<p>x</p>${given}`))).toEqual([7]);
  expect(sanitizeRichText(given)).toBe("");
  for (const source of [
    "https://a.test/x.png",
    "//a.test/files/7/preview",
    "/files/7/preview?a",
    "/files/0/preview",
    "",
  ])
    expect(sanitizePicturedText(`<img src="${source}" alt="x">`)).toBe("");
});
