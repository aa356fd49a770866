import { inflateSync } from "node:zlib";
import { PdfDocument } from "./pdf";

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
