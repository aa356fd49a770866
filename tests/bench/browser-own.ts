import type { Browser, Page } from "@playwright/test";
import type { SeededProject } from "../support/seed";
import { type Percentiles, percentilesOf } from "./figures";
import { openPath, openSignedInPage } from "./page";
import type { BenchServer } from "./bench-server";

/** Milliseconds from the input to the frame that shows the user's own change; `later` counts the cases that missed the next frame. */
export interface ShownDelay extends Percentiles {
  later: number;
}

export interface OwnChangeDelays {
  dropped: ShownDelay;
  renamed: ShownDelay;
  ticked: ShownDelay;
}

interface ExpectedChange {
  event: "pointerup" | "keydown" | "click";
  selector: string;
  text?: string;
  count?: number;
}

interface PaintDelay {
  ms: number;
  frames: number;
}

const sheet = "[role=dialog]";

/** Measures dropping a card into another column, entering a title and ticking a subtask, on a board of 1,000 cards. */
export async function measureOwnChanges(
  browser: Browser,
  stage: BenchServer,
  seconds: number,
): Promise<OwnChangeDelays> {
  const project = await stage.project([334, 333, 333]);
  const times = seconds >= 10 ? 40 : 12;
  const task = project.taskIds[0]?.[0] as number;
  await stage.seed.rows(
    `INSERT INTO subtask (tenant_id, task_id, name) SELECT t.tenant_id, t.id, 'Part ' || n FROM task t, generate_series(1, $2::int) n
     WHERE t.id = $1`,
    [task, times],
  );
  await stage.settle();
  const page = await openSignedInPage(browser, stage);
  await openPath(page, stage, `/projects/${project.id}/tasks`, "article [data-card-link]");
  const dropped = await drops(page, project, times);
  await page.locator(`[data-card-link="${task}"]`).click();
  await page.waitForSelector(`${sheet} [data-task-title]`);
  const renamed = await renames(page, times);
  const ticked = await ticks(page, times);
  await page.context().close();
  return { dropped, renamed, ticked };
}

/** Drops the second card at the top of the next column; later measurements use the first card. */
async function drops(page: Page, project: SeededProject, times: number): Promise<ShownDelay> {
  const [from, to] = project.columnIds as [number, number];
  const delays: PaintDelay[] = [];
  for (let turn = 0; turn < times; turn++) {
    const card = page.locator(`[data-cards="${from}"] article`).nth(1);
    const id = Number(await card.getAttribute("data-task"));
    const [box, list] = [await boxOf(page, `[data-task="${id}"]`), await boxOf(page, `[data-list="${to}"]`)];
    await page.mouse.move(box.x + box.width / 2, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 12, box.y + 26, { steps: 3 });
    await page.mouse.move(list.x + list.width / 2, list.y + 60, { steps: 8 });
    await page.waitForTimeout(200);
    const waitForChange = await observeNextChange(page, {
      event: "pointerup",
      selector: `[data-cards="${to}"] [data-task="${id}"]`,
    });
    await page.mouse.up();
    delays.push(await waitForChange());
    await page.waitForTimeout(500); // drop animation
  }
  return delayFigures(delays);
}

async function renames(page: Page, times: number): Promise<ShownDelay> {
  const delays: PaintDelay[] = [];
  for (let turn = 0; turn < times; turn++) {
    const text = `Renamed ${turn}`;
    await page.locator(`${sheet} [data-task-title] button`).click();
    await page.locator(`${sheet} textarea:focus`).fill(text);
    const waitForChange = await observeNextChange(page, {
      event: "keydown",
      selector: `${sheet} [data-task-title]`,
      text,
    });
    await page.keyboard.press("Enter");
    delays.push(await waitForChange());
    await page.waitForTimeout(200); // wait for the save
  }
  return delayFigures(delays);
}

async function ticks(page: Page, times: number): Promise<ShownDelay> {
  const delays: PaintDelay[] = [];
  for (let turn = 0; turn < times; turn++) {
    const box = page.locator(`${sheet} li:not([data-done]) input[type=checkbox]`).first();
    await box.scrollIntoViewIfNeeded();
    const waitForChange = await observeNextChange(page, {
      event: "click",
      selector: `${sheet} li[data-done]`,
      count: turn + 1,
    });
    await box.click();
    delays.push(await waitForChange());
    await page.waitForTimeout(200);
  }
  return delayFigures(delays);
}

const delayFigures = (delays: readonly PaintDelay[]): ShownDelay => ({
  ...percentilesOf(delays.map(({ ms }) => ms)),
  later: delays.filter(({ frames }) => frames > 1).length,
});

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`There is no ${selector}`);
  return box;
}

/**
 * After the next event, checks in every frame whether the change is shown. The DOM seen by a frame's callbacks is what that frame paints.
 */
async function observeNextChange(page: Page, change: ExpectedChange): Promise<() => Promise<PaintDelay>> {
  await page.evaluate(({ event, selector, text, count = 1 }) => {
    const isShown = () => {
      const found = [...document.querySelectorAll(selector)];
      return found.filter((each) => text === undefined || each.textContent === text).length >= count;
    };
    const ownChange = new Promise<PaintDelay | null>((resolve) => {
      const pressed = (press: Event) => {
        if (press instanceof KeyboardEvent && press.key !== "Enter") return;
        removeEventListener(event, pressed, true);
        let frames = 0;
        const look = () => {
          frames += 1;
          if (isShown()) resolve({ ms: performance.now() - press.timeStamp, frames });
          else if (frames < 300) requestAnimationFrame(look);
          else resolve(null);
        };
        requestAnimationFrame(look);
      };
      addEventListener(event, pressed, true);
    });
    Object.assign(window, { ownChange });
  }, change);
  return async () => {
    const delay = await page.evaluate(() => (window as unknown as { ownChange: Promise<PaintDelay | null> }).ownChange);
    if (!delay) throw new Error(`It wasn't shown: ${change.selector}`);
    return delay;
  };
}
