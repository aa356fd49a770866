import { brokenPng, jpeg, pdf, png, wordParts, wordTypes } from "../../support/sample-files";
import { zip, type ZipEntry } from "../../support/zip";

export interface HostileFile {
  what: string;
  name: string;
  bytes: Buffer;
}

const text = (value: string) => Buffer.from(value);
const utf16 = (value: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(value, "utf16le")]);
const hex = (value: string) => Buffer.from(value.replace(/\s/g, ""), "hex");
const page = "<!doctype html><html><body><script>alert(document.domain)</script></body></html>";
const drawing = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${inner}</svg>`;
const endings = ["png", "jpg", "jpeg", "pdf", "docx"] as const;

const underEachName = (description: string, bytes: Buffer): HostileFile[] =>
  endings.map((ending) => ({ what: `${description} as .${ending}`, name: `innocent.${ending}`, bytes }));

const wrongContent: HostileFile[] = [
  ...underEachName("a page", text(page)),
  ...underEachName("a page behind white space", text(`\n\t   ${page}`)),
  ...underEachName("a page in UTF-16", utf16(page)),
  ...underEachName("a drawing with a script", text(drawing("<script>alert(1)</script>"))),
  ...underEachName("a drawing that loads", text(drawing('<image href="http://169.254.169.254/latest/meta-data/"/>'))),
  ...underEachName("a drawing with an event", text(drawing('<rect onload="alert(1)"/>'))),
  ...underEachName(
    "a drawing with entities",
    text(`<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${drawing("&a;")}`),
  ),
  ...underEachName("a program for Windows", hex("4d5a90000300000004000000ffff0000")),
  ...underEachName("a program for Linux", hex("7f454c4602010100000000000000000000")),
  ...underEachName("a script", text("#!/bin/sh\nrm -rf /\n")),
  ...underEachName("PHP", text("<?php system($_GET['c']); ?>")),
  ...underEachName("a moving picture", text("GIF89a\x01\x00\x01\x00\x00\x00\x00;")),
  ...underEachName("a picture of another kind", hex("424d3a000000000000003600000028000000")),
  ...underEachName("a WebP", text("RIFF\x24\x00\x00\x00WEBPVP8 ")),
  ...underEachName("a HEIC", hex("000000186674797068656963000000006d696631")),
  ...underEachName("an old Word document", hex("d0cf11e0a1b11ae1000000000000000000000000")),
  ...underEachName("packed with gzip", hex("1f8b0800000000000003")),
  ...underEachName("packed with 7-Zip", hex("377abcaf271c0004")),
  ...underEachName("packed with RAR", hex("526172211a0700")),
  ...underEachName("RTF", text("{\\rtf1\\ansi hello}")),
  ...underEachName("PostScript", text("%!PS-Adobe-3.0\n(%pipe%id) (r) file")),
  ...underEachName("a paper behind a page", Buffer.concat([text(page), pdf()])),
  ...underEachName("a single byte", Buffer.from([0xff])),
  ...underEachName("zeros", Buffer.alloc(64)),
];

const jpegOf = (...segments: string[]) => hex(`ffd8${segments.join("")}`);
const frame = (width: number, height: number) => {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  return `ffc0000b08${size.toString("hex")}01011100`;
};

const pictures: HostileFile[] = [
  { what: "a bomb of pixels, PNG", name: "bomb.png", bytes: png(8, 8, { width: 60_000, height: 60_000 }) },
  { what: "a bomb of pixels, PNG, one line", name: "bomb.png", bytes: png(8, 8, { width: 0xffff_ffff, height: 1 }) },
  { what: "a bomb of pixels, just above the limit", name: "b.png", bytes: png(8, 8, { width: 50_000, height: 1_001 }) },
  { what: "a bomb of pixels, JPEG", name: "bomb.jpg", bytes: jpegOf(frame(65_000, 65_000)) },
  { what: "a PNG without an area", name: "none.png", bytes: png(0, 1) },
  { what: "a JPEG without an area", name: "none.jpg", bytes: jpegOf(frame(0, 10)) },
  { what: "the signature of a PNG alone", name: "a.png", bytes: hex("89504e470d0a1a0a") },
  {
    what: "the signature of a PNG and a page",
    name: "a.png",
    bytes: Buffer.concat([hex("89504e470d0a1a0a"), text(page)]),
  },
  { what: "the signature of a JPEG alone", name: "a.jpg", bytes: hex("ffd8ff") },
  { what: "the signature of a JPEG and a page", name: "a.jpg", bytes: Buffer.concat([hex("ffd8ffe0"), text(page)]) },
  { what: "a JPEG whose segments run out", name: "a.jpg", bytes: jpegOf("ffe0ffff") },
  { what: "a JPEG of padding", name: "a.jpg", bytes: Buffer.concat([hex("ffd8"), Buffer.alloc(2_000_000, 0xff)]) },
  { what: "a JPEG with segments of no length", name: "a.jpg", bytes: jpegOf("ffe00000".repeat(5_000)) },
];

const wordFileWith = (...entries: ZipEntry[]) => zip([...wordParts, ...entries]);
const mega = 1024 * 1024;
const zeros = Buffer.alloc(8 * mega);
const typesFor = (main: string) => wordTypes.replace(/ContentType="[^"]*"/, `ContentType="${main}"`);
const withTypes = (content: string) => zip([{ name: "[Content_Types].xml", content }, ...wordParts.slice(1)]);

const documents: HostileFile[] = (
  [
    ["a zip of nothing", zip([])],
    ["a zip of texts", zip([{ name: "a.txt", content: "hello" }])],
    ["the names of a document and no list of types", zip([{ name: "word/document.xml", content: "x" }])],
    [
      "a spreadsheet",
      withTypes(typesFor("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml")),
    ],
    [
      "a document with macros by its type",
      withTypes(typesFor("application/vnd.ms-word.document.macroEnabled.main+xml")),
    ],
    ["a document with macros by its parts", wordFileWith({ name: "word/vbaProject.bin", content: "macro" })],
    [
      "a template",
      withTypes(typesFor("application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml")),
    ],
    ["a bomb: one entry of zeros", wordFileWith({ name: "word/media/a.bmp", content: zeros })],
    ["a bomb by what it claims", wordFileWith({ name: "word/a.xml", content: "x", claims: { unpacked: 0xffff_fff0 } })],
    [
      "a bomb: many entries",
      wordFileWith(
        ...Array.from({ length: 30 }, (_, n) => ({
          name: `word/${n}.xml`,
          content: "x",
          claims: { unpacked: 8 * mega },
        })),
      ),
    ],
    ["a bomb: too many entries", wordFileWith(...Array.from({ length: 2_500 }, (_, n) => ({ name: `word/${n}.xml` })))],
    [
      "a bomb: entries that share their bytes",
      wordFileWith({ name: "word/a.xml", content: "x", claims: { offset: 0 } }),
    ],
    ["a list of types that unpacks for ever", withTypes(`${wordTypes}${" ".repeat(4 * mega)}`)],
    [
      "a list of types that doesn't unpack",
      zip([{ name: "[Content_Types].xml", packed: text("garbage") }, ...wordParts.slice(1)]),
    ],
    ["an entry that leads out of the folder", wordFileWith({ name: "../../etc/cron.d/x", content: "x" })],
    ["an entry that leads out within a path", wordFileWith({ name: "word/../../x", content: "x" })],
    ["an entry from the root", wordFileWith({ name: "/etc/passwd", content: "x" })],
    ["an entry with a drive", wordFileWith({ name: "C:evil.dll", content: "x" })],
    ["an entry with backslashes", wordFileWith({ name: "word\\..\\..\\x", content: "x" })],
    ["an entry with a control character", wordFileWith({ name: "word/a\u0000.xml", content: "x" })],
    ["two entries of one name", wordFileWith({ name: "word/document.xml", content: "other" })],
    ["two entries of one name but for its case", wordFileWith({ name: "WORD/Document.xml", content: "other" })],
    ["an encrypted entry", wordFileWith({ name: "word/a.xml", content: "x", flags: 1 })],
    ["an entry packed in a way nobody knows", wordFileWith({ name: "word/a.xml", content: "x", method: 99 })],
    [
      "an entry longer than the file",
      wordFileWith({ name: "word/a.xml", content: "x", claims: { packed: 0x7fff_ffff } }),
    ],
    ["an entry beyond the end", wordFileWith({ name: "word/a.xml", content: "x", claims: { offset: 0x7fff_ffff } })],
    ["more entries than there are", zip(wordParts, { count: 900 })],
    ["on several disks", zip(wordParts, { disk: 3 })],
    ["with a page before it", zip(wordParts, { prefix: text(page) })],
    ["with a page behind it", Buffer.concat([zip(wordParts), text(page)])],
    ["cut off", zip(wordParts).subarray(0, 200)],
    ["without its beginning", zip(wordParts).subarray(40)],
  ] as const
).map(([what, bytes]) => ({ what, name: "letter.docx", bytes }));

/** Files that are rejected completely: no byte is stored. */
export const rejectedFiles: readonly HostileFile[] = [...wrongContent, ...pictures, ...documents];

export interface HarmlessFile extends HostileFile {
  type: string;
  kept: string;
}

const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** Valid files with embedded content, or with names harmful on other systems. They are stored as their actual type. */
export async function harmlessFiles(): Promise<HarmlessFile[]> {
  const photo = await jpeg();
  const image = (description: string, bytes: Buffer, name = "a.png", storedName = name): HarmlessFile => ({
    what: description,
    bytes,
    name,
    kept: storedName,
    type: "image/png",
  });
  return [
    image("a picture that goes on as a page", Buffer.concat([png(), text(page)])),
    image("a picture that goes on as a zip", Buffer.concat([png(), zip(wordParts)])),
    image("a picture whose dots are a page", brokenPng(page)),
    {
      what: "a photo that goes on as a page",
      name: "a.jpg",
      kept: "a.jpg",
      bytes: Buffer.concat([photo, text(page)]),
      type: "image/jpeg",
    },
    {
      what: "a paper with a script",
      name: "a.pdf",
      kept: "a.pdf",
      bytes: pdf("/OpenAction << /S /JavaScript /JS (app.alert(1)) >>"),
      type: "application/pdf",
    },
    {
      what: "a paper that goes on as a page",
      name: "a.pdf",
      kept: "a.pdf",
      bytes: Buffer.concat([pdf(), text(page)]),
      type: "application/pdf",
    },
    image("a picture that is called a page", png(), "x.html", "x.png"),
    image("a picture that is called a program", png(), "setup.exe", "setup.png"),
    image("two endings", png(), "photo.png.exe", "photo.png.png"),
    image("a path", png(), "../../../../etc/passwd", "passwd.png"),
    image("a path of Windows", png(), "..\\..\\windows\\system32\\a.png", "a.png"),
    image("an absolute path", png(), "/root/.ssh/authorized_keys.png", "authorized_keys.png"),
    image("nothing but dots", png(), "../..", "file.png"),
    image("a name that turns its direction", png(), "cod\u202egnp.exe", "codgnp.png"),
    image("a stream of Windows", png(), "a.png:evil.exe", "a.png:evil.png"),
    image("a wildcard", png(), "a*?.png", "a*?.png"),
    image("a tag", png(), "<img src=x onerror=alert(1)>.png", "<img src=x onerror=alert(1)>.png"),
    image("a very long name", png(), `${"n".repeat(4_000)}.png`, `${"n".repeat(120)}.png`),
    image("a long name of signs of two halves", png(), `${"😀".repeat(200)}.png`, `${"😀".repeat(120)}.png`),
    image("a name of spaces", png(), "   .png", "file.png"),
    {
      what: "a letter with a long comment",
      name: "a.docx",
      kept: "a.docx",
      bytes: zip(wordParts, { comment: Buffer.alloc(60_000, 0x20) }),
      type: word,
    },
    {
      what: "a letter that isn't packed",
      name: "a.docx",
      kept: "a.docx",
      bytes: zip(wordParts.map((part) => ({ ...part, method: 0 }))),
      type: word,
    },
  ];
}
