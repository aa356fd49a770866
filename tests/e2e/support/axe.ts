import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { storedKeys } from "../../../client/platform/browser-storage";
import { waitUntilReady } from "./wait-until-ready";
import { expect, test } from "./test";
import type { CatalogueTexts } from "./catalogue-texts";

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

const ofColours = ["color-contrast", "link-in-text-block"];

/** The axe version bundled with @axe-core/playwright. */
const axe = createRequire(require.resolve("@axe-core/playwright"))("axe-core") as { source: string };

export const reducedMotion = { reducedMotion: "reduce" } as const;

export async function closeTopmost(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.locator("[role=menu], [role=listbox], [aria-modal=true]").filter({ visible: true })).toHaveCount(0);
}

/**
 * Opens a screen (or uses the current one), runs an action and checks it with axe. Colors are checked in light and in dark; other rules
 * don't depend on the theme. `colours: false` skips the color checks for another size of the same screen.
 */
export function axeChecker(page: Page, words: CatalogueTexts, { colours = true } = {}) {
  return async (name: string, path: string | null, then?: () => Promise<unknown>): Promise<void> => {
    await test.step(name, async () => {
      if (path) {
        await page.goto(path);
        await waitUntilReady(page, words);
      }
      await then?.();
      await waitUntilReady(page, words);
      await scrollGridToStart(page);
      await unstickBars(page);
      expect.soft(await violations(page, { type: "tag", values: wcag }, colours), name).toEqual([]);
      if (!colours || (await themeOf(page)) === "dark") return;
      await switchTheme(page, "dark");
      expect.soft(await violations(page, { type: "rule", values: ofColours }), `${name}, dark`).toEqual([]);
      await switchTheme(page, "light");
    });
  };
}

/** A day grid opens at the current hour. Scrolls it to the start, so that no block is partly hidden below the row names. */
async function scrollGridToStart(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const corner of document.querySelectorAll("[data-view=day] [data-corner]"))
      corner.closest("[role=region]")?.scrollTo({ left: 0 });
  });
}

/**
 * Makes bars that stick to a phone's lower edge static; otherwise elements below them would be reported depending on the height of the text
 * above.
 */
async function unstickBars(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const bar of document.querySelectorAll<HTMLElement>("#main *")) {
      const { position, bottom } = getComputedStyle(bar);
      if (position === "sticky" && bottom !== "auto") bar.style.position = "static";
    }
  });
}

type Theme = "light" | "dark";

const themeOf = (page: Page) => page.locator("html").getAttribute("data-mantine-color-scheme");

/** Switches the theme as another tab would, so that nothing is clicked here and overlays stay open. */
async function switchTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(([key, newValue]) => void window.dispatchEvent(new StorageEvent("storage", { key, newValue })), [
    storedKeys.theme,
    theme,
  ] as const);
  await expect.poll(() => themeOf(page)).toBe(theme);
}

/**
 * Violations reported by axe. Runs in the page, for violations only and with axe injected once per document: AxeBuilder takes four times as
 * long. Skips frames; the only one is the browser's PDF viewer.
 */
async function violations(
  page: Page,
  runOnly: { type: "tag" | "rule"; values: readonly string[] },
  colours = true,
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const rules = Object.fromEntries(ofColours.map((rule) => [rule, { enabled: colours }]));
  return page.evaluate(
    async (ruleOptions) => {
      interface Found {
        violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
      }
      const globals = globalThis as unknown as { axe: { run(root: unknown, options: object): Promise<Found> } };
      const options = { ...ruleOptions, resultTypes: ["violations"] };
      const found = await globals.axe.run(document, options);
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
      );
    },
    { runOnly, rules },
  );
}
