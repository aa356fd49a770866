import { typoPattern } from "./typo-pattern";

const matches = (word: string, text: string) => new RegExp(typoPattern(word), "u").test(text);

test.each([
  ["a letter less", "delivry"],
  ["a letter more", "deliverry"],
  ["another letter", "dilivery"],
  ["two letters swapped", "deilvery"],
  ["the first letter missing", "elivery"],
  ["the first two letters swapped", "edlivery"],
])("a word with %s matches", (_, typed) => {
  expect(matches(typed, "report delivery 17")).toBe(true);
});

test("words with two typos don't match", () => {
  expect(matches("dleivrey", "delivery")).toBe(false);
  expect(matches("dxlixery", "delivery")).toBe(false);
});

test("a typo is allowed only at the beginning of a word, and not in a short one", () => {
  expect(matches("lavery", "delivery")).toBe(false);
  expect(matches("very", "delivery")).toBe(true);
  expect(matches("pca", "pack")).toBe(false);
});

test("characters of regular expressions are searched as characters", () => {
  expect(matches("a.c", "abc")).toBe(false);
  expect(matches("(a[b", "x (a[b")).toBe(true);
});
