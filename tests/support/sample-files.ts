import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { zip, type ZipEntry } from "./zip";

// Files for tests are generated, so the repository has no binaries.

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body) >>> 0, 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const header = (width: number, height: number) => {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes.set([8, 0], 8); // 8-bit grayscale
  return bytes;
};

const pngStart = Buffer.from("89504e470d0a1a0a", "hex");

/** A gray rectangle. `says` overrides the width and height in the header. */
export function png(width = 8, height = 6, says: { width?: number; height?: number } = {}): Buffer {
  const rows = Buffer.alloc(height * (width + 1), 0x80);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  return Buffer.concat([
    pngStart,
    chunk("IHDR", header(says.width ?? width, says.height ?? height)),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** An image with a valid header and invalid content. */
export const brokenPng = (content: Buffer | string): Buffer =>
  Buffer.concat([pngStart, chunk("IHDR", header(40, 30)), Buffer.from(content)]);

export const jpeg = (width = 8, height = 6): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();

export const pdf = (text = "Hello"): Buffer =>
  Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`);

export const wordTypes = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
export const wordParts: ZipEntry[] = [
  { name: "[Content_Types].xml", content: wordTypes },
  { name: "_rels/.rels", content: "<Relationships/>" },
  { name: "word/document.xml", content: "<w:document>Hello</w:document>" },
];

export const docx = (...more: ZipEntry[]): Buffer => zip([...wordParts, ...more]);

export const relations = (...targets: [type: string, target: string][]) =>
  `<Relationships>${targets
    .map(
      ([type, target], at) =>
        `<Relationship Id="rId${at + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

export const workbook = (rows: string, ...more: ZipEntry[]): Buffer => {
  const usual: ZipEntry[] = [
    { name: "_rels/.rels", content: relations(["officeDocument", "xl/workbook.xml"]) },
    {
      name: "xl/workbook.xml",
      content: `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr/><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: relations(["worksheet", "worksheets/sheet1.xml"], ["styles", "styles.xml"]),
    },
    { name: "xl/styles.xml", content: `<styleSheet><cellXfs count="1"><xf numFmtId="0"/></cellXfs></styleSheet>` },
    { name: "xl/worksheets/sheet1.xml", content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` },
  ];
  return zip([...usual.filter(({ name }) => !more.some((entry) => entry.name === name)), ...more]);
};
