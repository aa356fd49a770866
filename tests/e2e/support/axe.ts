import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { ready } from "./ready";
import { expect, test } from "./test";
import type { Words } from "./words";

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/** Nothing moves while axe looks. */
export const still = { reducedMotion: "reduce" } as const;

/** Light from the left and dark from the right. */
export const looks = [
  { language: "en", theme: "light" },
  { language: "ar", theme: "dark" },
] as const;

/** Closes what is open on top. */
export async function leave(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.locator("[role=menu], [role=listbox], [aria-modal=true]").filter({ visible: true })).toHaveCount(0);
}

/** Opens a screen (or goes on with the one that is open), does something there, and asks axe. */
export function looker(page: Page, words: Words) {
  return async (name: string, path: string | null, then?: () => Promise<unknown>): Promise<void> => {
    await test.step(name, async () => {
      if (path) {
        await page.goto(path);
        await ready(page, words);
      }
      await then?.();
      await ready(page, words);
      const { violations } = await new AxeBuilder({ page }).withTags(wcag).analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
      );
      expect.soft(found, name).toEqual([]);
    });
  };
}
