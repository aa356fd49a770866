import { directionOf, linesOf, piecesOf } from "./paper-text";

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
  expect(texts("المجموع ١٬٤٢٠٫٠٠ دولار")).toEqual([" دولار", "١٬٤٢٠٫٠٠", "المجموع "]);
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
