import { htmlWith, nodesOf, positionIn } from "./plain-text";

test("lines become paragraphs below what is there, and no markup", () => {
  expect(htmlWith("", 'a <b> & "c"\nd')).toBe("<p>a &lt;b&gt; &amp; &quot;c&quot;</p><p>d</p>");
  expect(htmlWith("<p>there</p>", "more")).toBe("<p>there</p><p>more</p>");
  expect(htmlWith("<p>there</p>", "  ")).toBe("<p>there</p>");
});

test("a blank at the end of a line stays, an empty line is one", () => {
  expect(nodesOf({ text: "so \n\nthen", from: 0, to: 0 })).toEqual([
    { type: "paragraph", content: [{ type: "text", text: "so " }] },
    { type: "paragraph" },
    { type: "paragraph", content: [{ type: "text", text: "then" }] },
  ]);
});

test("an offset is found in a document that ends with the text", () => {
  const typed = { text: "ab\n\nc", from: 0, to: 0 };
  // <p>ab</p><p></p><p>c</p>: sizes 4 + 2 + 3
  expect([0, 2, 3, 4, 5].map((offset) => positionIn(9, typed, offset))).toEqual([1, 3, 5, 7, 8]);
  expect(positionIn(9 + 7, typed, 0)).toBe(8);
});
