import type { Browser, Page } from "@playwright/test";
import type { SeededProject } from "../support/seed";
import type { Generator } from "./generator";
import { measureOwn, type OwnChanges } from "./browser-own";
import { type Frames, framesWhile, heapOf, launch, open, signedIn, wheel } from "./page";
import type { Stage } from "./stage";

export interface BoardInBrowser {
  cards: number;
  /** From the start of the navigation until a card can be opened and the connection is live. */
  interactiveMs: number;
  dragging: Frames;
  /** While others change 20 cards a second. */
  changing: Frames;
  scrolling: Frames;
}

export interface ListInBrowser {
  rows: number;
  interactiveMs: number;
  scrolling: Frames;
  changing: Frames;
}

export interface InBrowser {
  boards: BoardInBrowser[];
  list: ListInBrowser;
  own: OwnChanges;
  /** JavaScript heap in MB after a garbage collection: when the board is open, and after `minutes` of 20 changes a second. */
  memory: { before: number; after: number; minutes: number };
}

const thirds = (cards: number) => [Math.ceil(cards / 3), Math.ceil(cards / 3), cards - 2 * Math.ceil(cards / 3)];

/** The product in a real browser. Browser, load generator, server and database share the machine, and so the frames. */
export async function measureBrowser(stage: Stage, generator: Generator, seconds: number): Promise<InBrowser> {
  const browser = await launch();
  try {
    const boards: BoardInBrowser[] = [];
    for (const cards of [1_000, 4_000]) boards.push(await measureBoard(browser, stage, generator, cards, seconds));
    const list = await measureList(browser, stage, generator, 10_000, seconds);
    const own = await measureOwn(browser, stage, seconds);
    const memory = await measureHeap(browser, stage, generator, seconds);
    console.log(`  in the browser: ${JSON.stringify({ boards, list, own, memory })}`);
    return { boards, list, own, memory };
  } finally {
    await browser.close();
  }
}

async function measureBoard(
  browser: Browser,
  stage: Stage,
  generator: Generator,
  cards: number,
  seconds: number,
): Promise<BoardInBrowser> {
  const project = await stage.project(thirds(cards));
  await stage.settle();
  const page = await signedIn(browser, stage);
  await open(page, stage, `/projects/${project.id}/tasks`, "article [data-card-link]"); // once for the caches
  const interactiveMs = await open(page, stage, `/projects/${project.id}/tasks`, "article [data-card-link]");
  const dragging = await framesWhile(page, () => drag(page, seconds));
  const scrolling = await framesWhile(page, () => wheel(page, "[data-column]", seconds));
  const changing = await framesWhile(page, () => change(generator, project, seconds));
  await page.context().close();
  return { cards, interactiveMs, dragging, scrolling, changing };
}

async function measureList(
  browser: Browser,
  stage: Stage,
  generator: Generator,
  rows: number,
  seconds: number,
): Promise<ListInBrowser> {
  const project = await stage.project(thirds(rows));
  await stage.settle();
  const page = await signedIn(browser, stage);
  const path = `/projects/${project.id}/tasks-list`;
  await open(page, stage, path, "[role=row] a");
  const interactiveMs = await open(page, stage, path, "[role=row] a");
  const scrolling = await framesWhile(page, () => wheel(page, "[role=grid], [role=treegrid]", seconds));
  const changing = await framesWhile(page, () => change(generator, project, seconds));
  await page.context().close();
  return { rows, interactiveMs, scrolling, changing };
}

async function measureHeap(
  browser: Browser,
  stage: Stage,
  generator: Generator,
  seconds: number,
): Promise<InBrowser["memory"]> {
  const minutes = seconds >= 10 ? 10 : 0.5;
  const project = await stage.project(thirds(1_000));
  await stage.settle();
  const page = await signedIn(browser, stage);
  await open(page, stage, `/projects/${project.id}/tasks`, "article [data-card-link]");
  const session = await page.context().newCDPSession(page);
  const before = await heapOf(session);
  await change(generator, project, minutes * 60);
  const after = await heapOf(session);
  await page.context().close();
  return { before, after, minutes };
}

/** A card is carried over all columns, up and down, and put back. */
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
