import type { Page } from "@playwright/test";

/**
 * What a page asks of an address waits until it is let go, as on a slow line.
 * @returns when the first has been asked, and how to let go of all of them
 */
export async function hold(page: Page, url: string | RegExp): Promise<{ asked: Promise<void>; release: () => void }> {
  let [arrive, release] = [() => {}, () => {}];
  const asked = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    arrive();
    await released;
    await route.continue();
  });
  return { asked, release };
}
