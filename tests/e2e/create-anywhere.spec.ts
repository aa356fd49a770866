import { updateTask } from "../../shared/work/tasks/tasks.contract";
import { paths } from "../../client/platform/paths";
import { Board } from "./support/board";
import { TaskList } from "./support/list";
import type { Person } from "./support/people";
import { TaskSheet } from "./support/task";
import { expect, test } from "./support/test";
import { waitUntilReady } from "./support/wait-until-ready";

/** The dialog for a new task. */
class NewTask {
  constructor(private readonly person: Person) {}

  get root() {
    return this.person.page.getByRole("dialog", { name: this.person.say("board.newTask") });
  }

  get title() {
    return this.root.getByRole("textbox", { name: this.person.say("task.title") });
  }

  get parts() {
    return this.root.getByRole("list", { name: this.person.say("newTask.recognized") }).getByRole("listitem");
  }

  /** Distance between the top of the dialog and its title field. */
  titleOffset(): Promise<number> {
    return this.title.evaluate((field) => {
      const top = field.closest("[role=dialog]")?.getBoundingClientRect().top ?? 0;
      return Math.round(field.getBoundingClientRect().top - top);
    });
  }

  async openOn(path: string): Promise<void> {
    const { page, words } = this.person;
    await page.goto(path);
    await waitUntilReady(page, words);
    await page.keyboard.press("n");
    await expect(this.title).toBeFocused();
  }

  async chooseProject(title: string): Promise<void> {
    const { page, say } = this.person;
    await this.root.getByRole("button", { name: new RegExp(`^${say("projects.column.project")}`) }).click();
    await page.getByRole("option", { name: title }).click();
    await expect(this.root.getByRole("button", { name: title })).toBeVisible();
    await this.title.focus();
  }
}

test("a task is created on the dashboard and appears on a colleague's board", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const board = await new Board(colleague).open(harbour);
  const { page, say } = manager;
  const dialog = new NewTask(manager);

  await test.step("parts of the title are recognized, and the draft can be restored", async () => {
    await dialog.openOn("/dashboard");
    await dialog.chooseProject(harbour.title);
    await page.keyboard.type(`Order cups @${colleague.firstName.slice(0, 3)}`);
    await expect(page.getByRole("option", { name: colleague.fullname })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(dialog.title).toHaveValue(`Order cups @${colleague.fullname} `);
    await page.keyboard.type("!high next friday");
    await expect(dialog.parts).toHaveCount(3);
    await expect(dialog.parts.first()).toContainText(colleague.fullname);
    await expect(dialog.parts.nth(1)).toContainText(say("task.priority.high"));
    await page.keyboard.press("Escape");
    await expect(dialog.root).toBeHidden();
    await dialog.openOn("/dashboard");
    await expect(dialog.title).toHaveValue("");
    await page.keyboard.type("Second task");
    const before = await dialog.titleOffset();
    await dialog.root.getByRole("button", { name: say("draft.restore") }).click();
    expect(await dialog.titleOffset()).toBe(before);
    await dialog.root.getByRole("button", { name: say("draft.restore") }).click();
    await expect(dialog.title).toHaveValue("Second task");
    await dialog.root.getByRole("button", { name: say("draft.restore") }).click();
    await dialog.root.getByRole("button", { name: say("draft.discard") }).click();
    expect(await dialog.titleOffset()).toBe(before);
    await expect(dialog.title).toHaveValue(`Order cups @${colleague.fullname} !high next friday`);
    await expect(dialog.parts).toHaveCount(3);
  });

  await test.step("Enter creates it, and the toast opens it over the dashboard", async () => {
    await dialog.title.press("Enter");
    await expect(dialog.root).toBeHidden();
    await expect(board.card("Order cups")).toBeVisible();
    await page
      .getByRole("button", { name: say("newTask.open"), exact: true })
      .last()
      .click();
    const sheet = new TaskSheet(manager);
    await expect(sheet.title).toHaveText("Order cups");
    await expect(page).toHaveURL(/\/dashboard\?task=\d+$/);
    await expect(sheet.fact(say("task.priority"))).toContainText(say("task.priority.high"));
    await expect(sheet.fact(say("task.assignees"))).toContainText(colleague.fullname);
    await page.goBack();
    await expect(sheet.root).toBeHidden();
  });

  await test.step("Ctrl+Enter creates one after the other, and a part can stay in the title", async () => {
    await dialog.openOn("/dashboard");
    await page.keyboard.type("Lunch Friday");
    await dialog.root.getByRole("button", { name: say("newTask.keepText", { part: "Friday" }) }).click();
    await expect(dialog.parts).toHaveCount(0);
    await dialog.title.press("Control+Enter");
    await expect(dialog.title).toHaveValue("");
    await page.keyboard.type("Order spoons");
    await page.keyboard.press("Enter");
    await expect(dialog.root).toBeHidden();
    await expect(board.card("Lunch Friday")).toBeVisible();
    await expect(board.card("Order spoons")).toBeVisible();
  });

  await test.step("on a board N still adds a card in place", async () => {
    await new Board(manager).open(harbour);
    await expect(page.getByRole("button", { name: `${say("board.newTask")} N` })).toBeVisible();
    await page.keyboard.press("n");
    await expect(page.getByRole("textbox", { name: say("board.quickAdd.label") })).toBeFocused();
    await expect(dialog.root).toBeHidden();
  });
});

