import type Sharp from "sharp";
import { maxImagePixels } from "../../../shared/kernel/uploads";
import type { Problem } from "../../../shared/kernel/problems";
import { callerKeyOf, type ChildProcesses, runOrRefuse } from "../child-processes";
import type { Actor } from "../session";
import type { FileType } from "./file-types";

/** Beginnings of EXIF, XMP, IPTC and comments in JPEG, PNG and GIF files. */
const markers = [
  "Exif\0\0",
  "eXIf",
  "ns.adobe.com/",
  "adobe:ns:meta/",
  "Photoshop 3.0\0",
  "tEXt",
  "zTXt",
  "iTXt",
  "XMP DataXMP",
];
const imageTypes: readonly FileType[] = ["image/jpeg", "image/png", "image/gif"];
const timeoutMs = 15_000;

/**
 * Removes the metadata of an image, such as the place and the device, in a child process. Images without metadata keep their bytes.
 * @throws `refuse()` for an image with metadata that can't be decoded.
 */
export async function removeImageMetadata(
  childProcesses: ChildProcesses,
  actor: Pick<Actor, "id" | "tenantId">,
  { type, bytes }: { type: FileType; bytes: Buffer },
  refuse: () => Problem,
): Promise<Buffer> {
  if (!imageTypes.includes(type) || !markers.some((marker) => bytes.includes(marker, 0, "latin1"))) return bytes;
  return Buffer.from(await runOrRefuse(childProcesses.run("upright", bytes, callerKeyOf(actor), timeoutMs), refuse));
}

let loaded: Promise<typeof Sharp> | null = null;

/** Encodes an image again, upright and only with its color profile. Must run in a child process, as `renderPreview`. */
export async function renderUpright(bytes: Uint8Array): Promise<Uint8Array> {
  // With one thread and no cache, the largest photo takes 500 MB when it is turned; the process may use 640 MB.
  loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  const sharp = await loaded;
  const isGif = bytes[0] === 0x47;
  return sharp(bytes, { limitInputPixels: maxImagePixels, failOn: "error", sequentialRead: true, animated: isGif })
    .autoOrient()
    .keepIccProfile()
    .jpeg({ quality: 90, force: false })
    .png({ force: false })
    .timeout({ seconds: timeoutMs / 1_000 })
    .toBuffer();
}

declare module "../child-processes" {
  interface ChildTable {
    upright(bytes: Uint8Array): Promise<Uint8Array>;
  }
}
