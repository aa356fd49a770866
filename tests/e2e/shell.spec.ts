import type { Page } from "@playwright/test";
import { type Language, languageCodes, languages } from "../../shared/kernel/languages";
import { listInbox } from "../../shared/approvals/approvals/approvals.contract";
import { requestPath } from "../../shared/approvals/approvals/request-paths.rules";
import { readBoard } from "../../shared/work/tasks/tasks.contract";
import { Board } from "./support/board";
import { findRichestProject } from "./support/demo";
import { waitUntilReady } from "./support/wait-until-ready";
import { screenRecordsOf, signedInScreens } from "./support/routes";
import { catalogue, catalogueTextsOf } from "./support/catalogue-texts";
import { expect, test } from "./support/test";

const account = (page: Page) => page.getByRole("banner").getByRole("button").last();

test("all five languages switch text and direction and are saved to the account", async ({ signInAs }) => {
  test.slow();
  const elif = await signInAs("elif.kaya@acme.test");
  const { page } = elif;
  await page.goto("/dashboard");
  for (const code of [...languageCodes.filter((one) => one !== "en"), "en" as const]) {
    await account(page).click();
    await page.getByRole("menuitemradio", { name: languages[code].name }).click();
    await expectLanguage(page, code);
    await page.goto("/projects");
    await expect(
      page.getByRole("heading", { level: 1, name: catalogueTextsOf(code).say("title.projects") }),
    ).toBeVisible();
    await expectNoIds(page);
    await expectLanguage(page, code);
  }
  await account(page).click();
  await page.getByRole("menuitemradio", { name: languages.ckb.name }).click();
  await expectLanguage(page, "ckb");
  const elsewhere = await signInAs("elif.kaya@acme.test");
  await elsewhere.page.goto("/dashboard");
  await expectLanguage(elsewhere.page, "ckb");
  await account(page).click();
  await page.getByRole("menuitemradio", { name: languages.en.name }).click();
  await expectLanguage(elsewhere.page, "en");
});

test("the login screen uses the browser's language or the one chosen there", async ({ people }) => {
  const { page } = await people.visitor({ language: "de" });
  await page.goto("/login");
  await expectLanguage(page, "de");
  await page.getByRole("button", { name: languages.ar.name }).click();
  await expectLanguage(page, "ar");
  await expect(
    page.getByRole("button", { name: catalogueTextsOf("ar").say("login.submit"), exact: true }),
  ).toBeVisible();
  await page.reload();
  await expectLanguage(page, "ar");
});

test("the color scheme is remembered in the browser and in the account", async ({ signInAs }) => {
  const samir = await signInAs("samir.fares@acme.test");
  const { page, say } = samir;
  const scheme = (of: Page) => of.locator("html").getAttribute("data-mantine-color-scheme");
  await page.goto("/dashboard");
  await expect.poll(() => scheme(page)).toBe("light");
  await page.getByRole("button", { name: say("theme.toDark") }).click();
  await expect.poll(() => scheme(page)).toBe("dark");
  await page.reload();
  await expect(page.getByRole("button", { name: say("theme.toLight") })).toBeVisible();
  expect(await scheme(page)).toBe("dark");
  const elsewhere = await signInAs("samir.fares@acme.test");
  await elsewhere.page.goto("/dashboard");
  await expect.poll(() => scheme(elsewhere.page)).toBe("dark");
  await page.getByRole("button", { name: say("theme.toLight") }).click();
  await expect.poll(() => scheme(elsewhere.page)).toBe("light");
});

