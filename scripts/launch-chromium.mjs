import { chromium } from "@playwright/test";
import { chromiumArgs, chromiumPath } from "./chromium.mjs";

/** Ends with 0 if the packaged Chromium really runs on this computer, else says why not. */
try {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
  await browser.close();
} catch (error) {
  const reason = /error while loading shared libraries.*/.exec(String(error))?.[0] ?? String(error);
  console.error(`Chromium doesn't run here: ${reason}`);
  process.exit(1);
}
