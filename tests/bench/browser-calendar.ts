import type { Page } from "@playwright/test";
import type { BenchServer } from "./bench-server";
import { thirds } from "./browser";
import {
  type FrameTimes,
  framesDuring,
  launchBrowser,
  longestTaskDuring,
  openPath,
  openSignedInPage,
  mainThreadTimeOf,
} from "./page";

export interface BrowserCalendarResult {
  tasks: number;
  /** Elapsed and processor time of the main thread from the click on the calendar's tab until the month is painted. */
  openingMs: number;
  openingCpuMs: number;
  dragging: FrameTimes;
  /** Longest task of the main thread while dragging, in processor time. */
  longestTaskMs: number;
}

const tasks = 2_000;

/**
 * All tasks are due in the displayed month, so that most are hidden behind "more". Measures the second opening, when the script is already
 * loaded.
 */
export async function measureCalendar(stage: BenchServer, seconds: number): Promise<BrowserCalendarResult> {
  const browser = await launchBrowser();
  try {
    const project = await stage.project(thirds(tasks));
    await stage.dueThisMonth(project);
    await stage.settle();
    const page = await openSignedInPage(browser, stage);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    let [openingMs, openingCpuMs] = [0, 0];
    for (let turn = 0; turn < 2; turn++) {
      await openPath(page, stage, `/projects/${project.id}/tasks`, "article [data-card-link]");
      const before = await mainThreadTimeOf(session);
      openingMs = await openByTab(page, `/projects/${project.id}/calendar`, "[data-week] [data-card-link]");
      openingCpuMs = Math.round((await mainThreadTimeOf(session)).all - before.all);
    }
    const dragging = await framesDuring(page, () => dragOverDays(page, seconds));
    const longestTaskMs = await longestTaskDuring(page, () => dragOverDays(page, seconds));
    return { tasks, openingMs, openingCpuMs, dragging, longestTaskMs };
  } finally {
    await browser.close();
  }
}

/** @returns ms from the click on a tab until `ready` has painted, measured in the page */
function openByTab(page: Page, path: string, ready: string): Promise<number> {
  return page.evaluate(
    ({ path, ready }) =>
      new Promise<number>((resolve) => {
        const tab = document.querySelector<HTMLElement>(`a[href^="${path}"]`);
        const start = performance.now();
        const look = () => {
          if (!document.querySelector(ready)) return requestAnimationFrame(look);
          return requestAnimationFrame(() => resolve(Math.round(performance.now() - start)));
        };
        tab?.click();
        look();
      }),
    { path, ready },
  );
}

async function dragOverDays(page: Page, seconds: number): Promise<void> {
  const bar = await page.locator("[data-week] [data-task]").first().boundingBox();
  const grid = await page.getByRole("grid").boundingBox();
  if (!bar || !grid) throw new Error("There is no task to drag");
  await page.mouse.move(bar.x + 40, bar.y + 8);
  await page.mouse.down();
  const until = Date.now() + seconds * 1_000;
  for (let turn = 0; Date.now() < until; turn++) {
    const [x, y] = [(turn * 170) % (grid.width - 40), (turn * 110) % (grid.height - 40)];
    await page.mouse.move(grid.x + 20 + x, grid.y + 20 + y, { steps: 12 });
  }
  await page.keyboard.press("Escape");
  await page.mouse.up();
}
