import type { Locator, Page } from "@playwright/test";
import { readProject } from "../../shared/work/projects/projects.contract";
import { readTask } from "../../shared/work/tasks/task-detail.contract";
import { paths } from "../../client/platform/paths";
import { axeChecker } from "./support/axe";
import { Board } from "./support/board";
import { holdRequests } from "./support/hold-requests";
import { demoAccounts, type Person } from "./support/people";
import { expect, test } from "./support/test";
import { planTask, Timeline } from "./support/timeline";

const optionsOf = (page: Page) => page.getByRole("dialog").getByRole("option");

async function openPalette({ page, say }: Person) {
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: say("palette.open") });
  await expect(field).toBeFocused();
  return field;
}

test("finds a task in another spelling, from the dashboard and by keyboard alone", async ({
  manager,
  newProject,
  words,
}) => {
  const harbour = await newProject({ "To do": ["أُحمد يراجع فاتورة الشاي"] });
  const { key } = await harbour.task("أُحمد يراجع فاتورة الشاي");
  const { page, say } = manager;
  await page.goto("/dashboard");
  await expect(page.locator("[data-page-title]")).toBeVisible();
  const field = await openPalette(manager);
  await page.keyboard.type("الشاي احمد فاتوره");
  const option = page
    .getByRole("group", { name: say("palette.group.tasks") })
    .getByRole("option")
    .first();
  await expect(option).toContainText(key);
  await expect(option).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id")) ?? "");
  await expect(page.getByRole("dialog").getByRole("status").first()).not.toBeEmpty();
  await axeChecker(page, words)("palette", null);
  await page.keyboard.press("ArrowDown");
  await expect(option).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: say("palette.title") })).toHaveCount(0);
  await expect(page.getByText("أُحمد يراجع فاتورة الشاي").first()).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\?task=\d+/);

  await page.goto("/search?q=احمد الشاي");
  const results = page.getByRole("list", { name: say("palette.results") });
  await expect(results.getByRole("link").first()).toContainText(key);
  await expect(results.locator("mark").first()).toHaveText("أُحمد");
  await page.getByLabel(say("title.search"), { exact: true }).press("ArrowDown");
  await expect(results.getByRole("link").first()).toBeFocused();
  await axeChecker(page, words)("search page", null);
});

test("a command changes the focused card in a second step; the focus returns to it", async ({
  manager,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"], "In progress": [] });
  const board = await new Board(manager).open(harbour);
  const { key } = await harbour.task("Order tea");
  const { page, say } = manager;
  await board.link("Order tea").focus();
  await openPalette(manager);
  await expect(page.getByRole("group", { name: key }).getByRole("option").first()).toBeVisible();
  await page.keyboard.type(say("command.task.move", { count: 1, key }));
  await page.keyboard.press("Enter");
  await page.keyboard.type("In prog");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await harbour.titles())["In progress"]).toEqual(["Order tea"]);
  await expect(board.link("Order tea")).toBeFocused();

  await openPalette(manager);
  await page.keyboard.type("tea");
  await expect(optionsOf(page).first()).toContainText("Order tea");
  await page.keyboard.press("Escape");
  await expect(board.link("Order tea")).toBeFocused();
});

