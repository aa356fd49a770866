import type Sharp from "sharp";
import { maxImagePixels } from "../../../shared/kernel/uploads";
import type { ChildProcesses } from "../child-processes";

/** Maximum size in pixels for mails and documents, twice the displayed size. */
const markHeight = 96;
const markWidth = 288;

let loaded: Promise<typeof Sharp> | null = null;

/**
 * Renders a logo or signature as a small PNG. The library is loaded for the first image, since it is large and rarely needed. User uploads must be
 * rendered by `renderSmallImageInChild`, because a malicious image can crash the library and its process.
 */
export async function renderSmallImage(bytes: Uint8Array): Promise<Buffer> {
  loaded ??= import("sharp").then(({ default: sharp }) => sharp);
  const sharp = await loaded;
  return sharp(bytes, { limitInputPixels: maxImagePixels, failOn: "error" })
    .autoOrient()
    .resize({ width: markWidth, height: markHeight, fit: "inside" })
    .png({ palette: true })
    .timeout({ seconds: 5 })
    .toBuffer();
}

const timeoutMs = 5_000;

/** @throws ChildFailure for an image that can't be rendered. */
export const renderSmallImageInChild = async (
  childProcesses: ChildProcesses,
  bytes: Uint8Array,
  caller: string,
): Promise<Buffer> => Buffer.from(await childProcesses.run("mark", bytes, caller, timeoutMs));

declare module "../child-processes" {
  interface ChildTable {
    mark(bytes: Uint8Array): Promise<Uint8Array>;
  }
}
