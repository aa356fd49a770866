import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { type Percentiles, percentilesOf } from "./figures";
import type { BenchServer } from "./bench-server";

export interface FrameTimes extends Percentiles {
  /** Frames longer than 50 ms, which users notice. */
  long: number;
}

export async function launchBrowser(): Promise<Browser> {
  const { chromiumPath, chromiumArgs } = await import("../../scripts/chromium.mjs");
  return chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
}

export async function openSignedInPage(browser: Browser, stage: BenchServer, at = 20): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const token = stage.site.people[at]?.token as string;
  await context.addInitScript((value) => localStorage.setItem("portal.token", value), token);
  // Functions passed to the page call esbuild's `__name` helper, which must exist there.
  await context.addInitScript("globalThis.__name ??= (run) => run");
  return context.newPage();
}

/** @returns ms until `ready` is present, the connection is live and the page has painted */
export async function openPath(page: Page, stage: BenchServer, path: string, ready: string): Promise<number> {
  await page.goto(`http://${stage.site.host}:${stage.site.port}${path}`, { waitUntil: "commit" });
  await page.waitForSelector(ready);
  await page.waitForSelector("[data-net=live]");
  return page.evaluate(
    () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(Math.round(performance.now())))),
  );
}

export async function framesDuring(page: Page, work: () => Promise<unknown>): Promise<FrameTimes> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    let going = true;
    const frame = (now: number) => {
      frames.push(now - last);
      last = now;
      if (going) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    Object.assign(window, {
      endFrames: () => {
        going = false;
        return frames.slice(1);
      },
    });
  });
  await work();
  const frames = await page.evaluate(() => (window as unknown as { endFrames(): number[] }).endFrames());
  return { ...percentilesOf(frames), long: frames.filter((ms) => ms > 50).length };
}

export async function scrollWithWheel(page: Page, over: string, seconds: number): Promise<void> {
  const box = await page.locator(over).first().boundingBox();
  if (!box) throw new Error(`There is no ${over} to scroll`);
  await page.mouse.move(box.x + 100, Math.min(box.y + 300, 700));
  const until = Date.now() + seconds * 1_000;
  for (let turn = 0; Date.now() < until; turn++) {
    await page.mouse.wheel(0, turn % 40 < 30 ? 400 : -400);
    await page.waitForTimeout(16);
  }
}

export async function heapSizeOf(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  const used = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0;
  return Math.round(used / 104_857.6) / 10;
}

/** Longest main-thread task in milliseconds of processor time: stable even on a busy machine. */
export async function longestTaskDuring(page: Page, work: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The page has no browser");
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const main = traceEvents.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const mains = new Set(main.map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith("RunTask") && mains.has(`${pid} ${tid}`));
  return Math.round(Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1_000);
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds of processor time. */
  tdur?: number;
  args?: { name?: string };
}

/** Main-thread processor time so far in milliseconds: total, and in scripts. */
export async function mainThreadTimeOf(session: CDPSession): Promise<{ all: number; scripts: number }> {
  const { metrics } = await session.send("Performance.getMetrics");
  const ms = (metricName: string) => (metrics.find(({ name }) => name === metricName)?.value ?? 0) * 1_000;
  return { all: ms("TaskDuration"), scripts: ms("ScriptDuration") };
}
