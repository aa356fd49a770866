import { isDocx } from "./docx";
import { type ImageSize, jpegSize, pngSize } from "./image-size";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** The types that may be uploaded anywhere, with the endings they go by. */
export const endings = {
  "image/jpeg": ["jpg", "jpeg"],
  "image/png": ["png"],
  "image/gif": ["gif"],
  "image/svg+xml": ["svg"],
  "application/pdf": ["pdf"],
  [docx]: ["docx"],
} as const;

export type FileType = keyof typeof endings;

const starts = (bytes: Buffer, ...signature: number[]): boolean => signature.every((byte, at) => bytes[at] === byte);

/**
 * What a file is, by its content: names and headers are whatever the sender says. Null for everything we don't take.
 * Few types are taken, so the signatures stand here rather than in a library that knows two hundred.
 */
export async function typeOf(bytes: Buffer): Promise<FileType | null> {
  if (starts(bytes, 0xff, 0xd8, 0xff)) return jpegSize(bytes) ? "image/jpeg" : null;
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47)) return pngSize(bytes) ? "image/png" : null;
  if (/^GIF8[79]a/.test(bytes.toString("latin1", 0, 6))) return "image/gif";
  if (bytes.toString("latin1", 0, 5) === "%PDF-") return "application/pdf";
  if (starts(bytes, 0x50, 0x4b, 0x03, 0x04)) return (await isDocx(bytes)) ? docx : null;
  return isSvg(bytes) ? "image/svg+xml" : null;
}

export interface FileFacts {
  type: FileType;
  /** Of pictures of dots. */
  size: ImageSize | null;
}

/** What a file is, and how large as a picture. Null for everything we don't take. */
export async function fileFacts(bytes: Buffer): Promise<FileFacts | null> {
  const type = await typeOf(bytes);
  return type && { type, size: imageSizeOf(bytes, type) };
}

/** How large a picture is once it is unpacked; null for what is no picture of dots. */
function imageSizeOf(bytes: Buffer, type: FileType): ImageSize | null {
  return type === "image/png" ? pngSize(bytes) : type === "image/jpeg" ? jpegSize(bytes) : null;
}

/** XML whose root element is `svg`, whatever declarations and comments stand before it. */
function isSvg(bytes: Buffer): boolean {
  const head = bytes.toString("utf8", 0, 64 * 1024).replace(/^\uFEFF/, "");
  let at = 0;
  for (;;) {
    at = skipSpace(head, at);
    const end = endOfPreamble(head, at);
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

/** Where a declaration, comment or doctype that begins here ends; null when none begins, -1 when it never ends. */
function endOfPreamble(text: string, at: number): number | null {
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

declare module "../platform/child-processes" {
  interface ChildTable {
    file(bytes: Uint8Array): Promise<FileFacts | null>;
  }
}
