import { snippetOf } from "./snippet";

const long = `${"before ".repeat(30)}the Kühlung fails ${"after ".repeat(30)}`.trim();

test("a snippet surrounds the first matching word and is cut at spaces", () => {
  const snippet = snippetOf(long, ["kuhlung"]) as string;
  expect(snippet).toMatch(/^…before .* the Kühlung fails after .* after…$/);
  expect(snippet.length).toBeLessThan(150);
});

test("a short text is its own snippet", () => {
  expect(snippetOf("كتێبی نوێ", ["كتيب"])).toBe("كتێبی نوێ");
});

test("a text without the words has no snippet", () => {
  expect(snippetOf("something else", ["pallet"])).toBeNull();
  expect(snippetOf(null, ["pallet"])).toBeNull();
});

test.each([
  ["Chinese", "会议记录".repeat(300), "仓库报告"],
  ["an address", `https://portal.test/${"segment/".repeat(200)}`, "warehouse"],
])("a snippet of a text without spaces is short (%s)", (_name, filler, match) => {
  const snippet = snippetOf(`${filler}${match}${filler}`, [match]) as string;
  expect(snippet).toMatch(new RegExp(`^….+${match}.+…$`, "u"));
  expect(snippet.length).toBeLessThan(150);
});
