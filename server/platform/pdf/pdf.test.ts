import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import PDFDocument from "pdfkit";
import { PdfDocument } from "./pdf";
import { pdfFonts } from "./pdf-fonts";

interface Shaper {
  layout(text: string): { advanceWidth: number; glyphs: { id: number }[] };
}
const { create: openSync } = jest.requireActual<{ create(bytes: Buffer): Shaper }>("fontkit");

afterEach(() => jest.restoreAllMocks());

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** How far from the left edge its pictures are drawn, 28 high and wide. */
function lefts(pdf: Buffer): number[] {
  const streams = [...pdf.toString("latin1").matchAll(/\/FlateDecode[^]*?stream\n([^]*?)\nendstream/g)];
  const pages = streams.map(([, bytes = ""]) => inflateSync(Buffer.from(bytes, "latin1")).toString("latin1"));
  return pages.flatMap((page) =>
    [...page.matchAll(/28 0 0 -28 ([\d.]+) [\d.]+ cm\n\/I\d+ Do/g)].map(([, x]) => Number(x)),
  );
}

test.each([
  ["en", 48],
  ["ar", 595.28 - 48 - 28],
] as const)("a picture stands at the side where one begins to read: %s", async (language, left) => {
  const pdf = new PdfDocument(language, "Report");
  pdf.picture(pixel, 28);
  expect(lefts(await pdf.finish(() => "1"))).toEqual([expect.closeTo(left)]);
});

test("fonts are unpacked, and shape as the packed ones do: of those the shaper unpacks a table for every glyph", () => {
  for (const font of [...pdfFonts(400), ...pdfFonts(600)]) {
    const bytes = font.bytes();
    expect(bytes.readUInt32BE(0)).toBe(0x00010000);
    expect(font.bytes()).toBe(bytes);
    const [from] = font.ranges.at(-1) ?? [0];
    const text = String.fromCodePoint(from, from, 0x20);
    const [unpacked, packed] = [openSync(bytes), openSync(readFileSync(font.file()))].map((one) => {
      const { advanceWidth, glyphs } = one.layout(text);
      return [advanceWidth, glyphs.map(({ id }) => id)];
    });
    expect(unpacked).toEqual(packed);
  }
});

test("letters that stand by themselves in their file are shaped once, not whenever a line is measured", async () => {
  const { _font: embedded } = new PDFDocument().font(pdfFonts(400)[0]?.bytes() as Buffer) as unknown as {
    _font: { layoutRun(text: string): unknown };
  };
  const layout = jest.spyOn(Object.getPrototypeOf(embedded) as typeof embedded, "layoutRun");
  const pdf = new PdfDocument("en", "Request");
  pdf.row([{ text: "\uac00\u0627".repeat(200), part: [0, 0.5] }]);
  await pdf.finish(() => "1");
  expect(layout.mock.calls.length).toBeGreaterThan(0);
  expect(layout.mock.calls.length).toBeLessThan(20);
});

test("what a document draws has an end: then of each text its beginning, and amounts as they are", async () => {
  const text = jest.spyOn(PDFDocument.prototype, "text");
  const pdf = new PdfDocument("en", "Request");
  const amount = "1,420.00";
  const rows = 200;
  for (let n = 0; n < rows; n++) {
    pdf.row([
      { text: "w".repeat(495), part: [0, 0.5] },
      { text: amount, part: [0.5, 1] },
    ]);
  }
  await pdf.finish(() => "1");
  const drawn = text.mock.calls.map(([said]) => said);
  expect(drawn.join("").length).toBeLessThan(15_000 + rows * 70);
  expect(drawn.filter((said) => said === amount)).toHaveLength(rows);

  const details = drawn.join("").split(amount);
  expect(details[0]).toBe("w".repeat(495));
  expect(details[rows - 1]).toBe(`${"w".repeat(60)}…`);
});
