import type { BrowserContext, Page, ViewportSize } from "@playwright/test";

/** Of the product's origin, so that the page stays in its process, and without a program. */
const restingPlace = "/healthz";

/** A browser of somebody's own, with its first page. */
export interface OpenBrowser {
  context: BrowserContext;
  page: Page;
  viewport: ViewportSize;
}

/** Each holds some eighty megabytes. */
const mostResting = 12;

/**
 * Browsers that stories of one process have one after the other, each for one person. The first screen in a page that has shown
 * the product before takes half of the processor's time that it takes in a new one: no process is started, and most programs are
 * compiled already. Between two stories all is put back that a page keeps, and that a story can have changed.
 */
export class KeptBrowsers {
  /** The one that has waited longest first. */
  private readonly resting: { who: string; browser: OpenBrowser }[] = [];

  /** One that `who` had before, or else a new one. */
  async take(who: string, open: () => Promise<OpenBrowser>): Promise<OpenBrowser> {
    const at = this.resting.findLastIndex((each) => each.who === who);
    return this.resting.splice(at, at < 0 ? 0 : 1)[0]?.browser ?? open();
  }

  async giveBack(who: string, browser: OpenBrowser): Promise<void> {
    if (browser.page.isClosed()) return browser.context.close();
    await putBack(browser);
    this.resting.push({ who, browser });
    if (this.resting.length > mostResting) await this.resting.shift()?.browser.context.close();
  }
}

async function putBack({ context, page, viewport }: OpenBrowser): Promise<void> {
  for (const tab of context.pages()) if (tab !== page) await tab.close();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  await page.setViewportSize(viewport);
  const { origin } = new URL((await page.goto(restingPlace))?.url() as string);
  await page.evaluate(() => sessionStorage.clear());
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await devtools.send("Page.resetNavigationHistory");
  await devtools.detach();
  await context.clearCookies();
  await context.clearPermissions();
}
