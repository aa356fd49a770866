import type { Browser, Page } from "@playwright/test";
import type { SeededProject } from "../support/seed";
import type { Generator } from "./generator";
import { measureOwnChanges, type OwnChangeDelays } from "./browser-own";
import {
  type FrameTimes,
  framesDuring,
  heapSizeOf,
  launchBrowser,
  openPath,
  openSignedInPage,
  scrollWithWheel,
} from "./page";
import type { BenchServer } from "./bench-server";

export interface BrowserBoardResult {
  cards: number;
  /** Milliseconds from the start of the navigation until a card can be opened and the connection is live. */
  interactiveMs: number;
  dragging: FrameTimes;
  /** Frames while other users change 20 cards a second. */
  changing: FrameTimes;
  scrolling: FrameTimes;
}

export interface BrowserListResult {
  rows: number;
  interactiveMs: number;
  scrolling: FrameTimes;
  changing: FrameTimes;
}

export interface BrowserResults {
  boards: BrowserBoardResult[];
  list: BrowserListResult;
  own: OwnChangeDelays;
  /** JavaScript heap in MB after a garbage collection: with the board open, and after `minutes` of 20 changes a second. */
  memory: { before: number; after: number; minutes: number };
}

export const thirds = (cards: number) => [Math.ceil(cards / 3), Math.ceil(cards / 3), cards - 2 * Math.ceil(cards / 3)];

/** Measures the product in a real browser. Browser, load generator, server and database share the machine. */
export async function measureBrowser(
  stage: BenchServer,
  generator: Generator,
  seconds: number,
): Promise<BrowserResults> {
  const browser = await launchBrowser();
  try {
    const boards: BrowserBoardResult[] = [];
    for (const cards of [1_000, 4_000]) boards.push(await measureBoard(browser, stage, generator, cards, seconds));
    const list = await measureList(browser, stage, generator, 10_000, seconds);
    const own = await measureOwnChanges(browser, stage, seconds);
    const memory = await measureHeap(browser, stage, generator, seconds);
    console.log(`  in the browser: ${JSON.stringify({ boards, list, own, memory })}`);
    return { boards, list, own, memory };
  } finally {
    await browser.close();
  }
}

async function measureBoard(
  browser: Browser,
  stage: BenchServer,
  generator: Generator,
  cards: number,
  seconds: number,
): Promise<BrowserBoardResult> {
  const project = await stage.project(thirds(cards));
  await stage.settle();
  const page = await openSignedInPage(browser, stage);
  await openPath(page, stage, `/projects/${project.id}/tasks`, "article [data-card-link]");
  const interactiveMs = await openPath(page, stage, `/projects/${project.id}/tasks`, "article [data-card-link]");
  const dragging = await framesDuring(page, () => drag(page, seconds));
  const scrolling = await framesDuring(page, () => scrollWithWheel(page, "[data-column]", seconds));
  const changing = await framesDuring(page, () => change(generator, project, seconds));
  await page.context().close();
  return { cards, interactiveMs, dragging, scrolling, changing };
}

async function measureList(
  browser: Browser,
  stage: BenchServer,
  generator: Generator,
  rows: number,
  seconds: number,
): Promise<BrowserListResult> {
  const project = await stage.project(thirds(rows));
  await stage.settle();
  const page = await openSignedInPage(browser, stage);
  const path = `/projects/${project.id}/tasks-list`;
  await openPath(page, stage, path, "[role=row] a");
  const interactiveMs = await openPath(page, stage, path, "[role=row] a");
  const scrolling = await framesDuring(page, () => scrollWithWheel(page, "[role=grid], [role=treegrid]", seconds));
  const changing = await framesDuring(page, () => change(generator, project, seconds));
  await page.context().close();
  return { rows, interactiveMs, scrolling, changing };
}

async function measureHeap(
  browser: Browser,
  stage: BenchServer,
  generator: Generator,
  seconds: number,
): Promise<BrowserResults["memory"]> {
  const minutes = seconds >= 10 ? 10 : 0.5;
  const project = await stage.project(thirds(1_000));
  await stage.settle();
  const page = await openSignedInPage(browser, stage);
  await openPath(page, stage, `/projects/${project.id}/tasks`, "article [data-card-link]");
  const session = await page.context().newCDPSession(page);
  // In the first minute the heap grows by compiled code.
  await change(generator, project, 60);
  const before = await heapSizeOf(session);
  await change(generator, project, minutes * 60);
  const after = await heapSizeOf(session);
  await page.context().close();
  return { before, after, minutes };
}

async function drag(page: Page, seconds: number): Promise<void> {
  const card = await page.locator("[data-column] article").first().boundingBox();
  if (!card) throw new Error("There is no card to drag");
  const x = card.x + card.width / 2;
  const y = card.y + 20;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 8, { steps: 3 });
  const until = Date.now() + seconds * 1_000;
  for (let turn = 0; Date.now() < until; turn++) {
    await page.mouse.move(x + (turn % 3) * 300, y + 40 + ((turn * 130) % 500), { steps: 12 });
  }
  await page.keyboard.press("Escape");
  await page.mouse.up();
}

function change(generator: Generator, project: SeededProject, seconds: number): Promise<unknown> {
  return generator.run("propagation", { project, watchers: 0, rate: 20, seconds });
}
