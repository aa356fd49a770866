import type Sharp from "sharp";
import { mostPixels } from "../../shared/attachments/attachments.rules";
import type { ChildProcesses } from "../platform/child-processes";

/** What mails and documents show: twice as large as it stands there. */
const markHeight = 96;
const markWidth = 288;

let loaded: Promise<typeof Sharp> | null = null;

/**
 * The library is large and needed by few: it is loaded at the first logo. What people send goes through `markInProcess`: a
 * drawing can make the library fall, and whoever runs it with it.
 */
export async function markOf(bytes: Uint8Array): Promise<Buffer> {
  loaded ??= import("sharp").then(({ default: sharp }) => sharp);
  const sharp = await loaded;
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" })
    .autoOrient()
    .resize({ width: markWidth, height: markHeight, fit: "inside" })
    .png({ palette: true })
    .timeout({ seconds: 5 })
    .toBuffer();
}

const patienceMs = 5_000;

/** @throws ChildFailure for what can't be drawn. */
export const markInProcess = async (
  childProcesses: ChildProcesses,
  bytes: Uint8Array,
  caller: string,
): Promise<Buffer> => Buffer.from(await childProcesses.run("mark", bytes, caller, patienceMs));

declare module "../platform/child-processes" {
  interface ChildTable {
    mark(bytes: Uint8Array): Promise<Uint8Array>;
  }
}
