import { gzipSync } from "node:zlib";
import { ready } from "./support/ready";
import { expect, test } from "./support/test";

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

/** In an organisation where no other story does anything: what happens in one's own is read again, and rightly. */
test("a screen that opens asks for everything once, and comes in few files", async ({ outsider: { page, words } }) => {
  const asked: string[] = [];
  const files: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "fetch") asked.push(`${request.method()} ${request.url()}`);
    if (request.resourceType() === "script") files.push(request.url());
  });
  const socket = page.waitForEvent("websocket");
  await page.goto("/dashboard");
  // Its streams are joined: what would be read again because of that is asked for at once.
  await (await socket).waitForEvent("framereceived", ({ payload }) => String(payload).includes('"status":"live"'));
  await ready(page, words);
  await page
    .getByRole("link", { name: words.say("menu.inbox") })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: words.say("title.inbox") })).toBeVisible();
  const first = asked.filter((call) => !call.endsWith("/approvals/inbox"));
  expect(first.filter((call, n) => first.indexOf(call) !== n)).toEqual([]);
  expect(files.length).toBeLessThan(60);
});
