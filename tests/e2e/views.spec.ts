import { createTag, deleteTag } from "../../shared/work/projects/projects.contract";
import { updateTask } from "../../shared/work/tasks/tasks.contract";
import { createView, updateView } from "../../shared/work/views/views.contract";
import { Board } from "./support/board";
import { TaskList } from "./support/list";
import { demoAccounts, type Person } from "./support/people";
import { expect, test } from "./support/test";

const tabsOf = (person: Person) => person.page.getByRole("navigation", { name: person.say("board.views") });
const viewTab = (person: Person, name: string) => tabsOf(person).getByRole("link", { name, exact: true });
/** Presses a button, which may be in the menu of its row of tools. */
async function press({ page, say }: Person, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true, includeHidden: true });
  await button.waitFor({ state: "attached" });
  const row = page.locator("[data-fold]").filter({ has: button });
  if (!(await button.isVisible())) await row.getByRole("button", { name: say("ui.moreTools") }).click();
  await button.click();
}

async function saveView(person: Person, name: string, shared: boolean): Promise<void> {
  const { page, say } = person;
  await press(person, say("view.save"));
  const dialog = page.getByRole("dialog", { name: say("view.save") });
  await dialog.getByLabel(say("view.name")).fill(name);
  if (shared) await dialog.getByRole("checkbox", { name: say("view.shared") }).check();
  await page.keyboard.press("Enter");
  await expect(viewTab(person, name)).toHaveAttribute("aria-current", "page");
}

const menuItem = async (person: Person, view: string, item: string) => {
  await press(person, person.say("view.menu", { name: view }));
  await person.page.getByRole("menuitem", { name: item, exact: true }).click();
};

test("a shared view appears, changes and disappears on the other's screen", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea", "Order sugar"] });
  const tea = await harbour.task("Order tea");
  await manager.api.call(updateTask, { params: { id: tea.id }, body: { priority: "high" } });
  const theirs = await new Board(colleague).open(harbour);
  const mine = await new TaskList(manager).open(harbour, "?priority=high&group=none");
  await saveView(manager, "Urgent", true);

  await viewTab(colleague, "Urgent").click();
  const list = new TaskList(colleague);
  await list.live();
  await expect(list.rows).toHaveCount(1);
  await expect(list.row("Order tea")).toBeVisible();
  // Members who may not edit the project can use the view, but not save it.
  await press(colleague, colleague.say("board.filter.clear"));
  await expect(list.rows).toHaveCount(2);
  await expect(colleague.page.getByText(colleague.say("view.modified"))).toBeVisible();
  await expect(colleague.page.getByRole("button", { name: colleague.say("action.save"), exact: true })).toHaveCount(0);
  await press(colleague, colleague.say("view.reset"));
  await expect(list.rows).toHaveCount(1);

  await press(manager, manager.say("board.filter.clear"));
  await expect(mine.rows).toHaveCount(2);
  await press(manager, manager.say("action.save"));
  await expect(manager.page.getByText(manager.say("view.modified"))).toHaveCount(0);
  await expect(list.rows).toHaveCount(2);
  await menuItem(manager, "Urgent", manager.say("view.rename"));
  await manager.page.getByLabel(manager.say("view.name")).fill("Everything");
  await manager.page.keyboard.press("Enter");
  await expect(viewTab(colleague, "Everything")).toBeVisible();

  await menuItem(manager, "Everything", manager.say("view.unshare"));
  await expect(viewTab(colleague, "Everything")).toHaveCount(0);
  await expect(colleague.page.getByText(colleague.say("view.notFound"))).toBeVisible();
  await expect(theirs.page).toHaveURL(/view=/);
});

test("a deleted view is restored by undo, and favorites are in the side menu", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { page, say } = manager;
  await new Board(manager).open(harbour, "?priority=high");
  await saveView(manager, "Urgent", false);
  await press(manager, say("view.favorite"));
  const favorites = page.getByRole("list", { name: say("view.favorites") });
  await expect(favorites.getByRole("link", { name: "Urgent" })).toBeVisible();
  await menuItem(manager, "Urgent", say("view.delete"));
  await expect(viewTab(manager, "Urgent")).toHaveCount(0);
  await expect(favorites.getByRole("link", { name: "Urgent" })).toHaveCount(0);
  await page.getByRole("button", { name: say("action.undo"), exact: true }).click();
  await expect(viewTab(manager, "Urgent")).toBeVisible();
  await favorites.getByRole("link", { name: "Urgent" }).click();
  await expect(viewTab(manager, "Urgent")).toHaveAttribute("aria-current", "page");
});

test("a view names a deleted tag and offers to remove the condition", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { page, say, api } = manager;
  const tag = (await api.call(createTag, { body: { project_id: harbour.projectId, name: "seo" } })).data;
  const board = await new Board(manager).open(harbour, `?tag_id=${tag.id}`);
  await saveView(manager, "Search", false);
  await api.call(deleteTag, { params: { id: tag.id } });
  await expect(page.getByText(say("view.missing.tag", { name: "seo" }))).toBeVisible();
  await press(manager, say("view.missing.remove"));
  await expect(board.card("Order tea")).toBeVisible();
  await press(manager, say("action.save"));
  await expect(page.getByText(say("view.missing.tag", { name: "seo" }))).toHaveCount(0);
});

