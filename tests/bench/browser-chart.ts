import type { Page } from "@playwright/test";
import { type FrameTimes, framesDuring, launchBrowser, longestTaskDuring, openPath, openSignedInPage } from "./page";
import type { BenchServer } from "./bench-server";

export interface BrowserChartResult {
  interactiveMs: number;
  resting: FrameTimes;
  opening: FrameTimes;
  searching: FrameTimes;
  zooming: FrameTimes;
  panning: FrameTimes;
  /** Longest main-thread task, in milliseconds of processor time. */
  longest: Record<"opening" | "searching" | "zooming" | "panning", number>;
}

const box = "[data-canvas] [role=treeitem]";

export async function measureChart(stage: BenchServer, seconds: number): Promise<BrowserChartResult> {
  const browser = await launchBrowser();
  try {
    const page = await openSignedInPage(browser, stage);
    await openPath(page, stage, "/organization-chart", box);
    const interactiveMs = await openPath(page, stage, "/organization-chart", box);
    const resting = await framesDuring(page, () => page.waitForTimeout(seconds * 1_000));
    const longest: BrowserChartResult["longest"] = { opening: 0, searching: 0, zooming: 0, panning: 0 };
    const measured = async (part: keyof typeof longest, work: () => Promise<unknown>) => {
      let frames: FrameTimes | undefined;
      longest[part] = await longestTaskDuring(page, async () => (frames = await framesDuring(page, work)));
      return frames as FrameTimes;
    };
    await openPath(page, stage, "/profile", "h1");
    const opening = await measured("opening", () => unfold(page));
    const searching = await measured("searching", () => search(page, seconds));
    const zooming = await measured("zooming", () => zoom(page, seconds));
    const panning = await measured("panning", () => pan(page, seconds));
    const figures = { interactiveMs, resting, opening, searching, zooming, panning, longest };
    console.log(`  the organization chart in the browser: ${JSON.stringify(figures)}`);
    return figures;
  } finally {
    await browser.close();
  }
}

async function unfold(page: Page): Promise<void> {
  await page.locator('nav a[href="/organization-chart"]').first().click();
  await page.locator(box).first().waitFor();
  await page.getByRole("button", { name: "Expand all" }).click();
  await page.locator(`${box}[aria-level="3"]`).first().waitFor({ state: "attached" });
  await page.waitForTimeout(500);
}

async function search(page: Page, seconds: number): Promise<void> {
  const find = page.getByRole("combobox", { name: "Find a person" }).or(page.getByLabel("Find a person")).first();
  const until = Date.now() + seconds * 1_000;
  for (let turn = 0; Date.now() < until; turn++) {
    const name = `Person ${1_000 + ((turn * 37) % 900)}`;
    await find.click();
    await find.pressSequentially(name, { delay: 20 });
    await page.getByRole("option", { name, exact: true }).click();
    await page.locator(`${box}[aria-label^="${name}"]`).waitFor();
  }
}

async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  // Starts from an inner element, because `:has()` would be evaluated over all 2,000 nodes and count as processor time of the page.
  const canvas = await page.locator("[data-canvas]").locator("xpath=../..").boundingBox();
  if (!canvas) throw new Error("There is no chart");
  return { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height / 2 };
}

async function zoom(page: Page, seconds: number): Promise<void> {
  const { x, y } = await middleOf(page);
  await page.mouse.move(x, y);
  const until = Date.now() + seconds * 1_000;
  for (let turn = 0; Date.now() < until; turn++) {
    await page.mouse.wheel(0, turn % 60 < 30 ? 60 : -60);
    await page.waitForTimeout(16);
  }
}

async function pan(page: Page, seconds: number): Promise<void> {
  const { x, y } = await middleOf(page);
  const until = Date.now() + seconds * 1_000;
  for (let turn = 0; Date.now() < until; turn++) {
    const by = turn % 4 < 2 ? 400 : -400;
    await page.mouse.move(x - by / 2, y - by / 4);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y + by / 4, { steps: 20 });
    await page.mouse.up();
  }
}
