export interface ImageSize {
  width: number;
  height: number;
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Read from the header; nothing is unpacked. Null when the header isn't that of a PNG. */
export function pngSize(bytes: Buffer): ImageSize | null {
  if (bytes.length < 33 || pngSignature.some((byte, at) => bytes[at] !== byte)) return null;
  if (bytes.readUInt32BE(8) !== 13 || bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  return sizeOrNull(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

/** Frames with a size: baseline, progressive and the rest, without tables (C4, C8, CC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** The segments of a JPEG are walked up to the frame. Null when they lead nowhere. */
export function jpegSize(bytes: Buffer): ImageSize | null {
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
      return null; // the picture begins, or is over, without a frame
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}

const sizeOrNull = (width: number, height: number): ImageSize | null =>
  width > 0 && height > 0 ? { width, height } : null;