test("a task submitted before its project is loaded is created afterwards", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": [] });
  const { page } = manager;
  const dialog = new NewTask(manager);
  await dialog.openOn("/dashboard");
  await dialog.chooseProject(harbour.title);
  await page.keyboard.press("Escape");
  let load = () => {};
  const released = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(`**/project/${harbour.projectId}/task_tatus*`, async (route) => {
    await released;
    await route.continue();
  });
  await dialog.openOn("/dashboard");
  await page.keyboard.type("Order cups");
  await page.keyboard.press("Enter");
  await expect(dialog.root.locator("button[type=submit]")).toHaveAttribute("data-loading");
  load();
  await expect(dialog.root).toBeHidden();
  await expect.poll(async () => (await harbour.titles())["To do"]).toEqual(["Order cups"]);
});

test("a title that is too long is refused in the dialog and stays there", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": [] });
  const dialog = new NewTask(manager);
  await dialog.openOn("/dashboard");
  await dialog.chooseProject(harbour.title);
  const long = "x".repeat(256);
  const tooLong = manager.say("field.tooLongBy", { count: "256", max: "255" });
  await dialog.title.fill(long);
  await manager.page.keyboard.press("Enter");
  await expect(dialog.title).toHaveAccessibleDescription(tooLong);
  await expect(dialog.title).toHaveValue(long);
  await dialog.title.fill(long.slice(1));
  await manager.page.keyboard.press("Enter");
  await expect(dialog.root).toBeHidden();
});

test("a task that is being typed is kept when the server refuses the one before it", async ({
  manager,
  newProject,
}) => {
  const harbour = await newProject({ "To do": [] });
  const { page, say } = manager;
  const dialog = new NewTask(manager);
  const description = dialog.root.getByRole("textbox", { name: say("task.description") });
  await dialog.openOn("/dashboard");
  await dialog.chooseProject(harbour.title);
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  await page.route(/\/task$/, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await refused;
    return route.fulfill({ status: 422, json: { message: "Refused", errors: { title: ["Taken"] } } });
  });
  await page.keyboard.type("Order cups");
  await dialog.title.press("Control+Enter");
  await expect(dialog.title).toHaveValue("");
  await description.fill("For the kitchen");
  refuse();
  const edit = page.getByRole("button", { name: say("action.edit"), exact: true });
  await expect(edit).toBeVisible();
  await expect(description).toHaveValue("For the kitchen");
  await edit.click();
  await expect(dialog.title).toHaveValue("Order cups");
  await expect(dialog.title).toHaveAccessibleDescription("Taken");
  await dialog.root.getByRole("button", { name: say("draft.restore") }).click();
  await expect(description).toHaveValue("For the kitchen");
  await expect(dialog.title).toHaveValue("");
});

