import type { BrowserContext, Page, ViewportSize } from "@playwright/test";

/** Path without scripts on the same origin, so that the page keeps its process. */
export const idlePath = "/healthz";

export interface OpenBrowser {
  context: BrowserContext;
  page: Page;
  viewport: ViewportSize;
}

/** Each idle context takes about 80 MB of memory. */
const maxIdle = 12;

/**
 * Reuses browser contexts per user across the tests of a worker. The first screen in a used page takes half the processor time of a new
 * one: no process starts and scripts are already compiled. All state that a test can change is reset in between.
 */
export class BrowserPool {
  /** Idle browsers, oldest first. */
  private readonly resting: { who: string; browser: OpenBrowser }[] = [];

  async take(who: string, open: () => Promise<OpenBrowser>): Promise<OpenBrowser> {
    const at = this.resting.findLastIndex((each) => each.who === who);
    return this.resting.splice(at, at < 0 ? 0 : 1)[0]?.browser ?? open();
  }

  async giveBack(who: string, browser: OpenBrowser): Promise<void> {
    if (browser.page.isClosed()) return browser.context.close();
    await resetBrowser(browser);
    this.resting.push({ who, browser });
    if (this.resting.length > maxIdle) await this.resting.shift()?.browser.context.close();
  }
}

async function resetBrowser({ context, page, viewport }: OpenBrowser): Promise<void> {
  for (const tab of context.pages()) if (tab !== page) await tab.close();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  await page.setViewportSize(viewport);
  await page.emulateMedia({ media: null });
  const { origin } = new URL((await page.goto(idlePath))?.url() as string);
  await page.evaluate(() => sessionStorage.clear());
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await devtools.send("Page.resetNavigationHistory");
  await devtools.detach();
  await context.clearCookies();
  await context.clearPermissions();
}
