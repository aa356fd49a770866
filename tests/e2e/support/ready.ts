import { expect, type Locator, type Page } from "@playwright/test";
import type { Words } from "./words";

/** The screen has what it is about, and nothing on it is still being read or on its way. */
export async function ready(page: Page, words: Words): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).not.toBeEmpty();
  await expect(page.getByRole("status", { name: words.say("ui.loading") })).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
}

/** What was opened takes the focus a moment after it is drawn; a key that comes before that goes elsewhere. */
export async function hasFocus(opened: Locator): Promise<void> {
  await expect.poll(() => opened.evaluate((place) => place.contains(document.activeElement))).toBe(true);
}