test("links with filters open as before, links to a view open it, by keyboard too", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Order sugar"] });
  const { page, say, api } = manager;
  const tea = await harbour.task("Order tea");
  await api.call(updateTask, { params: { id: tea.id }, body: { priority: "high" } });
  const list = await new TaskList(manager).open(harbour, "?priority=high&group=none");
  await list.expectTitles(["Order tea"]);
  await expect(page).toHaveURL(/\?priority=high&group=none$/);

  const body = { project_id: harbour.projectId, scope: "own", layout: "list" } as const;
  const createdView = await api.call(createView, {
    body: { ...body, name: "Not urgent", query: "all=priority.not:high&group=none" },
  });
  await api.call(createView, { body: { ...body, name: "Second", query: "" } });
  const view = createdView.data;
  await list.open(harbour, `?view=${view.id}`);
  await list.expectTitles(["Order sugar"]);
  // A screen that shows the view unmodified follows its changes.
  const params = { id: view.id };
  await api.call(updateView, { params, body: { query: "priority=high&group=none", version: view.version } });
  await list.expectTitles(["Order tea"]);

  await page.getByRole("button", { name: say("view.menu", { name: "Not urgent" }) }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: say("view.later") }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(tabsOf(manager).locator("[data-view]")).toHaveText(["Second", "Not urgent"]);

  await page.goto(`${harbour.path}?view=999999999`);
  await expect(page.getByText(say("view.notFound"))).toBeVisible();
  await expect(new Board(manager).card("Order sugar")).toBeVisible();
});

test("a group of the advanced filter is edited and saved with a view", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Order sugar"], "In progress": ["Count crates"] });
  const { page, say, api } = manager;
  const tea = await harbour.task("Order tea");
  await api.call(updateTask, { params: { id: tea.id }, body: { priority: "high" } });
  const list = await new TaskList(manager).open(harbour, "?group=none");
  await press(manager, say("filter.add"));
  await page.getByRole("menuitem", { name: say("filter.advanced") }).click();
  const dialog = page.getByRole("dialog", { name: say("filter.advanced") });
  await dialog.getByRole("button", { name: say("filter.addGroup") }).click();
  const group = dialog.getByRole("group", { name: say("filter.any") });
  await group.getByRole("combobox", { name: say("filter.operator") }).selectOption(say("filter.is.not"));
  await group.getByRole("button", { name: say("filter.choose") }).click();
  await page.getByRole("option", { name: say("task.priority.high") }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await list.expectTitles(["Order sugar", "Count crates"]);
  await saveView(manager, "Calm", false);
  await page.reload();
  await list.live();
  await list.expectTitles(["Order sugar", "Count crates"]);
  await expect(page.getByText(say("filter.advanced.count", { count: 1 }))).toBeVisible();
});

test("a view of my work is shared, and one of the timeline is a favorite", async ({ signInAs, colleague }) => {
  const admin = await signInAs(demoAccounts.administrator);
  const { page, say } = admin;
  const tabs = page.getByRole("navigation", { name: say("view.views") });
  const name = `Urgent ${Date.now()}`;
  await colleague.page.goto("/my-work");
  await page.goto("/my-work?of=reported&priority=high");
  await press(admin, say("view.save"));
  const dialog = page.getByRole("dialog", { name: say("view.save") });
  await dialog.getByLabel(say("view.name")).fill(name);
  await dialog.getByRole("checkbox", { name: say("view.sharedTenant") }).check();
  await page.keyboard.press("Enter");
  await expect(tabs.getByRole("link", { name })).toHaveAttribute("aria-current", "page");

  await colleague.page.getByRole("link", { name }).click();
  await expect(colleague.page).toHaveURL(/of=reported&priority=high&view=/);
  await expect(colleague.page.getByRole("button", { name: colleague.say("action.save"), exact: true })).toHaveCount(0);
  await menuItem(admin, name, say("view.delete"));
  await expect(colleague.page.getByText(colleague.say("view.notFound"))).toBeVisible();
  await expect(colleague.page.getByRole("link", { name })).toHaveCount(0);

  const isOpen = () => expect(page.getByRole("button", { name: say("timeline.today"), exact: true })).toBeVisible();
  await page.goto("/timeline?zoom=month");
  await isOpen();
  await press(admin, say("view.save"));
  await dialog.getByLabel(say("view.name")).fill(name);
  await page.keyboard.press("Enter");
  await expect(tabs.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  await press(admin, say("view.favorite"));
  await menuItem(admin, name, say("calendar.subscribe"));
  const subscribe = page.getByRole("dialog", { name: say("calendar.subscribe") });
  await subscribe.getByRole("button", { name: say("feed.create") }).click();
  await expect(subscribe.getByLabel(say("feed.address"))).toHaveValue(/\/views\/calendar\/.+\.ics$/);
  await page.goto("/profile/security");
  await page.getByRole("button", { name: say("opened.revoke", { name }) }).click();
  await expect(page.getByRole("button", { name: say("opened.revoke", { name }) })).toHaveCount(0);
  await page.goto("/my-work");
  await page
    .getByRole("list", { name: say("view.favorites") })
    .getByRole("link", { name })
    .click();
  await expect(page).toHaveURL(/timeline\?.*zoom=month/);
  await isOpen();
  await menuItem(admin, name, say("view.delete"));
  await expect(page.getByRole("list", { name: say("view.favorites") }).getByRole("link", { name })).toHaveCount(0);
});
