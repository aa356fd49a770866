import { create as openFont } from "fontkit";
import { directionOf, wrapTextLines, textRunsOf, replaceMissingGlyphs } from "./pdf-text";

const texts = (line: string, direction: "ltr" | "rtl" = "rtl") =>
  textRunsOf(line, direction, 400).map(({ text }) => text);

test("Latin text is one run", () => {
  expect(texts("Scanners for Depot South", "ltr")).toEqual(["Scanners for Depot South"]);
});

test("an Arabic sentence is one run; the shaper joins and reverses its letters", () => {
  const [piece, ...rest] = textRunsOf("طلب شراء جديد", "rtl", 400);
  expect(rest).toEqual([]);
  expect(piece).toMatchObject({ text: "طلب شراء جديد", rtl: true });
  expect(piece?.font.name).toContain("arabic");
});

test("orders mixed text visually from left to right on an rtl page", () => {
  expect(texts("طلب PUR-2026-0001 جديد")).toEqual(["جديد", " ", "PUR-2026-0001", "طلب "]);
  // In a Latin sentence, an Arabic name keeps its position.
  expect(texts("For دار المسح, Erbil", "ltr")).toEqual(["For ", "دار المسح", ", Erbil"]);
});

test("Arabic digits keep their order within Arabic text", () => {
  expect(glyphs("المجموع ١٬٤٢٠٫٠٠")).toMatch(/^١٬٤٢٠٫٠٠ /);
});

/** The characters that the shaper's glyphs draw, in page order from left to right. */
function glyphs(line: string, direction: "ltr" | "rtl" = "rtl"): string {
  return textRunsOf(line, direction, 400)
    .flatMap(({ text, font }) => {
      const file = openFont(font.bytes()) as { layout(text: string): { glyphs: { codePoints: number[] }[] } };
      return file.layout(text).glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints));
    })
    .join("");
}

test.each([
  ["٤٬٢٨٠٫٠٠", "٤٬٢٨٠٫٠٠"],
  ["\u061c-٤٢٫٥", "٤٢٫٥-"],
  ["٢٠٢٦/١١/١٩", "٢٠٢٦/١١/١٩"],
  ["٪١٢٫٥\u061c", "١٢٫٥٪"],
  ["+٩٦٤ ٧٥٠", "٧٥٠ ٩٦٤+"],
  ["4,280.00 EUR", "4,280.00 EUR"],
  ["PUR-2026-0001", "PUR-2026-0001"],
])("on a right-to-left page %s is drawn with the glyphs of %s", (line, expected) =>
  expect([...glyphs(line)].sort()).toEqual([...expected].sort()),
);

test.each([
  ["٤٬٢٨٠٫٠٠ EUR", "٤٬٢٨٠٫٠٠"],
  ["١٩ نوفمبر ٢٠٢٦", "٢٠٢٦"],
  ["١٩ نوفمبر ٢٠٢٦", "١٩"],
  ["السعر ١٫٠٨٣٤", "١٫٠٨٣٤"],
  ["۱۲۳۴", "۱۲۳۴"],
])("in %s the number %s is drawn left to right", (line, number) => {
  expect(glyphs(line, "rtl")).toContain(number);
  expect(glyphs(line, "ltr")).toContain(number);
});

test("direction marks affect the order of a line and are never drawn", () => {
  const line = "\u200f٢٠٢٦/\u200f١١/\u200f١٩";
  expect(replaceMissingGlyphs(line)).toBe(line);
  expect(texts(line, "ltr").join("")).not.toMatch(/\u200f/);
  expect(texts(replaceMissingGlyphs("a\u00ad\u200bb\u0007"), "ltr")).toEqual(["ab"]);
});

test("letters on both sides of a zero-width non-joiner are shaped separately", () => {
  expect(texts("می\u200cخواهد").filter((text) => text !== "\u200c")).toEqual(["خواهد", "می"]);
});

test("mirrors brackets in right-to-left text", () => {
  expect(texts("المدير (أول)").join("")).toBe("(أول)المدير ");
});

test("finds a font for Latin, Arabic, Korean and accented characters", () => {
  const fonts = textRunsOf("Seoul 서울 دهۆک Søren Ž", "ltr", 600).map(({ font }) => font);
  expect(new Set(fonts.map(({ name }) => name.replace(/-(latin|arabic-[0-9]|arabic-l|[0-9]).*/, "")))).toEqual(
    new Set(["ibm-plex-sans", "ibm-plex-sans-arabic", "ibm-plex-sans-kr"]),
  );
  for (const { text, font } of textRunsOf("Seoul 서울 دهۆک ێ ڵ Søren Ž €", "ltr", 400)) {
    for (const character of text.replaceAll(" ", "")) expect(font.has(character.codePointAt(0) ?? 0)).toBe(true);
  }
});

test("text follows its first letter's direction, numbers follow the page's", () => {
  expect([directionOf("123 شارع", "ltr"), directionOf("PUR-1", "rtl"), directionOf("12.50", "rtl")]).toEqual([
    "rtl",
    "ltr",
    "rtl",
  ]);
});

test("breaks lines between words, and words that are too long anywhere", () => {
  const width = (text: string) => text.length;
  expect(wrapTextLines("one two three", 8, width)).toEqual(["one two", "three"]);
  expect(wrapTextLines("abcdefghij kl", 4, width)).toEqual(["abcd", "efgh", "ij", "kl"]);
  expect(wrapTextLines("a\n\nb", 4, width)).toEqual(["a", "", "b"]);
});

test("finds line breaks with few measurements in long text", () => {
  const measured = (text: string) => {
    let letters = 0;
    const lines = wrapTextLines(text, 1_000, (part) => {
      letters += part.length;
      return part.length;
    });
    expect(lines.length).toBe(2);
    return letters;
  };
  expect(measured("a".repeat(2_000))).toBeLessThan(50_000);
  expect(measured("a ".repeat(1_000))).toBeLessThan(50_000);
});
