import type Sharp from "sharp";
import { mostPixels } from "../../shared/attachments/attachments.rules";

/** What mails and documents show: twice as large as it stands there. */
const markHeight = 96;
const markWidth = 288;

let loaded: Promise<typeof Sharp> | null = null;

/** The library is large and needed by few: it is loaded at the first logo. It works in threads of its own. */
export async function markOf(bytes: Buffer): Promise<Buffer> {
  loaded ??= import("sharp").then(({ default: sharp }) => sharp);
  const sharp = await loaded;
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" })
    .autoOrient()
    .resize({ width: markWidth, height: markHeight, fit: "inside" })
    .png({ palette: true })
    .timeout({ seconds: 5 })
    .toBuffer();
}
