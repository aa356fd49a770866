import type Sharp from "sharp";
import { maxImagePixels } from "../../../shared/kernel/uploads";

/** Wide enough for a card on a high-density display; tall enough that a long screenshot keeps its aspect ratio. */
const box = { width: 640, height: 1_280 };
const timeoutSeconds = 15;

let loaded: Promise<typeof Sharp> | null = null;

/**
 * Loads the library when the first image is rendered, because it is large and rarely needed. Limits it to one thread to leave the CPU to
 * requests.
 */
function library(): Promise<typeof Sharp> {
  loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loaded;
}

/**
 * Renders a WebP preview, rotated upright and without camera metadata. Must run in a child process (`preview`): a malformed image can crash
 * the library and its process.
 * @throws when the image can't be read, exceeds the size in its header, or takes too long.
 */
export async function renderPreview(bytes: Uint8Array): Promise<Uint8Array> {
  const sharp = await library();
  return sharp(bytes, { limitInputPixels: maxImagePixels, failOn: "error", sequentialRead: true })
    .autoOrient()
    .resize({ ...box, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer();
}

declare module "../../platform/child-processes" {
  interface ChildTable {
    preview(bytes: Uint8Array): Promise<Uint8Array>;
  }
}
