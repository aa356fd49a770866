import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { create as openFont } from "fontkit";
import PDFDocument from "pdfkit";
import { PdfDocument } from "./pdf";
import { pdfFonts } from "./pdf-fonts";

interface Shaper {
  characterSet: number[];
  layout(text: string): { advanceWidth: number; glyphs: { id: number }[] };
}
const openSync = openFont as unknown as (bytes: Buffer) => Shaper;

afterEach(() => jest.restoreAllMocks());

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

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
] as const)("an image is aligned with the start side: %s", async (language, left) => {
  const pdf = new PdfDocument(language, "Report");
  pdf.picture(pixel, 28);
  expect(lefts(await pdf.finish(() => "1"))).toEqual([expect.closeTo(left)]);
});

test("unpacked WOFF files are shaped like packed ones", () => {
  const files = pdfFonts(400).filter(({ file }) => file.endsWith(".woff"));
  for (const font of files.filter((_, at) => at % 10 === 0)) {
    const bytes = font.bytes();
    expect(bytes.readUInt32BE(0)).toBe(0x00010000);
    expect(font.bytes()).toBe(bytes);
    const text = String.fromCodePoint(...openSync(bytes).characterSet.slice(-3));
    const [unpacked, packed] = [bytes, readFileSync(font.file)].map((one) => {
      const { advanceWidth, glyphs } = openSync(one).layout(text);
      return [advanceWidth, glyphs.map(({ id }) => id)];
    });
    expect(unpacked).toEqual(packed);
  }
});

test("isolated letters are shaped once, not at each measurement", async () => {
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

test("truncates texts above the limit, but never amounts", async () => {
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
  const drawn = text.mock.calls.map(([drawnText]) => drawnText);
  expect(drawn.join("").length).toBeLessThan(15_000 + rows * 70);
  expect(drawn.filter((drawnText) => drawnText === amount)).toHaveLength(rows);

  const details = drawn.join("").split(amount);
  expect(details[0]).toBe("w".repeat(495));
  expect(details[rows - 1]).toBe(`${"w".repeat(60)}…`);
});

test("each paragraph of a user's text has the order of its own language", async () => {
  const text = jest.spyOn(PDFDocument.prototype, "text");
  const pdf = new PdfDocument("ar", "Report");
  pdf.paragraph("Please read this.\n3 kg", { ownDirection: true });
  await pdf.finish(() => "1");
  expect(text.mock.calls[0]?.[0]).toBe("Please read this.");
});

test.each(["en", "ar"] as const)("each paragraph of a user's text starts at its own side: %s", async (language) => {
  const text = jest.spyOn(PDFDocument.prototype, "text");
  const pdf = new PdfDocument(language, "Report");
  const part = [0.25, 1] as const;
  pdf.paragraph("Please\nشكرا", { ownDirection: true }, part);
  await pdf.finish(() => "");
  const [please, thanks] = text.mock.calls.map(([, x]) => x as unknown as number);
  const left = 48 + (language === "ar" ? 0 : 0.25 * pdf.width);
  expect(please).toBeCloseTo(left);
  expect(thanks).toBeGreaterThan(left + 0.6 * pdf.width);
});
