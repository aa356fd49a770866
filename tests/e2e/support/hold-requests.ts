import type { Page } from "@playwright/test";

/**
 * Holds a page's requests for a URL until `release` is called, as on a slow connection.
 * @returns a promise for the first request, and `release`
 */
export async function holdRequests(
  page: Page,
  url: string | RegExp,
): Promise<{ requested: Promise<void>; release: () => void }> {
  let [arrive, release] = [() => {}, () => {}];
  const requested = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    arrive();
    await released;
    await route.continue();
  });
  return { requested, release };
}
