import { decompressEntry, openArchive } from "./archive";

interface ImageSize {
  width: number;
  height: number;
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Reads the header without decoding. Null for an invalid PNG header. */
function pngSize(bytes: Buffer): ImageSize | null {
  if (bytes.length < 33 || pngSignature.some((byte, at) => bytes[at] !== byte)) return null;
  if (bytes.readUInt32BE(8) !== 13 || bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  return sizeOrNull(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

/** Start-of-frame markers, which contain the size; C4, C8 and CC are other segments. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Walks the segments of a JPEG up to the frame. Null when there is none. */
function jpegSize(bytes: Buffer): ImageSize | null {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff)
      at += 1; // padding
    else if (standsAlone(marker)) at += 2;
    else if (isFrame(marker))
      return at + 9 <= bytes.length ? sizeOrNull(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)) : null;
    else if (marker === 0xda || marker === 0xd9)
      return null; // image data or end of file without a frame
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}

const sizeOrNull = (width: number, height: number): ImageSize | null =>
  width > 0 && height > 0 ? { width, height } : null;

/** Limits far above real Word documents of up to 5 MB: number of entries, and unpacked bytes. */
const limits = { entries: 2_000, unpacked: 200 * 1024 * 1024 };
const maxTypes = 512 * 1024;

const typesPart = "[Content_Types].xml";
const mainPart = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/**
 * Whether this is a Word document: an OOXML package whose main part is a document without macros. Reads only the entry list and the content
 * types, up to a limit, so that zip bombs are neither unpacked nor passed on to users.
 */
async function isDocx(bytes: Buffer): Promise<boolean> {
  try {
    const { zip, entries } = await openArchive(bytes, limits);
    if (entries.some(({ fileName }) => /vbaProject\.bin$/i.test(fileName))) return false;
    const types = entries.find(({ fileName }) => fileName === typesPart);
    const text = types && (await decompressEntry(zip, types, maxTypes)).toString("utf8");
    return text?.includes(mainPart) === true && entries.some(({ fileName }) => fileName.startsWith("word/"));
  } catch {
    return false; // truncated, or with a wrong size in its header
  }
}

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

export const extensionsByType = {
  "image/jpeg": ["jpg", "jpeg"],
  "image/png": ["png"],
  "image/gif": ["gif"],
  "image/svg+xml": ["svg"],
  "application/pdf": ["pdf"],
  [docx]: ["docx"],
} as const;

export type FileType = keyof typeof extensionsByType;

const starts = (bytes: Buffer, ...signature: number[]): boolean => signature.every((byte, at) => bytes[at] === byte);

/**
 * Detects the type from the content, because names and headers can't be trusted. Null for unsupported types. Only few types are supported,
 * so their signatures are checked here instead of with a library.
 */
export async function detectFileType(bytes: Buffer): Promise<FileType | null> {
  if (starts(bytes, 0xff, 0xd8, 0xff)) return jpegSize(bytes) ? "image/jpeg" : null;
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47)) return pngSize(bytes) ? "image/png" : null;
  if (/^GIF8[79]a/.test(bytes.toString("latin1", 0, 6))) return "image/gif";
  if (bytes.toString("latin1", 0, 5) === "%PDF-") return "application/pdf";
  if (starts(bytes, 0x50, 0x4b, 0x03, 0x04)) return (await isDocx(bytes)) ? docx : null;
  return isSvg(bytes) ? "image/svg+xml" : null;
}

export interface DetectedFile {
  type: FileType;
  size: ImageSize | null;
}

export async function detectFile(bytes: Buffer): Promise<DetectedFile | null> {
  const type = await detectFileType(bytes);
  return type && { type, size: imageSizeOf(bytes, type) };
}

function imageSizeOf(bytes: Buffer, type: FileType): ImageSize | null {
  return type === "image/png" ? pngSize(bytes) : type === "image/jpeg" ? jpegSize(bytes) : null;
}

/** Whether the bytes are XML whose root element is `svg`, after any declarations and comments. */
function isSvg(bytes: Buffer): boolean {
  const head = bytes.toString("utf8", 0, 64 * 1024).replace(/^\uFEFF/, "");
  let at = 0;
  for (;;) {
    at = skipSpace(head, at);
    const end = preambleEnd(head, at);
    if (end === null) break;
    if (end < 0) return false;
    at = end;
  }
  return /^<(?:[A-Za-z_][\w.-]*:)?svg[\s/>]/.test(head.slice(at, at + 200));
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}

/** End of the declaration, comment or doctype that starts at `at`; null if none starts there, -1 if it is unterminated. */
function preambleEnd(text: string, at: number): number | null {
  for (const [opening, closing] of [
    ["<?", "?>"],
    ["<!--", "-->"],
    ["<!DOCTYPE", ">"],
  ] as const) {
    if (!text.startsWith(opening, at)) continue;
    const end = text.indexOf(closing, at + opening.length);
    return end < 0 ? -1 : end + closing.length;
  }
  return null;
}

declare module "../child-processes" {
  interface ChildTable {
    file(bytes: Uint8Array): Promise<DetectedFile | null>;
  }
}
