import { gzipSync } from "node:zlib";
import type { Page, Request, WebSocket } from "@playwright/test";
import { waitUntilReady } from "./support/wait-until-ready";
import { expect, test } from "./support/test";
import type { CatalogueTexts } from "./support/catalogue-texts";

test("the login screen opens without console errors", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto("/");
  await expect(page.getByRole("textbox", { name: /e-?mail/i })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("every tenant has a login screen on its own host name", async ({ page, baseURL }) => {
  const globex = new URL(baseURL ?? "");
  globex.hostname = `globex.${globex.hostname}`;
  await page.goto(globex.href);
  await expect(page.getByRole("textbox", { name: /e-?mail/i })).toBeVisible();
});

/** Measures the scripts in the page and their static imports, because nothing is drawn before they are loaded. */
test("scripts before the first screen stay within 195 kB", async ({ request }) => {
  const page = await (await request.get("/auth/login", { headers: { accept: "text/html" } })).text();
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file as string);
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await (await request.get(file)).body()).length));
  expect(files.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(195 * 1024);
});

/** Uses a separate tenant. Repeats the measurement if reads were triggered legitimately (`isDisturbance`, a slow run). */
test("opening a screen requests each resource once, in fewer than sixty files", async ({
  outsider: { page, words },
}) => {
  for (;;) {
    const { again, files, disturbed } = await opened(page, words);
    if (disturbed) continue;
    expect(again).toEqual([]);
    expect(files).toBeLessThan(60);
    return;
  }
});

/** Frames after which screens read again: events, also those missed before the subscription, and states that can't be caught up with. */
const isDisturbance = (frame: string) => /\["events"|\["resync"|\["revoked"|"status":"(replay|reset)"/.test(frame);

/** Cached responses older than `staleTime` of `client/platform/query.ts` are read again by the next screen. */
const freshMs = 25_000;

async function opened(page: Page, words: CatalogueTexts) {
  const begunAt = Date.now();
  const requests: Request[] = [];
  const open = new Set<Request>();
  /** Reads of the first screen that were unanswered when it was left; the next screen sends them again. */
  const aborted = new Set<Request>();
  let files = 0;
  let disturbances = 0;
  const begun = (request: Request) => {
    if (request.resourceType() === "script") files += 1;
    if (request.resourceType() !== "fetch") return;
    requests.push(request);
    open.add(request);
  };
  const over = (request: Request) => void open.delete(request);
  const failed = (request: Request) => {
    open.delete(request);
    aborted.add(request);
  };
  const connected = (socket: WebSocket) => {
    disturbances += 1;
    socket.on("framereceived", ({ payload }) => {
      if (isDisturbance(String(payload))) disturbances += 1;
    });
  };
  page.on("request", begun).on("requestfinished", over).on("requestfailed", failed).on("websocket", connected);
  const socket = page.waitForEvent("websocket");
  await page.goto("/dashboard");
  // Waits until the streams are joined, because joining could trigger further reads immediately.
  await (await socket).waitForEvent("framereceived", ({ payload }) => String(payload).includes('"status":"live"'));
  await waitUntilReady(page, words);
  await expect.poll(() => open.size).toBe(0);
  aborted.clear();
  await page
    .getByRole("link", { name: words.say("menu.inbox") })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: words.say("title.inbox") })).toBeVisible();
  await expect.poll(() => open.size).toBe(0);
  page.off("request", begun).off("requestfinished", over).off("requestfailed", failed).off("websocket", connected);
  const answers = await Promise.all(requests.map(async (request) => ({ request, response: await request.response() })));
  const first = answers
    // An overloaded server answers 429 or 503, so the client repeats the request.
    .filter(({ request, response }) => !aborted.has(request) && !(response && [429, 503].includes(response.status())))
    .map(({ request }) => `${request.method()} ${request.url()}`)
    .filter((call) => !call.endsWith("/approvals/inbox"));
  return {
    again: first.filter((call, n) => first.indexOf(call) !== n),
    files,
    // The first connection isn't a disturbance.
    disturbed: disturbances > 1 || Date.now() - begunAt > freshMs,
  };
}