test("an Arabic title is read with Arabic words, and undo takes the task back", async ({ signInAs, newProject }) => {
  const harbour = await newProject({ "To do": [] });
  const person = await signInAs("manager@acme.test", { language: "ar" });
  const { page, say } = person;
  const dialog = new NewTask(person);
  await dialog.openOn("/dashboard");
  await dialog.chooseProject(harbour.title);
  await page.keyboard.type("طلب الأكواب !عالية الجمعة القادمة");
  await expect(dialog.parts).toHaveCount(2);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await harbour.titles())["To do"]).toEqual(["طلب الأكواب"]);
  const { due_date: due, priority } = await harbour.task("طلب الأكواب");
  expect(priority).toBe("high");
  expect(new Date(`${due}T00:00:00Z`).getUTCDay()).toBe(5);
  await page.getByRole("button", { name: say("action.undo"), exact: true }).click();
  await expect.poll(async () => (await harbour.titles())["To do"]).toEqual([]);
});

test("a task of My work opens over the list, and Back returns to its place", async ({
  manager,
  colleague,
  newProject,
}) => {
  const titles = Array.from({ length: 30 }, (_, at) => `Crate ${at + 1}`);
  const harbour = await newProject({ "To do": titles });
  const { data } = await harbour.read();
  const tasks = data.flatMap((column) => column.tasks);
  for (const { id } of tasks) {
    await harbour.owner.call(updateTask, { params: { id }, body: { users: [colleague.id], due_date: "2000-01-03" } });
  }
  const { page, say, words } = colleague;
  await page.goto("/my-work");
  await waitUntilReady(page, words);
  const rows = page
    .getByRole("main")
    .locator("[data-row-link]")
    .filter({ hasText: /^Crate/ });
  await expect(rows).toHaveCount(titles.length);
  const [first, second] = [await rows.nth(20).innerText(), await rows.nth(21).innerText()];
  // A new tab opens the task itself.
  await expect(rows.nth(20)).toHaveAttribute("href", `${harbour.path}?task=${(await harbour.task(first)).id}`);
  await rows.nth(20).scrollIntoViewIfNeeded();
  const scrolled = () => page.getByRole("main").evaluate((main) => main.scrollTop);
  await rows.nth(20).focus();
  const before = await scrolled();
  await page.keyboard.press("Enter");
  const sheet = new TaskSheet(colleague);
  await expect(sheet.title).toHaveText(first);

  await test.step("a colleague's change shows in the panel and on the row behind it", async () => {
    const task = await harbour.task(first);
    await new Board(manager).open(harbour, `?task=${task.id}`);
    await new TaskSheet(manager).rename("Crate of cups");
    await expect(sheet.title).toHaveText("Crate of cups");
  });

  await test.step("next and previous follow the list", async () => {
    await sheet.root.getByRole("button", { name: say("task.next") }).click();
    await expect(sheet.title).toHaveText(second);
    await sheet.root.getByRole("button", { name: say("task.previous") }).click();
    await expect(sheet.title).toHaveText("Crate of cups");
  });

  await test.step("Back closes the panel", async () => {
    await page.goBack();
    await expect(sheet.root).toBeHidden();
    await expect(page).toHaveURL(/\/my-work$/);
    expect(await scrolled()).toBe(before);
    await expect(page.getByRole("link", { name: "Crate of cups" })).toBeFocused();
  });

  await test.step("a deleted task says so in the panel", async () => {
    const deletedTask = await harbour.task(second);
    await page.goto(`/my-work?task=${deletedTask.id}`);
    await expect(sheet.title).toHaveText(second);
    await harbour.remove();
    await expect(sheet.root).toContainText(say("task.gone"));
  });
});

