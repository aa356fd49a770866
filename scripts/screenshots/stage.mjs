/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {import("@playwright/test").BrowserContextOptions} ContextOptions
 * @typedef {{ id: number }} Task
 * @typedef {{ id: number, tasks: [Task, Task, Task] }} Column the demo's columns have more
 * @typedef {[Column, Column, Column, Column] & { projectId: number }} BoardFacts
 */
const password = "Demo1234";

/**
 * Signs a user in with a separate browser context. Changes the account's settings first, because they override the browser's.
 * @typedef {Awaited<ReturnType<typeof signInPerson>>} Person
 * @param {import("@playwright/test").Browser} browser
 * @param {string | null} email null: a visitor
 * @param {ContextOptions} options
 * @param {{ theme: string, language: string }} [look]
 */
export async function signInPerson(browser, email, options, { theme, language } = { theme: "light", language: "en" }) {
  const context = await browser.newContext({ locale: "en-US", timezoneId: "UTC", ...options });
  /** @type {string | null} */
  let token = null;
  const call = async (/** @type {string} */ method, /** @type {string} */ to, /** @type {unknown} */ data) => {
    const headers = token ? { authorization: `Bearer ${token}` } : undefined;
    const response = await context.request.fetch(to, { method, data, headers });
    if (!response.ok()) throw new Error(`${method} ${to}: ${response.status()} ${await response.text()}`);
    return response.json();
  };
  if (email) {
    token = (await call("POST", "/auth/login", { email, password })).access_token;
    await call("PATCH", "/auth/user/settings", { theme, language, sidebar: "expanded" });
  }
  const stored = { "portal.token": token, "portal.theme": theme, "portal.language": language };
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) if (value) localStorage.setItem(key, value);
  }, stored);
  const page = await context.newPage();
  return {
    context,
    page,
    call,
    /** The first project's columns with their tasks. @returns {Promise<BoardFacts>} */
    async board() {
      const { data: projects } = await call("GET", "/project/list", undefined);
      const projectId = Math.min(...projects.map((/** @type {{ id: number }} */ { id }) => id));
      const { data } = await call("GET", `/project/${projectId}/task_tatus`, undefined);
      return Object.assign(data, { projectId });
    },
  };
}

/** @param {Page} page @param {{ projectId: number }} board */
export async function openBoard(page, { projectId }) {
  await page.goto(`/projects/${projectId}/tasks`);
  await page.locator("[data-task]").first().waitFor();
}

/**
 * Picks a card up and drags it over a slot of a column without dropping it.
 * @param {Page} page @param {number} taskId @param {number} columnId @param {number} place
 */
export async function dragCardOverSlot(page, taskId, columnId, place) {
  const from = await page.locator(`[data-task="${taskId}"]`).boundingBox();
  const over = await page.locator(`[data-column="${columnId}"] [data-task]`).nth(place).boundingBox();
  if (!from || !over) throw new Error("The card isn't on the screen.");
  await page.mouse.move(from.x + 60, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(from.x + 80, from.y + 52, { steps: 4 });
  await page.mouse.move(over.x + 70, over.y + 20, { steps: 12 });
}

/** Waits until requests, fonts and animations are finished. @param {Page} page */
export async function waitUntilSettled(page) {
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
}
