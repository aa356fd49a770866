import { inflateRawSync } from "node:zlib";
import { createXlsx } from "./xlsx";

function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(zip.lastIndexOf("PK\u0005\u0006", undefined, "latin1") + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [size, name, extra, comment] = [20, 28, 30, 32].map((offset) =>
      offset === 20 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    ) as [number, number, number, number];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(start, start + size);
    const text = zip.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data);
    files.set(zip.toString("utf8", at + 46, at + 46 + name), text.toString("utf8"));
    at += 46 + name + extra + comment;
  }
  return files;
}

test("text is exported as text and numbers as numbers, never as formulas", async () => {
  const blob = await createXlsx([
    ["Task", "Hours"],
    ['=HYPERLINK("http://evil.test")', 2.25],
    ["Total", 2.25],
  ]);
  const files = unzip(Buffer.from(await blob.arrayBuffer()));
  const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
  const texts = files.get("xl/sharedStrings.xml") ?? "";
  expect(sheet).toContain("<v>2.25</v>");
  expect(sheet).not.toContain("<f>");
  expect(texts).toContain('<t>=HYPERLINK("http://evil.test")</t>');
});