test("the menu collapses to a rail and moves to the bottom bar below 768 px", async ({ signInAs }) => {
  const avin = await signInAs("avin.mustafa@acme.test");
  const { page, say } = avin;
  await page.goto("/dashboard");
  const menu = page.getByRole("complementary", { name: say("menu.main") });
  const width = async () => (await menu.boundingBox())?.width ?? 0;
  await expect.poll(width).toBe(232);
  await page.getByRole("button", { name: say("menu.toggle") }).click();
  await expect.poll(width).toBe(56);
  await page.reload();
  await expect.poll(width).toBe(56);
  // The names are still accessible on hover and to screen readers.
  await expect(menu.getByRole("link", { name: say("menu.projects"), exact: true })).toBeVisible();
  await page.getByRole("button", { name: say("menu.toggle") }).click();
  await expect.poll(width).toBe(232);

  await page.setViewportSize({ width: 767, height: 800 });
  await expect(menu).toBeHidden();
  const bar = page.getByRole("navigation", { name: say("menu.main") });
  await bar.getByRole("button", { name: say("menu.menu") }).click();
  await expect(menu.getByRole("link", { name: say("menu.projects"), exact: true })).toBeVisible();
  await menu.getByRole("link", { name: say("menu.projects"), exact: true }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/projects$/);
  await bar.getByRole("link", { name: say("menu.home") }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(width).toBe(232);
  const foot = menu.getByRole("link", { name: /Acme/ });
  await expect(foot).toHaveAttribute("href", "https://acme.example");
  await expect(foot).toHaveAttribute("target", "_blank");
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

for (const language of ["en", "de", "ar"] as const) {
  test(`the buttons that decide a request fit a phone, ${language}`, async ({ signInAs }) => {
    const { page, api, words } = await signInAs("manager@acme.test", { language, browser: phone });
    const { data: waiting } = await api.call(listInbox, { query: { per_page: 1 } });
    if (!waiting[0]) throw new Error("The demo's inbox is empty.");
    await page.goto(requestPath(waiting[0].request));
    await waitUntilReady(page, words);
    const buttons = page.locator("[data-deciding] button");
    await expect(buttons.first()).toBeVisible();
    const cut = await buttons.evaluateAll((all) =>
      all.flatMap((button) => {
        const { left, right } = button.getBoundingClientRect();
        const texts = [button, ...button.querySelectorAll("*")];
        const fits = left >= 0 && right <= 390 && texts.every((text) => text.scrollWidth <= text.clientWidth + 1);
        return fits ? [] : [`${button.textContent} ${left}–${right}`];
      }),
    );
    expect(cut).toEqual([]);
  });
}

for (const language of ["de", "ar"] as const) {
  test(`no screen is wider than a phone, ${language}`, async ({ signInAs }) => {
    const person = await signInAs("manager@acme.test", { language, browser: phone });
    const { id } = await findRichestProject(person);
    const { data: columns } = await person.api.call(readBoard, { params: { id } });
    const task = columns[0]?.tasks[0]?.id;
    const screens = ["/dashboard", "/projects", "/projects/create", "/profile/notifications"];
    const ofProject = ["tasks", "view", "edit", "archived", `tasks?task=${task}`].map(
      (path) => `/projects/${id}/${path}`,
    );
    for (const path of [...screens, ...ofProject, `/project/tasks-details/${task}`]) {
      await person.page.goto(path);
      await waitUntilReady(person.page, person.words);
      const widths = await person.page.evaluate(() => ({
        page: document.documentElement.scrollWidth,
        inside: document.getElementById("main")?.scrollWidth,
      }));
      expect(widths, `${path} in ${language}`).toEqual({ page: 390, inside: 390 });
    }
  });
}

test("between 768 and 1180 px the menu is a rail with groups as submenus", async ({ signInAs }) => {
  const admin = await signInAs("admin@acme.test", { browser: { viewport: { width: 1100, height: 900 } } });
  const { page, say } = admin;
  await page.goto("/dashboard");
  const menu = page.getByRole("complementary", { name: say("menu.main") });
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(56);
  await page.setViewportSize({ width: 1100, height: 500 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(500);
  await page.setViewportSize({ width: 1100, height: 900 });
  await menu.getByRole("button", { name: say("menu.booking"), exact: true }).click();
  await page.getByRole("menuitem", { name: say("menu.roomReservation") }).click();
  await expect(page).toHaveURL(/\/room-reservation$/);
  await page.getByRole("button", { name: say("menu.toggle") }).click();
  const drawer = page.getByRole("dialog", { name: say("menu.main") });
  await drawer.getByRole("link", { name: say("menu.dashboard"), exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(drawer).toBeHidden();
});

test("no screen is wider than its window between 600 and 1180 px", async ({ signInAs, words }) => {
  test.setTimeout(300_000);
  const admin = await signInAs("admin@acme.test", { browser: { viewport: { width: 1180, height: 900 } } });
  const { page } = admin;
  for (const { path } of signedInScreens(await screenRecordsOf(admin))) {
    await page.goto(path);
    await waitUntilReady(page, words);
    for (const width of [600, 700, 768, 800, 900, 1000, 1100]) {
      await page.setViewportSize({ width, height: 900 });
      const over = () =>
        page.evaluate(() => {
          const main = document.getElementById("main");
          return main ? main.scrollWidth - main.clientWidth : 0;
        });
      await expect.soft.poll(over, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test("a menu longer than the screen scrolls to the current entry", async ({ signInAs }) => {
  const { page, say } = await signInAs("admin@acme.test", { browser: { viewport: { width: 1280, height: 420 } } });
  await page.goto("/role-permission");
  const menu = page.getByRole("navigation", { name: say("menu.main") });
  await expect(menu.getByRole("link", { name: say("menu.roles"), exact: true })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: say("ui.skip") })).toBeFocused();
  await page.goto("/dashboard");
  await expect(menu.getByRole("link", { name: say("menu.dashboard"), exact: true })).toBeInViewport({ ratio: 1 });
});

test("window titles name screen and product, and navigation focuses the heading", async ({
  manager: { page, say },
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { id, key } = await harbour.task("Order tea");
  const titles = [
    ["/dashboard", "Dashboard"],
    ["/projects", "Projects"],
    ["/projects/create", "New project"],
    [`/projects/${harbour.projectId}/view`, `Overview · ${harbour.title}`],
    [`/projects/${harbour.projectId}/edit`, `Edit project · ${harbour.title}`],
    [harbour.path, `Board · ${harbour.title}`],
    [`/project/tasks-details/${id}`, `Task · ${key} Order tea`],
    ["/leaves/create", "New leave request"],
    ["/leaves/list?tab=team", "Leave · Team overview"],
    ["/profile/notifications", "Notifications"],
  ] as const;
  for (const [path, title] of titles) {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} - Task Management`);
  }

  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto("/dashboard");
  await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
  const main = page.locator("#main");
  await main.evaluate((element) => element.scrollTo({ top: 400 }));
  await page
    .getByRole("complementary")
    .getByRole("link", { name: say("menu.projects"), exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeFocused();
  await expect.poll(() => main.evaluate((element) => element.scrollTop)).toBe(0);
});

test("the first Tab focuses the link that skips to the content", async ({ manager: { page, say } }) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: say("ui.skip") })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
});

test("a board in Arabic is right to left with Arabic digits", async ({ signInAs, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const person = await signInAs("manager@acme.test", { language: "ar" });
  const board = await new Board(person).open(harbour);
  await expectLanguage(person.page, "ar");
  const x = async (title: string) => (await board.column(title).boundingBox())?.x ?? 0;
  expect(await x("To do")).toBeGreaterThan(await x("In progress"));
  expect(await x("In progress")).toBeGreaterThan(await x("Done"));
  await expect(board.column("To do").getByText("١", { exact: true })).toBeVisible();
  // Task keys aren't localized.
  const { key } = await harbour.task("Order tea");
  await expect(board.card("Order tea")).toContainText(key);
});

async function expectLanguage(page: Page, code: Language): Promise<void> {
  const html = page.locator("html");
  await expect(html).toHaveAttribute("lang", code);
  await expect(html).toHaveAttribute("dir", languages[code].direction);
}

async function expectNoIds(page: Page): Promise<void> {
  const pageText = await page.locator("body").innerText();
  const ids = Object.keys(catalogue("en")).filter((id) => id.includes("."));
  expect(ids.filter((id) => pageText.includes(id))).toEqual([]);
}
