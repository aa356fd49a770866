import { rmSync } from "node:fs";

/** The folder made in playwright.config.mts; the server that used it has ended by now. */
export default function removeData(): void {
  const folder = process.env.E2E_DATA_DIR;
  if (folder && !process.env.E2E_URL) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}
