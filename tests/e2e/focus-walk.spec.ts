import type { Locator, Page } from "@playwright/test";
import { listInbox } from "../../shared/approvals/approvals/approvals.contract";
import { createExpenseCategory } from "../../shared/requests/expenses/expenses.contract";
import { createLeave } from "../../shared/requests/leave/requests/leave.contract";
import { createLeaveType, listLeaveTypes } from "../../shared/requests/leave/types/types.contract";
import { archiveTask, updateTask } from "../../shared/work/tasks/tasks.contract";
import { Board } from "./support/board";
import { TaskList } from "./support/list";
import type { Person } from "./support/people";
import { monthsAgo, workday } from "./support/days";
import { addPerson, openTenant } from "./support/operator";
import { hasFocus } from "./support/wait-until-ready";
import { expect, test } from "./support/test";

/**
 * Runs every command by keyboard and checks the focus afterwards: on the command's object, on what it opened, or on the next item, never on
 * the body, where the next key would do nothing.
 */
class Walk {
  readonly page: Page;

  constructor(person: Person) {
    this.page = person.page;
  }

  /** `opened` gets the focus; Escape returns the focus to `back`. */
  async opens(keys: string, opened: Locator, from: Locator, back: Locator = from): Promise<void> {
    await test.step(`${keys} opens the element, and Escape returns the focus`, async () => {
      await expect(from).toBeFocused();
      await this.page.keyboard.press(keys);
      await expect(opened).toBeVisible();
      await expect(opened.or(opened.locator(":focus"))).not.toHaveCount(0);
      await hasFocus(opened);
      await this.page.keyboard.press("Escape");
      await expect(opened).toBeHidden();
      await expect(back).toBeFocused();
    });
  }

  async leadsTo(keys: string, to: Locator): Promise<void> {
    await test.step(`${keys} moves the focus`, async () => {
      await this.page.keyboard.press(keys);
      await expect(to).toBeFocused();
    });
  }

  /** Presses a key until the element has the focus. */
  async reach(target: Locator, key = "Tab"): Promise<void> {
    await test.step(`${key} reaches the element`, async () => {
      await expect(target).toBeVisible();
      const isFocused = () => target.evaluate((element) => element === document.activeElement);
      for (let times = 0; times < 80 && !(await isFocused()); times++) await this.page.keyboard.press(key);
      await expect(target).toBeFocused();
    });
  }

