import { gzipSync } from "node:zlib";
import type { Page, Request, WebSocket } from "@playwright/test";
import { ready } from "./support/ready";
import { expect, test } from "./support/test";
import type { Words } from "./support/words";

test("the sign-in screen opens, and complains about nothing", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto("/");
  await expect(page.getByRole("textbox", { name: /e-?mail/i })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("every tenant has a sign-in screen on its own host name", async ({ page, baseURL }) => {
  const globex = new URL(baseURL ?? "");
  globex.hostname = `globex.${globex.hostname}`;
  await page.goto(globex.href);
  await expect(page.getByRole("textbox", { name: /e-?mail/i })).toBeVisible();
});

/** What the page asks for by itself, and what that imports: nothing is on the screen before. */
test("script before the first screen stays within 190 kB", async ({ request }) => {
  const page = await (await request.get("/auth/login", { headers: { accept: "text/html" } })).text();
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file as string);
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await (await request.get(file)).body()).length));
  expect(files.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(190 * 1024);
});

/**
 * In an organisation where no other story does anything. What a worker does there by the clock is told as well, and what was told,
 * or a connection that broke, is rightly read again: then it says nothing, and is looked at anew.
 */
test("a screen that opens asks for everything once, and comes in few files", async ({ outsider: { page, words } }) => {
  for (;;) {
    const { again, files, disturbed } = await opened(page, words);
    if (disturbed) continue;
    expect(again).toEqual([]);
    expect(files).toBeLessThan(60);
    return;
  }
});

async function opened(page: Page, words: Words) {
  const asked: Request[] = [];
  const open = new Set<Request>();
  let files = 0;
  let told = 0;
  const begun = (request: Request) => {
    if (request.resourceType() === "script") files += 1;
    if (request.resourceType() !== "fetch") return;
    asked.push(request);
    open.add(request);
  };
  const over = (request: Request) => void open.delete(request);
  const connected = (socket: WebSocket) => {
    told += 1;
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).includes('["events"')) told += 1;
    });
  };
  page.on("request", begun).on("requestfinished", over).on("requestfailed", over).on("websocket", connected);
  const socket = page.waitForEvent("websocket");
  await page.goto("/dashboard");
  // Its streams are joined: what would be read again because of that is asked for at once.
  await (await socket).waitForEvent("framereceived", ({ payload }) => String(payload).includes('"status":"live"'));
  await ready(page, words);
  // What is left before its answer has come is given up, and asked for again by the next screen.
  await expect.poll(() => open.size).toBe(0);
  await page
    .getByRole("link", { name: words.say("menu.inbox") })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: words.say("title.inbox") })).toBeVisible();
  await expect.poll(() => open.size).toBe(0);
  page.off("request", begun).off("requestfinished", over).off("requestfailed", over).off("websocket", connected);
  const answers = await Promise.all(asked.map(async (request) => ({ request, response: await request.response() })));
  const first = answers
    // A server with too much to do at once says when to come again.
    .filter(({ response }) => !(response && [429, 503].includes(response.status())))
    .map(({ request }) => `${request.method()} ${request.url()}`)
    .filter((call) => !call.endsWith("/approvals/inbox"));
  // The one connection is no disturbance.
  return { again: first.filter((call, n) => first.indexOf(call) !== n), files, disturbed: told > 1 };
}
