import type Sharp from "sharp";
import { mostPixels } from "../../shared/attachments/attachments.rules";

/** Wide enough for a card on a screen of fine dots; a long screenshot keeps its shape. */
const box = { width: 640, height: 1_280 };
const patienceSeconds = 15;

let loaded: Promise<typeof Sharp> | null = null;

/** The library is large and needed by few: it is loaded at the first picture. One thread: a board matters more. */
function library(): Promise<typeof Sharp> {
  loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loaded;
}

/**
 * A small WebP of a picture, upright, without what cameras write into theirs. In a child process only (`preview`
 * there): a drawing can make the library fall, and whoever runs it with it.
 * @throws when it can't be read, is larger than its header said, or takes too long.
 */
export async function renderPreview(bytes: Uint8Array): Promise<Uint8Array> {
  const sharp = await library();
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: "error", sequentialRead: true })
    .autoOrient()
    .resize({ ...box, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: patienceSeconds })
    .toBuffer();
}

declare module "../platform/child-processes" {
  interface ChildTable {
    preview(bytes: Uint8Array): Promise<Uint8Array>;
  }
}
