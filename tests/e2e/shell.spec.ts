import type { Page } from "@playwright/test";
import { type Language, languageCodes, languages } from "../../shared/kernel/languages";
import { readBoard } from "../../shared/tasks/tasks.contract";
import { Board } from "./support/board";
import { richProject } from "./support/demo";
import { ready } from "./support/ready";
import { catalogue, wordsOf } from "./support/words";
import { expect, test } from "./support/test";

const account = (page: Page) => page.getByRole("banner").getByRole("button").last();

test("all five languages: chosen in the menu, texts and direction at once, remembered on the account", async ({
  cast,
}) => {
  test.slow();
  const elif = await cast("elif.kaya@acme.test");
  const { page } = elif;
  await page.goto("/dashboard");
  for (const code of [...languageCodes.filter((one) => one !== "en"), "en" as const]) {
    await account(page).click();
    await page.getByRole("menuitemradio", { name: languages[code].name }).click();
    await expectLanguage(page, code);
    await page.goto("/projects");
    await expect(page.getByRole("heading", { level: 1, name: wordsOf(code).say("title.projects") })).toBeVisible();
    await expectNoIds(page);
    await expectLanguage(page, code);
  }
  // Another browser of the same person speaks it as well.
  await account(page).click();
  await page.getByRole("menuitemradio", { name: languages.ckb.name }).click();
  await expectLanguage(page, "ckb");
  const elsewhere = await cast("elif.kaya@acme.test");
  await elsewhere.page.goto("/dashboard");
  await expectLanguage(elsewhere.page, "ckb");
  // What one device changes the other shows.
  await account(page).click();
  await page.getByRole("menuitemradio", { name: languages.en.name }).click();
  await expectLanguage(elsewhere.page, "en");
});

test("the login speaks the browser's language, or the one that is chosen there", async ({ casting }) => {
  const { page } = await casting.visitor({ language: "de" });
  await page.goto("/login");
  await expectLanguage(page, "de");
  await page.getByRole("button", { name: languages.ar.name }).click();
  await expectLanguage(page, "ar");
  await expect(page.getByRole("button", { name: wordsOf("ar").say("login.submit"), exact: true })).toBeVisible();
  await page.reload();
  await expectLanguage(page, "ar");
});

test("light or dark is remembered, here and on the account", async ({ cast }) => {
  const samir = await cast("samir.fares@acme.test");
  const { page, say } = samir;
  const scheme = (of: Page) => of.locator("html").getAttribute("data-mantine-color-scheme");
  await page.goto("/dashboard");
  await expect.poll(() => scheme(page)).toBe("light");
  await page.getByRole("button", { name: say("theme.toDark") }).click();
  await expect.poll(() => scheme(page)).toBe("dark");
  await page.reload();
  await expect(page.getByRole("button", { name: say("theme.toLight") })).toBeVisible();
  expect(await scheme(page)).toBe("dark");
  const elsewhere = await cast("samir.fares@acme.test");
  await elsewhere.page.goto("/dashboard");
  await expect.poll(() => scheme(elsewhere.page)).toBe("dark");
  await page.getByRole("button", { name: say("theme.toLight") }).click();
  await expect.poll(() => scheme(elsewhere.page)).toBe("light");
});

test("the menu is folded to a rail and stays so; below 768 px it waits behind the bar at the bottom", async ({
  cast,
}) => {
  const avin = await cast("avin.mustafa@acme.test");
  const { page, say } = avin;
  await page.goto("/dashboard");
  const menu = page.getByRole("complementary", { name: say("menu.main") });
  const width = async () => (await menu.boundingBox())?.width ?? 0;
  await expect.poll(width).toBe(232);
  await page.getByRole("button", { name: say("menu.toggle") }).click();
  await expect.poll(width).toBe(56);
  await page.reload();
  await expect.poll(width).toBe(56);
  // The names are still there, for those who hover or listen.
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
  // The foot names the tenant and leads to its website, in a new tab.
  const foot = menu.getByRole("link", { name: /Acme/ });
  await expect(foot).toHaveAttribute("href", "https://acme.example");
  await expect(foot).toHaveAttribute("target", "_blank");
});

for (const language of ["de", "ar"] as const) {
  test(`nothing is wider than a phone, ${language}`, async ({ cast }) => {
    const person = await cast("manager@acme.test", {
      language,
      browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    });
    const { id } = await richProject(person);
    const { data: columns } = await person.api.call(readBoard, { params: { id } });
    const task = columns[0]?.tasks[0]?.id;
    const screens = ["/auth/expirePlan", "/dashboard", "/projects", "/projects/create", "/profile/notifications"];
    const ofProject = ["tasks", "view", "edit", "archived", `tasks?task=${task}`].map(
      (path) => `/projects/${id}/${path}`,
    );
    for (const path of [...screens, ...ofProject, `/project/tasks-details/${task}`]) {
      await person.page.goto(path);
      await ready(person.page, person.words);
      const widths = await person.page.evaluate(() => ({
        page: document.documentElement.scrollWidth,
        inside: document.getElementById("main")?.scrollWidth,
      }));
      expect(widths, `${path} in ${language}`).toEqual({ page: 390, inside: 390 });
    }
  });
}

test("a menu longer than the screen shows where one is", async ({ cast }) => {
  const { page, say } = await cast("admin@acme.test", { browser: { viewport: { width: 1280, height: 420 } } });
  await page.goto("/role-permission");
  const menu = page.getByRole("navigation", { name: say("menu.main") });
  await expect(menu.getByRole("link", { name: say("menu.roles"), exact: true })).toBeInViewport({ ratio: 1 });
  // The first Tab still skips it.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: say("ui.skip") })).toBeFocused();
  await page.goto("/dashboard");
  await expect(menu.getByRole("link", { name: say("menu.dashboard"), exact: true })).toBeInViewport({ ratio: 1 });
});

test("titles: the screen's, then the product's; a navigation starts at the top and with its heading", async ({
  manager: { page, say },
  stage,
}) => {
  const harbour = await stage({ "To do": ["Order tea"] });
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

test("the first Tab skips to the content; everything on the way can be reached by keys", async ({
  manager: { page, say },
}) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: say("ui.skip") })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
});

test("a board in Arabic: everything from the right, digits of its own", async ({ cast, stage }) => {
  const harbour = await stage({ "To do": ["Order tea"] });
  const person = await cast("manager@acme.test", { language: "ar" });
  const board = await new Board(person).open(harbour);
  await expectLanguage(person.page, "ar");
  const x = async (title: string) => (await board.column(title).boundingBox())?.x ?? 0;
  expect(await x("To do")).toBeGreaterThan(await x("In progress"));
  expect(await x("In progress")).toBeGreaterThan(await x("Done"));
  await expect(board.column("To do").getByText("١", { exact: true })).toBeVisible();
  // Keys stay as they are written.
  const { key } = await harbour.task("Order tea");
  await expect(board.card("Order tea")).toContainText(key);
});

async function expectLanguage(page: Page, code: Language): Promise<void> {
  const html = page.locator("html");
  await expect(html).toHaveAttribute("lang", code);
  await expect(html).toHaveAttribute("dir", languages[code].direction);
}

/** A text that is missing shows its id. */
async function expectNoIds(page: Page): Promise<void> {
  const shown = await page.locator("body").innerText();
  const ids = Object.keys(catalogue("en")).filter((id) => id.includes("."));
  expect(ids.filter((id) => shown.includes(id))).toEqual([]);
}
