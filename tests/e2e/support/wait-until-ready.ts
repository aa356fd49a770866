import { expect, type Locator, type Page } from "@playwright/test";
import type { CatalogueTexts } from "./catalogue-texts";

/** Waits until the screen has its data and nothing is loading or animating. */
export async function waitUntilReady(page: Page, words: CatalogueTexts): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).not.toBeEmpty();
  await expect(page.getByRole("status", { name: words.say("ui.loading") })).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
}

/** Waits for the focus, which an overlay receives after it is drawn; an earlier key would go elsewhere. */
export async function hasFocus(opened: Locator): Promise<void> {
  await expect.poll(() => opened.evaluate((place) => place.contains(document.activeElement))).toBe(true);
}
