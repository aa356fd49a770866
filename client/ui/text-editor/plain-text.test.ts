import { appendParagraphs, paragraphNodes, documentPosition } from "./plain-text";

test("lines become escaped paragraphs after the existing content", () => {
  expect(appendParagraphs("", 'a <b> & "c"\nd')).toBe("<p>a &lt;b&gt; &amp; &quot;c&quot;</p><p>d</p>");
  expect(appendParagraphs("<p>there</p>", "more")).toBe("<p>there</p><p>more</p>");
  expect(appendParagraphs("<p>there</p>", "  ")).toBe("<p>there</p>");
});

test("trailing spaces and empty lines are kept", () => {
  expect(paragraphNodes({ text: "so \n\nthen", from: 0, to: 0 })).toEqual([
    { type: "paragraph", content: [{ type: "text", text: "so " }] },
    { type: "paragraph" },
    { type: "paragraph", content: [{ type: "text", text: "then" }] },
  ]);
});

test("a text offset is mapped to a position in a document that ends with the text", () => {
  const typed = { text: "ab\n\nc", from: 0, to: 0 };
  // <p>ab</p><p></p><p>c</p>: sizes 4 + 2 + 3
  expect([0, 2, 3, 4, 5].map((offset) => documentPosition(9, typed, offset))).toEqual([1, 3, 5, 7, 8]);
  expect(documentPosition(9 + 7, typed, 0)).toBe(8);
});
