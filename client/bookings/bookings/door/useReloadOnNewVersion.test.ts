/** @jest-environment jsdom */
import { isPageOutdated } from "./useReloadOnNewVersion";

const pageWith = (src: string) =>
  `<html><head><script src="/boot.js"></script><script type="module" src="${src}"></script>`;
const serve = (html: string, ok = true) =>
  Object.assign(globalThis, { fetch: () => Promise.resolve({ ok, text: () => Promise.resolve(html) }) });

beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="/assets/index-a.js"></script>';
});

test("a page is outdated when the server's page starts with another script", async () => {
  serve(pageWith("/assets/index-a.js"));
  expect(await isPageOutdated()).toBe(false);
  serve(pageWith("/assets/index-b.js"));
  expect(await isPageOutdated()).toBe(true);
});

test("an unreachable server and pages of other origin don't make a page outdated", async () => {
  serve(pageWith("/assets/index-b.js"), false);
  expect(await isPageOutdated()).toBe(false);
  for (const html of ["<h1>Sign in to the network</h1>", pageWith("https://proxy.test/start.js")]) {
    serve(html);
    expect(await isPageOutdated()).toBe(false);
  }
  Object.assign(globalThis, { fetch: () => Promise.reject(new TypeError("offline")) });
  expect(await isPageOutdated()).toBe(false);
});
