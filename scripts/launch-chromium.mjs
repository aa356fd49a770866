import { chromium } from "@playwright/test";
import { chromiumArgs, chromiumPath } from "./chromium.mjs";

/** Exits with 0 if the packaged Chromium runs on this computer; otherwise prints the reason. */
try {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
  await browser.close();
} catch (error) {
  const reason = /error while loading shared libraries.*/.exec(String(error))?.[0] ?? String(error);
  console.error(`Chromium could not be started: ${reason}`);
  process.exit(1);
}