test("the palette opens the pages of the open project that the user may open", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const title = (await harbour.owner.call(readProject, { params: { id: harbour.projectId } })).data.title;
  await new Board(colleague).open(harbour);
  await openPalette(colleague);
  const theirs = colleague.page.getByRole("group", { name: title });
  await expect(theirs.getByRole("option", { name: colleague.say("title.taskTemplates") })).toBeVisible();
  await expect(theirs.getByRole("option", { name: colleague.say("title.projectExport") })).toHaveCount(0);
  await expect(theirs.getByRole("option", { name: colleague.say("title.projectFields") })).toHaveCount(0);

  await new Board(manager).open(harbour);
  await openPalette(manager);
  const { page, say } = manager;
  await expect(page.getByRole("group", { name: title }).getByRole("option")).toHaveText([
    say("title.bin"),
    say("title.projectFields"),
    say("title.projectSeries"),
    say("title.taskTemplates"),
    say("title.projectExport"),
  ]);
  await page.keyboard.type(say("title.bin"));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${paths.projectBin(harbour.projectId)}$`));
});

test("answers of the server don't move the row under the cursor", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Teapot one", "Teapot two"] });
  await new Board(manager).open(harbour);
  const { page } = manager;
  const { requested, release } = await holdRequests(page, /\/search\?q=/);
  await openPalette(manager);
  await page.keyboard.type("teapot");
  await expect(optionsOf(page).nth(1)).toContainText("Teapot");
  await page.keyboard.press("ArrowDown");
  const chosen = page.getByRole("option", { selected: true });
  const [title, before] = [await chosen.innerText(), await chosen.boundingBox()];
  await requested;
  const answered = page.waitForResponse(/\/search\?q=/);
  release();
  await (await answered).finished();
  await expect(page.getByRole("dialog").getByRole("status").first()).not.toBeEmpty();
  await expect(chosen).toHaveText(title, { useInnerText: true });
  expect((await chosen.boundingBox())?.y).toBe(before?.y);
  await page.keyboard.press("Escape");
});

test("another tenant's task isn't found, nor screens without the permission", async ({
  colleague,
  outsider,
  newProject,
}) => {
  await newProject({ "To do": ["Hidden teapot"] });
  for (const [person, typed, group] of [
    [outsider, "Hidden teapot", "palette.group.tasks"],
    [colleague, colleague.say("menu.roles"), "palette.group.do"],
  ] as const) {
    const { page, say } = person;
    await page.goto("/dashboard");
    await expect(page.locator("[data-page-title]")).toBeVisible();
    await openPalette(person);
    const answered = page.waitForResponse(/\/search\?q=/);
    await page.keyboard.type(typed);
    await answered;
    await expect(optionsOf(page).filter({ hasText: say("palette.all", { query: typed }) })).toBeVisible();
    await expect(page.getByRole("group", { name: say(group) })).toHaveCount(0);
    await page.keyboard.press("Escape");
  }
  expect(colleague.user.permissions).not.toContain("role-list");
});

test("on a phone the palette fills the screen and opens from an icon", async ({ signInAs, newProject, words }) => {
  const phone = await signInAs(demoAccounts.manager, {
    browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const harbour = await newProject({ "To do": ["Order tea"] });
  await new Board(phone).open(harbour);
  const { page, say } = phone;
  await page.getByRole("button", { name: say("palette.open") }).tap();
  await page.keyboard.type("tea");
  await expect(optionsOf(page).first()).toContainText("Order tea");
  const box = await page.getByRole("dialog", { name: say("palette.title") }).boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, width: 390 });
  await axeChecker(page, words, { colours: false })("palette on a phone", null);
  await optionsOf(page).first().tap();
  await expect(page.getByRole("heading", { name: "Order tea" })).toBeVisible();
});

test("G and a letter open a screen, unless shortcuts of a single key are off", async ({ manager }) => {
  const { page, say } = manager;
  await page.goto("/my-work");
  await expect(page.locator("[data-page-title]")).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(page).toHaveURL(/\/dashboard/);

  await page.goto("/profile/editProfile");
  const setting = page.getByRole("switch", { name: say("profile.shortcuts") });
  await setting.uncheck();
  await page.locator("[data-page-title]").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/editProfile/);
  await setting.check();
  await page.locator("[data-page-title]").focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
});

test("commands apply to the focused row on my work, timeline and calendar", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"], "In progress": [] });
  await planTask(harbour, "Order tea", 1, 5);
  const { id, key } = await harbour.task("Order tea");
  const { page, say } = manager;
  const changed = async () => {
    const { user_ids, task_status_id, priority } = await harbour.task("Order tea");
    return { user_ids, task_status_id, priority };
  };
  const group = page.getByRole("group", { name: key });
  const command = async (row: Locator, label: string, option: string, beforeChoice?: () => void) => {
    await row.focus();
    await openPalette(manager);
    await expect(group.getByRole("option").first()).toBeVisible();
    await page.keyboard.type(label);
    await expect(page.getByRole("option", { selected: true })).toContainText(label);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: label })).toBeFocused();
    beforeChoice?.();
    await page.keyboard.type(option);
    await expect(page.getByRole("option", { selected: true })).toContainText(option);
    await page.keyboard.press("Enter");
    await expect(row).toBeFocused();
  };

  await new Timeline(manager).open(harbour);
  const bar = page.locator(`[data-bar="${id}"]`);
  // The list of people is loaded while its step is already shown.
  const { release } = await holdRequests(page, /assgine-to-users/);
  await command(bar, say("command.task.assign", { count: 1, key }), manager.fullname, release);
  await expect.poll(changed).toMatchObject({ user_ids: [manager.id] });
  await expect(page.getByRole("button", { name: say("action.undo") }).first()).toBeVisible();

  await page.goto(`/my-work?q=${key}`);
  const link = page.locator(`[data-task="${id}"] [data-row-link]`);
  await command(link, say("command.task.move", { count: 1, key }), "In prog");
  await expect.poll(changed).toMatchObject({ task_status_id: harbour.column("In progress") });

  await page.goto(`/projects/${harbour.projectId}/calendar`);
  const chip = page.locator(`[data-task="${id}"] [data-card-link]`).first();
  const field = say("task.priority");
  await command(chip, say("command.task.field", { count: 1, key, field }), say("task.priority.high"));
  await expect.poll(changed).toMatchObject({ priority: "high" });
});

test("logs time on a found task, and lists opened tasks without a query", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Descale the samovar"] });
  const { id, key } = await harbour.task("Descale the samovar");
  const { page, say } = manager;
  await page.goto(`/dashboard?task=${id}`);
  await expect(page.getByRole("heading", { name: "Descale the samovar" })).toBeVisible();
  await page.goto("/inbox");
  await expect(page.locator("[data-page-title]")).toBeVisible();
  await openPalette(manager);
  const recent = page.getByRole("group", { name: say("palette.group.recent") }).getByRole("option");
  await expect(recent.first()).toContainText(key);

  await page.keyboard.type("descale samovar");
  const log = optionsOf(page).filter({ hasText: say("command.task.log", { key }) });
  await log.click();
  await page.getByRole("textbox", { name: say("time.field.length") }).fill("1:30");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: say("palette.title") })).toHaveCount(0);
  await expect.poll(async () => (await manager.api.call(readTask, { params: { id } })).data.spent_minutes).toBe(90);
});
