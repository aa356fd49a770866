import { isBlank, truncateText } from "./truncate";

test.each([
  ["short text", "abc", 3, "abc"],
  ["letters", "abcdef", 4, "abc…"],
  ["a family emoji", "ab 👨‍👩‍👧 cd", 6, "ab…"],
  ["a flag", "a🇮🇶🇰🇷", 4, "a🇮🇶…"],
  ["a skin tone", "ab👍🏽c", 4, "ab…"],
  ["a letter with a combining accent", "abe\u0301cd", 4, "ab…"],
  ["a word with a non-joiner", "ئەرک‌پێدراو", 6, "ئەرک‌…"],
  ["one character that is longer than the limit", `a${"\u0301".repeat(50)}b`, 4, "a\u0301\u0301…"],
])("truncates %s between characters", (_, text, length, expected) => {
  expect(truncateText(text, length)).toBe(expected);
});

test("a text of spaces and invisible characters is blank", () => {
  for (const text of ["", " \n", "\u200b", "\u200c\u200d", "\u00a0\u2060\ufeff", "\u200f\u202a", "\ufe0f"])
    expect(isBlank(text)).toBe(true);
  for (const text of ["a", "\u200cb", "👨‍👩‍👧", "。"]) expect(isBlank(text)).toBe(false);
});
