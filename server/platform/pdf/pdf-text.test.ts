import { readFileSync } from "node:fs";
import { directionOf, linesOf, piecesOf } from "./pdf-text";

const { create: openSync } = jest.requireActual<{
  create(bytes: Buffer): { layout(text: string, features: string[]): { glyphs: { codePoints: number[] }[] } };
}>("fontkit");

const texts = (line: string, direction: "ltr" | "rtl" = "rtl") =>
  piecesOf(line, direction, 400).map(({ text }) => text);

test("Latin stands as it is, in one piece", () => {
  expect(texts("Scanners for Depot South", "ltr")).toEqual(["Scanners for Depot South"]);
});

test("an Arabic sentence is one piece, left to the shaper to join and to turn around", () => {
  const [piece, ...rest] = piecesOf("طلب شراء جديد", "rtl", 400);
  expect(rest).toEqual([]);
  expect(piece).toMatchObject({ text: "طلب شراء جديد", rtl: true });
  expect(piece?.font.name).toContain("arabic");
});

test("what is read first stands at the right: pieces come from left to right", () => {
  expect(texts("طلب PUR-2026-0001 جديد")).toEqual(["جديد", " ", "PUR-2026-0001", "طلب "]);
  // In a sentence of Latin letters the Arabic name stands where it is named.
  expect(texts("For دار المسح, Erbil", "ltr")).toEqual(["For ", "دار المسح", ", Erbil"]);
});

test("Arabic digits keep their order within Arabic words", () => {
  expect(glyphs("المجموع ١٬٤٢٠٫٠٠")).toMatch(/^١٬٤٢٠٫٠٠ /);
});

/** What stands on the page from left to right: the shaper's own glyphs, by the characters they draw. */
function glyphs(line: string, direction: "ltr" | "rtl" = "rtl"): string {
  return piecesOf(line, direction, 400)
    .flatMap(({ text, font }) => {
      const file = openSync(readFileSync(font.file()));
      return file.layout(text, []).glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints));
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
])("as glyphs %s stands %s on an Arabic page", (line, expected) =>
  expect([...glyphs(line)].sort()).toEqual([...expected].sort()),
);

test.each([
  ["٤٬٢٨٠٫٠٠ EUR", "٤٬٢٨٠٫٠٠"],
  ["١٩ نوفمبر ٢٠٢٦", "٢٠٢٦"],
  ["١٩ نوفمبر ٢٠٢٦", "١٩"],
  ["السعر ١٫٠٨٣٤", "١٫٠٨٣٤"],
  ["۱۲۳۴", "۱۲۳۴"],
])("in %s the number %s is read from left to right", (line, number) => {
  expect(glyphs(line, "rtl")).toContain(number);
  expect(glyphs(line, "ltr")).toContain(number);
});

test("brackets are turned with their direction: from the left, the closing one comes first and opens", () => {
  expect(texts("المدير (أول)").join("")).toBe("(أول)المدير ");
});

test("each character has a font that has it: Latin, Arabic, Korean, letters with signs", () => {
  const fonts = piecesOf("Seoul 서울 دهۆک Søren Ž", "ltr", 600).map(({ font }) => font);
  expect(new Set(fonts.map(({ name }) => name.split(" ")[0]))).toEqual(
    new Set(["ibm-plex-sans-arabic", "ibm-plex-sans-kr"]),
  );
  for (const { text, font } of piecesOf("Seoul 서울 دهۆک ێ ڵ Søren Ž €", "ltr", 400)) {
    for (const character of text.replaceAll(" ", "")) expect(font.has(character.codePointAt(0) ?? 0)).toBe(true);
    expect(font.file()).toMatch(/\.woff$/);
  }
});

test("a text has the direction of its first letter, numbers that of the page", () => {
  expect([directionOf("123 شارع", "ltr"), directionOf("PUR-1", "rtl"), directionOf("12.50", "rtl")]).toEqual([
    "rtl",
    "ltr",
    "rtl",
  ]);
});

test("lines are broken between words, and a word that is too long anywhere", () => {
  const width = (text: string) => text.length;
  expect(linesOf("one two three", 8, width)).toEqual(["one two", "three"]);
  expect(linesOf("abcdefghij kl", 4, width)).toEqual(["abcd", "efgh", "ij", "kl"]);
  expect(linesOf("a\n\nb", 4, width)).toEqual(["a", "", "b"]);
});

test("where a line ends takes a few measurings, however many letters or words it has: measuring is shaping", () => {
  const measured = (text: string) => {
    let letters = 0;
    const lines = linesOf(text, 1_000, (part) => {
      letters += part.length;
      return part.length;
    });
    expect(lines.length).toBe(2);
    return letters;
  };
  expect(measured("a".repeat(2_000))).toBeLessThan(50_000);
  expect(measured("a ".repeat(1_000))).toBeLessThan(50_000);
});
