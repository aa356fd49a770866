import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { ready } from "./ready";
import { expect, test } from "./test";
import type { Words } from "./words";

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/** axe as its package for Playwright brings it. */
const axe = createRequire(require.resolve("@axe-core/playwright"))("axe-core") as { source: string };

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
      expect.soft(await violations(page), name).toEqual([]);
    });
  };
}

/**
 * What axe objects to on this page, in words. Asked in the page itself, for violations only, and axe is brought there
 * once per document: AxeBuilder's way, with a second page that puts together what passed as well, takes four times as
 * long. It would look into frames; the only one there is shows a PDF, and is the browser's own.
 */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    interface Found {
      violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
    }
    const here = globalThis as unknown as { axe: { run(root: unknown, options: object): Promise<Found> } };
    const options = { runOnly: { type: "tag", values }, resultTypes: ["violations"] };
    const found = await here.axe.run(document, options);
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
    );
  }, wcag);
}
