import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

/** Flags for a browser in a container: no sandbox, no 64 MB shared memory, no background requests. */
export const chromiumArgs = [
  "--headless=new",
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-sync",
  "--metrics-recording-only",
  "--no-first-run",
  "--no-pings",
  "--force-color-profile=srgb",
  "--font-render-hinting=none",
];

/**
 * Path of the Chromium binary from an npm package, unpacked on first use. The package unpacks into the temporary folder and treats existing
 * files as complete. It therefore unpacks into a draft folder, which is renamed when it is complete.
 * @returns {Promise<string>}
 */
export async function chromiumPath() {
  const require = createRequire(import.meta.url);
  const { version } = require(path.join(path.dirname(require.resolve("@sparticuz/chromium")), "../../package.json"));
  const { uid } = os.userInfo();
  const folder = path.join(os.tmpdir(), `portal-chromium-${version}-${uid}`);
  const program = path.join(folder, "chromium");
  // The owner is checked because another user could have created this folder with any program in it.
  if (existsSync(program) && statSync(folder).uid === Math.max(uid, 0)) return program;

  const draft = mkdtempSync(path.join(os.tmpdir(), "portal-chromium-"));
  const usual = process.env.TMPDIR;
  process.env.TMPDIR = draft;
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    await chromium.executablePath();
  } finally {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.dirname(folder), { recursive: true });
  renameSync(draft, folder);
  return program;
}