test("a task added under a filter gets its value, or a toast shows the hidden task", async ({
  manager,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { page, say } = manager;
  const add = async (search: string, title: string) => {
    const board = await new Board(manager).open(harbour, search);
    await board
      .column("To do")
      .getByRole("button", { name: say("board.column.addTask", { title: "To do" }) })
      .click();
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    return board;
  };

  const board = await add("?priority=high", "3. Quartal abschließen");
  await expect(board.card("3. Quartal abschließen")).toBeVisible();
  await expect.poll(async () => (await harbour.titles())["To do"]).toContain("3. Quartal abschließen");
  expect((await harbour.task("3. Quartal abschließen")).priority).toBe("high");

  await add("?priority=high,low", "Order cups");
  await expect.poll(async () => (await harbour.titles())["To do"]).toContain("Order cups");
  const { key } = await harbour.task("Order cups");
  await expect(page.getByText(say("board.hiddenByFilter", { key })).last()).toBeVisible();
  await page.getByRole("button", { name: say("board.hiddenByFilter.show"), exact: true }).click();
  await expect(new TaskSheet(manager).title).toHaveText("Order cups");
});

test("the fields for new tasks and subtasks recognize people, priority and day", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { page, say } = manager;
  const parts = page.getByRole("list", { name: say("newTask.recognized") }).getByRole("listitem");
  const typeTitle = async (name: string) => {
    await page.keyboard.type(`${name} @${colleague.firstName.slice(0, 3)}`);
    await expect(page.getByRole("option", { name: colleague.fullname })).toBeVisible();
    await page.keyboard.press("Enter");
    await page.keyboard.type("!high tomorrow");
    await expect(parts).toHaveCount(3);
    await page.keyboard.press("Enter");
    await expect(parts).toHaveCount(0);
    await page.keyboard.press("Escape");
  };
  const expectTask = async (title: string) => {
    await expect.poll(async () => (await harbour.titles())["To do"]).toContain(title);
    const { priority, user_ids, due_date } = await harbour.task(title);
    expect([priority, user_ids]).toEqual(["high", [colleague.id]]);
    expect(due_date).not.toBeNull();
  };

  await test.step("in a column", async () => {
    const board = await new Board(manager).open(harbour);
    const add = say("board.column.addTask", { title: "To do" });
    await board.column("To do").getByRole("button", { name: add }).click();
    await typeTitle("Order cups");
    await expectTask("Order cups");
  });

  await test.step("in a list row", async () => {
    await new TaskList(manager).open(harbour);
    await page
      .getByRole("button", { name: say("list.add") })
      .first()
      .click();
    await typeTitle("Order plates");
    await expectTask("Order plates");
  });

  await test.step("in a calendar day, where the day of the title wins", async () => {
    await page.goto(paths.projectCalendar(harbour.projectId));
    await waitUntilReady(page, manager.words);
    const day = page.locator("[role=gridcell][data-day]").nth(16);
    await day.click({ position: { x: 60, y: 60 } });
    await expect(day.getByRole("textbox")).toBeFocused();
    await typeTitle("Order spoons");
    await expectTask("Order spoons");
  });

  await test.step("in the subtasks, for the assignee and the day", async () => {
    const task = await harbour.task("Order tea");
    await new Board(manager).open(harbour, `?task=${task.id}`);
    await page.getByRole("button", { name: say("subtask.add"), exact: true }).click();
    await page.keyboard.type(`Weigh it @${colleague.fullname} tomorrow`);
    await expect(parts).toHaveCount(2);
    await page.keyboard.press("Enter");
    const row = new TaskSheet(manager).root.getByRole("listitem").filter({ hasText: "Weigh it" });
    await expect(row.getByText("Weigh it", { exact: true })).toBeVisible();
    const assignee = row.getByRole("button", {
      name: say("subtask.assignedTo", { subtask: "Weigh it", name: colleague.fullname }),
    });
    await expect(assignee).toBeVisible();
  });
});