  async somewhere(): Promise<void> {
    await expect.poll(() => this.page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  }
}

async function choose(page: Page, name: string): Promise<void> {
  const option = page.getByRole("option", { name, exact: true });
  await expect(option).toBeVisible();
  await expect(async () => {
    if ((await option.getAttribute("data-combobox-selected")) === null) await page.keyboard.press("ArrowDown");
    await expect(option).toHaveAttribute("data-combobox-selected", { timeout: 200 });
  }).toPass();
  await page.keyboard.press("Enter");
}

const dialogs = (page: Page) =>
  page.locator(".mantine-Popover-dropdown:visible, .mantine-Menu-dropdown:visible, [role=dialog]:visible");

test("board: the focus stays on the card or moves to the next", async ({ manager, newProject }) => {
  const harbour = await newProject({
    "To do": ["Order tea", "Paint the gate", "Call the customs"],
    "In progress": ["Sweep the yard"],
  });
  const board = await new Board(manager).open(harbour);
  const { page, say } = manager;
  const walk = new Walk(manager);
  const [tea, gate] = [board.link("Order tea"), board.link("Paint the gate")];
  const opened = dialogs(page).first();

  await tea.focus();
  await walk.leadsTo("ArrowDown", gate);
  await walk.leadsTo("ArrowUp", tea);
  await walk.leadsTo("ArrowRight", board.link("Sweep the yard"));
  await walk.leadsTo("ArrowLeft", tea);
  for (const key of ["a", "m", "l", "d", "p", "e", ".", "?"]) await walk.opens(key, opened, tea);
  await walk.opens("o", page.getByRole("dialog", { name: say("task.panel") }), tea);
  await walk.opens("Enter", page.getByRole("dialog", { name: say("task.panel") }), tea);
  for (const key of ["i", "3", "x", "x"]) await walk.leadsTo(key, tea);

  await walk.leadsTo("Shift+ArrowDown", gate);
  await expect(page.locator("[data-task][data-selected]")).toHaveCount(2);
  await walk.leadsTo("Escape", gate);
  await expect(page.locator("[data-task][data-selected]")).toHaveCount(0);
  await walk.leadsTo("x", gate);
  await walk.leadsTo("ArrowUp", tea);
  await walk.leadsTo("Shift+X", tea);
  await expect(page.locator("[data-task][data-selected]")).toHaveCount(2);
  await walk.leadsTo("Escape", tea);

  await walk.leadsTo("Space", tea);
  await walk.leadsTo("Escape", tea);
  await walk.leadsTo("Space", tea);
  const { key } = await harbour.task("Order tea");
  const at = (position: number) => ({ key, position, count: 3, column: "To do" });
  await expect(board.announcement).toHaveText(say("board.drag.lifted.keyboard", at(1)));
  await walk.leadsTo("ArrowDown", tea);
  await expect(board.announcement).toHaveText(say("board.drag.over", at(2)));
  await walk.leadsTo("Space", tea);
  await board.expectColumn("To do", ["Paint the gate", "Order tea", "Call the customs"]);

  // Moves the card by the column menu and undoes the move immediately. Of two moves in flight, the last one wins.
  await page.keyboard.press("m");
  await choose(page, "Done");
  await board.expectColumn("Done", ["Order tea"]);
  await expect(tea).toBeFocused();
  await page.keyboard.press("Control+z");
  await board.expectColumn("To do", ["Paint the gate", "Order tea", "Call the customs"]);
  await expect(tea).toBeFocused();

  await page.keyboard.press("Shift+A");
  await expect(board.card("Order tea")).toHaveCount(0);
  await expect(page.locator("[data-card-link]:focus")).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(tea).toBeVisible();
  await expect(page.locator("[data-card-link]:focus")).toHaveCount(1);

  await tea.focus();
  await page.keyboard.press(".");
  await expect(opened).toBeVisible();
  await hasFocus(opened);
  await page.getByRole("menuitem", { name: say("task.delete"), exact: true }).press("Enter");
  const ask = page.getByRole("dialog");
  await hasFocus(ask);
  await page.keyboard.press("Escape");
  await expect(ask).toBeHidden();
  await expect(tea).toBeFocused();

  await page.keyboard.press("n");
  await expect(page.locator("textarea:focus, input:focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await walk.somewhere();
  await tea.focus();
  await page.keyboard.press("/");
  await expect(page.getByLabel(say("board.filter.search"), { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-card-link]:focus")).toHaveCount(1);
});

test("list: row shortcuts work as on the board, and the cell keeps the focus", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"], Done: ["Sweep the yard"] });
  const list = await new TaskList(manager).open(harbour);
  const { page, say } = manager;
  const walk = new Walk(manager);
  const cell = async (title: string) => list.row(title).getByRole("gridcell").first();
  const tea = await cell("Order tea");
  const gate = await cell("Paint the gate");
  const opened = dialogs(page).first();

  await tea.focus();
  await walk.leadsTo("ArrowDown", gate);
  await walk.leadsTo("ArrowUp", tea);
  for (const key of ["a", "m", "l", "d", "p", "e", ".", "?"]) await walk.opens(key, opened, tea);
  await walk.opens("o", page.getByRole("dialog", { name: say("task.panel") }), tea);
  for (const key of ["i", "x"]) await walk.leadsTo(key, tea);
  await walk.leadsTo("Shift+ArrowDown", gate);
  await expect(list.bar).toContainText(say("bulk.selected", { count: 2 }));
  await walk.leadsTo("Escape", gate);
  await walk.leadsTo("x", gate);
  await walk.leadsTo("ArrowUp", tea);
  await walk.leadsTo("Shift+X", tea);
  await expect(list.bar).toContainText(say("bulk.selected", { count: 2 }));
  await walk.leadsTo("Escape", tea);

  const title = await list.cell("Order tea", "title");
  for (const key of ["F2", "c"]) {
    await title.focus();
    await page.keyboard.press(key);
    await expect(page.locator("input:focus")).toHaveValue(key === "c" ? "c" : "Order tea");
    await walk.leadsTo("Escape", title);
  }
  await tea.focus();

  await page.keyboard.press("m");
  await choose(page, "Done");
  await expect.poll(async () => (await harbour.titles()).Done).toContain("Order tea");
  await expect(await cell("Order tea")).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await harbour.titles()).Done).not.toContain("Order tea");
  await expect(await cell("Order tea")).toBeFocused();

  await page.keyboard.press("Shift+A");
  await expect(list.row("Order tea")).toHaveCount(0);
  await expect(list.table.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(list.row("Order tea")).toBeVisible();
  await expect(list.table.locator(":focus")).toHaveCount(1);

  await page.keyboard.press("n");
  await expect(page.locator("input:focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(list.table.locator(":focus")).toHaveCount(1);
});

// Unique titles: the screen also lists tasks that other tests assign to this user.
test("my work: a task opens as a dialog, and Escape returns to its row", async ({ colleague, newProject }) => {
  const harbour = await newProject({ "To do": ["Weigh the crates", "Grease the hinges"] });
  for (const title of ["Weigh the crates", "Grease the hinges"]) {
    const { id } = await harbour.task(title);
    const body = { users: [colleague.id] };
    await harbour.owner.call(updateTask, { params: { id }, body });
  }
  const { page, say } = colleague;
  const walk = new Walk(colleague);
  await page.goto(`/my-work?q=${encodeURIComponent("the hinges")}`);
  const row = (title: string) => page.locator("[data-row]").filter({ hasText: title });
  const gate = row("Grease the hinges").locator("[data-row-link]");
  await expect(gate).toBeVisible();
  await walk.leadsTo("j", gate);
  const panel = page.getByRole("dialog", { name: say("task.panel") });
  await walk.opens("Enter", panel, gate);
  await expect(page).toHaveURL(/\/my-work\?q=/);

  await page.goto("/my-work");
  const tea = row("Weigh the crates").locator("[data-row-link]");
  await tea.focus();
  await page.keyboard.press("Enter");
  await expect(panel.getByText("Weigh the crates")).toBeVisible();
  await hasFocus(panel);
  await page.keyboard.press("Escape");
  await expect(tea).toBeFocused();

  const day = row("Weigh the crates").getByRole("button").last();
  await day.focus();
  await day.press("Enter");
  await expect(dialogs(page).first()).toBeVisible();
  await hasFocus(dialogs(page).first());
  await page.keyboard.press("Escape");
  await expect(day).toBeFocused();
  await expect(dialogs(page)).toHaveCount(0);
  const column = row("Weigh the crates").getByRole("button").first();
  await column.focus();
  await column.press("Enter");
  await page.getByRole("option", { name: "Done", exact: true }).waitFor();
  await expect(column).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(column).toBeFocused();
  await column.press("Enter");
  await choose(page, "Done");
  await expect(row("Weigh the crates")).toHaveCount(0);
  await walk.somewhere();
});

test("inbox: a decision focuses the next request, dialogs return the focus", async ({ signInAs }) => {
  const [manager, asker] = [await signInAs("azad.hassan@acme.test"), await signInAs("carlos.rivas@acme.test")];
  const { page } = manager;
  const walk = new Walk(manager);
  const types = await asker.api.call(listLeaveTypes);
  const leave_type_id = types.data.find(({ name }) => name === "Annual leave")?.id as number;
  const ids: number[] = [];
  for (const week of [1, 2, 3] as const) {
    const date = workday(2, week, "Mon");
    const body = { leave_type_id, start_date: date, end_date: date, reason: `Walk ${date}` };
    ids.push((await asker.api.call(createLeave, { body })).data.id);
  }
  await page.goto("/approvals?sort=newest");
  const row = (id: number | undefined) => page.locator(`li[data-request="${id}"] > button`);
  const [third, second, first] = ids;
  await expect(page.locator("[data-deciding]")).toBeVisible();
  await row(first).focus();
  await walk.leadsTo("j", row(second));
  await walk.leadsTo("k", row(first));
  await walk.leadsTo("x", row(first));
  await walk.leadsTo("x", row(first));

  for (const key of ["n", "c", "r"]) {
    await expect(page.locator("[data-deciding]")).toBeVisible();
    await page.keyboard.press(key);
    await expect(page.locator("textarea:focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.locator("[data-deciding] button:focus")).toHaveCount(1);
  }
  await page.keyboard.press("a");
  await expect(row(first)).toHaveCount(0);
  await expect(row(second)).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(row(first)).toBeVisible();
  await expect(row(second)).toBeFocused();
  await page.keyboard.press("r");
  await page.keyboard.type("Stocktaking");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(row(second)).toHaveCount(0);
  await walk.somewhere();
  await row(third).focus();
  await page.keyboard.press("Escape");
  await walk.somewhere();
  const left = await manager.api.call(listInbox, { query: { per_page: 200 } });
  expect(left.data.map(({ request }) => request.id)).not.toContain(second);
});

test("archive: after restoring or deleting a task, the focus moves to a neighbor", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate", "Call the customs"] });
  const { key } = await harbour.task("Paint the gate");
  for (const title of ["Order tea", "Paint the gate", "Call the customs"])
    await harbour.owner.call(archiveTask, { params: { id: (await harbour.task(title)).id } });
  const { page, say } = manager;
  const walk = new Walk(manager);
  await page.goto(`/projects/${harbour.projectId}/archived`);
  const row = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  const restore = row("Paint the gate").getByRole("button", { name: say("task.restore") });
  await expect(restore).toBeVisible();

  const check = row("Paint the gate").getByRole("checkbox");
  await check.focus();
  await walk.leadsTo("Space", check);
  await walk.leadsTo("Space", check);
  await restore.focus();
  await restore.press("Enter");
  await page.getByRole("option", { name: "Done", exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await expect(restore).toBeFocused();
  await restore.press("Enter");
  await page.getByRole("option", { name: "Done", exact: true }).waitFor();
  const search = page.getByLabel(say("archive.search"));
  await search.click();
  await page.keyboard.type("gate");
  await expect(search).toHaveValue("gate");
  await expect(row("Order tea")).toHaveCount(0);
  await search.fill("");
  await expect(row("Order tea")).toBeVisible();

  const remove = row("Paint the gate").getByRole("button", { name: say("archive.delete", { key }) });
  await remove.focus();
  await remove.press("Enter");
  await hasFocus(page.getByRole("dialog"));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(remove).toBeFocused();
  await remove.press("Enter");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("action.delete"), exact: true })
    .press("Enter");
  await expect(row("Paint the gate")).toHaveCount(0);
  await walk.somewhere();

  await row("Order tea")
    .getByRole("button", { name: say("task.restore") })
    .press("Enter");
  await choose(page, "Done");
  await expect(row("Order tea")).toHaveCount(0);
  await walk.somewhere();
  await page.keyboard.press("Control+z");
  await expect(row("Order tea")).toBeVisible();
  await walk.somewhere();
});

test("balances are adjusted, a month is closed and a claim is sent by keyboard alone", async ({
  signInAs,
  people,
  baseURL,
}) => {
  const { email } = await openTenant(baseURL as string, "business");
  const admin = await signInAs(email);
  const { page, say, api } = admin;
  const { keyboard } = page;
  const walk = new Walk(admin);
  await addPerson(people, api, { fullname: "Evin Harbour", email: email.replace("admin", "evin"), role: "employee" });
  const type = {
    name: "Holiday",
    icon: "beach" as const,
    days_female: 20,
    days_male: 20,
    counting: "working" as const,
  };
  await api.call(createLeaveType, { body: { ...type, can_update_balance: true } });
  await api.call(createExpenseCategory, { body: { name: "Taxi" } });
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const dialog = page.getByRole("dialog");
  const heading = page.getByRole("heading", { level: 1 });

  await test.step("balances are adjusted and the adjustment is undone", async () => {
    await page.goto("/leaves-balances/adjust");
    await walk.reach(page.getByRole("combobox", { name: say("leave.kind") }));
    await keyboard.press("ArrowDown");
    await choose(page, "Holiday");
    await walk.reach(page.getByRole("textbox", { name: say("balances.days"), exact: true }));
    await keyboard.type("1.5");
    await walk.reach(page.getByRole("textbox", { name: say("balances.note") }));
    await keyboard.type("Thanks for the harbour fair");
    await walk.reach(button(say("balanceBatch.save", { count: 1 })), "Shift+Tab");
    await keyboard.press("Enter");
    await expect(page).toHaveURL(/\/leaves-balances\/view\/\d+$/);
    await expect(heading).toBeFocused();
    await walk.reach(button(say("balanceBatch.undo")));
    await keyboard.press("Enter");
    await hasFocus(dialog);
    await keyboard.type("Wrong year");
    await walk.reach(dialog.getByRole("button", { name: say("balanceBatch.undo") }));
    await keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(page.getByText(say("balanceBatch.undone")).first()).toBeVisible();
    await walk.somewhere();
  });

  await test.step("a month is closed and reopened", async () => {
    await page.goto(`/payroll/${monthsAgo(0)}`);
    await walk.reach(button(say("payroll.close")));
    await keyboard.press("Enter");
    await hasFocus(dialog);
    await walk.reach(dialog.getByRole("checkbox", { name: say("payroll.close.confirm") }));
    await keyboard.press("Space");
    await walk.reach(dialog.getByRole("button", { name: say("payroll.close.do") }));
    await keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await walk.somewhere();
    await walk.reach(button(say("payroll.reopen")));
    await keyboard.press("Enter");
    await hasFocus(dialog);
    await keyboard.type("Evin needs a number");
    await walk.reach(dialog.getByRole("button", { name: say("payroll.reopen") }));
    await keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await walk.somewhere();
  });

  await test.step("a claim is sent", async () => {
    await page.goto("/expenses/create");
    await walk.reach(button(say("expense.addItem")));
    await keyboard.press("Enter");
    await walk.reach(page.getByLabel(say("finance.amount"), { exact: true }));
    await keyboard.type("12.40");
    await walk.reach(page.getByRole("combobox", { name: say("expense.category") }));
    await keyboard.press("ArrowDown");
    await choose(page, "Taxi");
    await walk.reach(button(say("expense.send")));
    await keyboard.press("Enter");
    await expect(page).toHaveURL(/\/expenses\/view\/\d+$/);
    await expect(heading).toContainText("EXP-");
    await walk.somewhere();
  });
});
