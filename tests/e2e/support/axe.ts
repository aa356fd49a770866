import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { storedKeys } from "../../../client/platform/stored";
import { ready } from "./ready";
import { expect, test } from "./test";
import type { Words } from "./words";

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/** Those of its rules that look at colours. */
const ofColours = ["color-contrast", "link-in-text-block"];

/** axe as its package for Playwright brings it. */
const axe = createRequire(require.resolve("@axe-core/playwright"))("axe-core") as { source: string };

/** Nothing moves while axe looks. */
export const still = { reducedMotion: "reduce" } as const;

/** Closes what is open on top. */
export async function leave(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.locator("[role=menu], [role=listbox], [aria-modal=true]").filter({ visible: true })).toHaveCount(0);
}

/**
 * Opens a screen (or goes on with the one that is open), does something there, and asks axe. Where it is looked at in
 * light, its colours are looked at in dark as well: of what axe knows, nothing else can differ. With
 * `colours` off they aren't looked at: where the same screen is seen at another size.
 */
export function looker(page: Page, words: Words, { colours = true } = {}) {
  return async (name: string, path: string | null, then?: () => Promise<unknown>): Promise<void> => {
    await test.step(name, async () => {
      if (path) {
        await page.goto(path);
        await ready(page, words);
      }
      await then?.();
      await ready(page, words);
      await fromTheFirstHour(page);
      await letGo(page);
      expect.soft(await violations(page, { type: "tag", values: wcag }, colours), name).toEqual([]);
      if (!colours || (await themeOf(page)) === "dark") return;
      await switchTheme(page, "dark");
      expect.soft(await violations(page, { type: "rule", values: ofColours }), `${name}, dark`).toEqual([]);
      await switchTheme(page, "light");
    });
  };
}

/** A day's grid opens at the present hour: what lies half under its rows' names by then isn't too small to be pressed. */
async function fromTheFirstHour(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const corner of document.querySelectorAll("[data-view=day] [data-corner]"))
      corner.closest("[role=region]")?.scrollTo({ left: 0 });
  });
}

/**
 * Bars that stick to a phone's lower edge go to where they stand at the end of the page: what scrolls under one is as large as
 * before, and whether it lies there just now hangs on how high the texts above it are.
 */
async function letGo(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const bar of document.querySelectorAll<HTMLElement>("#main *")) {
      const { position, bottom } = getComputedStyle(bar);
      if (position === "sticky" && bottom !== "auto") bar.style.position = "static";
    }
  });
}

type Theme = "light" | "dark";

const themeOf = (page: Page) => page.locator("html").getAttribute("data-mantine-color-scheme");

/** As when it is switched in another tab: nothing is pressed on this one, and what is open stays open. */
async function switchTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(([key, newValue]) => void window.dispatchEvent(new StorageEvent("storage", { key, newValue })), [
    storedKeys.theme,
    theme,
  ] as const);
  await expect.poll(() => themeOf(page)).toBe(theme);
}

/**
 * What axe objects to on this page, in words. Asked in the page itself, for violations only, and axe is brought there
 * once per document: AxeBuilder's way, with a second page that puts together what passed as well, takes four times as
 * long. It would look into frames; the only one there is shows a PDF, and is the browser's own.
 */
async function violations(
  page: Page,
  runOnly: { type: "tag" | "rule"; values: readonly string[] },
  colours = true,
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const rules = Object.fromEntries(ofColours.map((rule) => [rule, { enabled: colours }]));
  return page.evaluate(
    async (wanted) => {
      interface Found {
        violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
      }
      const here = globalThis as unknown as { axe: { run(root: unknown, options: object): Promise<Found> } };
      const options = { ...wanted, resultTypes: ["violations"] };
      const found = await here.axe.run(document, options);
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
      );
    },
    { runOnly, rules },
  );
}
