import { updateTask } from "../../../shared/work/tasks/tasks.contract";
import { Board } from "../support/board";
import { TaskSheet } from "../support/task";
import { hasFocus } from "../support/wait-until-ready";
import { expect, test } from "../support/test";

test("clearing the filters empties the search field, and Escape leaves it", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
  const board = await new Board(manager).open(harbour);
  const { page, say } = manager;
  const search = page.getByLabel(say("board.filter.search"), { exact: true });
  await search.fill("zzzz");
  await board.expectColumn("To do", []);
  await page.getByRole("button", { name: say("board.filter.clear") }).click();
  await expect(search).toHaveValue("");
  await board.expectColumn("To do", ["Order tea", "Paint the gate"]);
  await expect(page).toHaveURL(harbour.path);

  await search.fill("tea");
  await board.expectColumn("To do", ["Order tea"]);
  await search.press("Escape");
  await expect(search).toHaveValue("");
  await expect(search).toBeFocused();
  await board.expectColumn("To do", ["Order tea", "Paint the gate"]);
  await search.press("Escape");
  await expect(search).not.toBeFocused();
});

for (const [size, viewport] of Object.entries({
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
})) {
  test(`the action menu appears above the selection bar on a ${size}`, async ({ signInAs, newProject }) => {
    const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
    const manager = await signInAs("manager@acme.test", { browser: { viewport } });
    const board = await new Board(manager).open(harbour);
    const { page, say } = manager;
    await board.link("Order tea").focus();
    await page.keyboard.press("1");
    await page.keyboard.press("x");
    await page.keyboard.press("Control+z");
    const toast = page.locator("[data-toast]");
    const bar = page.getByRole("toolbar", { name: say("bulk.label") });
    await expect(toast).toBeVisible();
    await expect(bar).toBeVisible();
    await expect(async () => {
      const [above, below] = [await toast.boundingBox(), await bar.boundingBox()];
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    }).toPass();
  });
}

test("a pending move is shown in the menu, and a failed one can be retried", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const board = await new Board(manager).open(harbour);
  const { page, say } = manager;
  const { key } = await harbour.task("Order tea");
  const toast = page.locator("[data-toast]");
  const moved = (column: string) => say("board.toast.moved", { key, column });
  const card = board.card("Order tea");

  const failure = { code: "internal", message: "Of no use to anybody", errors: {}, data: null };
  await page.route(/\/task\/\d+\/status-update/, (route) =>
    route.request().method() === "GET" ? route.continue() : route.fulfill({ status: 500, json: failure }),
  );
  await board.drag("Order tea", { to: "Done" });
  await expect(card.getByRole("alert")).toHaveText(say("board.refused.fault"));
  await expect(toast.filter({ hasText: moved("Done") })).toHaveCount(0);
  await expect(page.getByText(failure.message)).toHaveCount(0);
  await board.expectColumn("To do", ["Order tea"]);
  await page.unrouteAll();
  await card.getByRole("button", { name: say("action.tryAgain") }).click();
  await board.expectColumn("Done", ["Order tea"]);
  await expect.poll(async () => (await harbour.titles()).Done).toEqual(["Order tea"]);
  await expect(toast.filter({ hasText: moved("Done") })).toBeVisible();

  await manager.context.setOffline(true);
  await board.connection("offline");
  await board.drag("Order tea", { to: "To do" });
  await expect(toast.filter({ hasText: `${moved("To do")} · ${say("board.waiting")}` })).toBeVisible();
  await manager.context.setOffline(false);
  await board.live();
  await expect.poll(async () => (await harbour.titles())["To do"]).toEqual(["Order tea"]);
});

test("Escape closes a task opened on the dashboard and focuses its row", async ({ colleague, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { id } = await harbour.task("Order tea");
  const due_date = "2000-01-03";
  await harbour.owner.call(updateTask, { params: { id }, body: { users: [colleague.id], due_date } });
  const { page, say } = colleague;
  await page.goto("/dashboard");
  const row = page.locator(`[data-task="${id}"]`).getByRole("link", { name: "Order tea" });
  await row.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: say("task.panel") });
  await expect(panel.getByRole("heading", { name: "Order tea" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/dashboard\\?task=${id}$`));
  await hasFocus(panel);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(row).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("every button with a value in the task panel has a label", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { id } = await harbour.task("Order tea");
  const body = { start_date: null, due_date: null, priority: "high", complexity: 2, estimate_minutes: 90 } as const;
  await harbour.owner.call(updateTask, { params: { id }, body });
  await new Board(manager).open(harbour, `?task=${id}`);
  const { say } = manager;
  const { root } = new TaskSheet(manager);
  for (const term of [
    "task.status",
    "task.due",
    "task.start",
    "task.assignees",
    "task.priority",
    "task.tags",
    "task.complexity",
    "task.estimate",
  ] as const) {
    await expect(root.getByRole("button", { name: new RegExp(`^${say(term)}: \\S`) }), term).toHaveCount(1);
  }
});

test("destructive dialogs focus Cancel, so that Enter deletes nothing", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"], "In progress": ["Sweep the yard"] });
  const board = await new Board(manager).open(harbour);
  const { page, say } = manager;
  const ask = page.getByRole("dialog");
  const cancel = ask.getByRole("button", { name: say("action.cancel") });

  await board.cardMenu("Order tea", say("task.delete"));
  await expect(cancel).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(ask).toBeHidden();
  expect((await harbour.titles())["To do"]).toEqual(["Order tea"]);

  await board.columnMenu("In progress").click();
  await page.getByRole("button", { name: say("board.column.delete") }).click();
  await expect(cancel).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(ask).toBeHidden();
  expect(await harbour.titles()).toMatchObject({ "In progress": ["Sweep the yard"] });
});

test("offline, the panel shows the card's data and explains what is missing", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
  const board = await new Board(manager).open(harbour);
  const { page, say } = manager;
  // Loads the panel's code first, as for a user who has opened a task before.
  await board.link("Paint the gate").click();
  const panel = page.getByRole("dialog", { name: say("task.panel") });
  await expect(panel.getByRole("heading", { name: "Paint the gate" })).toBeVisible();
  await hasFocus(panel);
  await page.keyboard.press("Escape");
  await manager.context.setOffline(true);
  await board.connection("offline");
  await board.link("Order tea").click();
  await expect(panel.getByRole("heading", { name: "Order tea" })).toBeVisible();
  await expect(panel.getByText(say("task.fromCard"))).toBeVisible();
  await expect(panel.getByRole("status", { name: say("ui.loading") })).toHaveCount(0);
  await manager.context.setOffline(false);
  await board.live();
  await expect(panel.getByText(say("task.fromCard"))).toHaveCount(0);
  await expect(panel.getByRole("button", { name: new RegExp(`^${say("task.due")}: `) })).toBeVisible();
});
