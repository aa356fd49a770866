import { readFile } from "node:fs/promises";
import type { TaskColumn } from "../../shared/work/tasks/tasks.fields";
import { archiveTask, moveTask, updateTask } from "../../shared/work/tasks/tasks.contract";
import { Board } from "./support/board";
import { todayInZone } from "./support/days";
import { TaskList } from "./support/list";
import { TaskSheet } from "./support/task";
import { directionsForOtherTests, directionsForLayoutTests } from "./support/languages";
import { expect, test } from "./support/test";

for (const language of directionsForLayoutTests) {
  test.describe(`two users on a list, ${language}`, () => {
    test.use({ language });

    test("the list can be navigated and edited by keyboard alone", async ({ manager, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea", "Order sugar"], "In progress": ["Count crates"] });
      const mine = await new TaskList(manager).open(harbour);
      const { page, say } = manager;
      const on = language === "ar" ? "ArrowLeft" : "ArrowRight";
      const back = language === "ar" ? "ArrowRight" : "ArrowLeft";
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key);
      };
      await mine.table.getByRole("gridcell").first().focus();
      await press("ArrowDown", "Enter");
      await expect(mine.table.getByRole("textbox")).toHaveValue("Order tea");
      await page.keyboard.type("Order coffee");
      await press("Tab");
      await mine.expectTitles(["Order coffee", "Order sugar", "Count crates"]);
      await expect(await mine.cell("Order coffee", "assignee")).toBeFocused();

      await press(on, "Enter");
      await expect(page.getByRole("option").first()).toBeVisible();
      await expect((await mine.cell("Order coffee", "priority")).getByRole("button")).toBeFocused();
      await press("ArrowDown", "Enter");
      await expect(await mine.cell("Order coffee", "priority")).toBeFocused();
      await expect(await mine.cell("Order coffee", "priority")).not.toContainText(say("task.priority.medium"));

      await press("Shift+ArrowDown");
      await expect(mine.bar).toContainText(say("bulk.selected", { count: 2 }));
      await press("Escape");
      await expect(mine.bar).toHaveCount(0);
      await press("Control+a");
      await expect(mine.bar).toContainText(say("bulk.selected", { count: 3 }));
      await press("Escape", "Home", back, "Space");
      await expect(mine.row("Order sugar")).toHaveAttribute("aria-selected", "true");
      await press("Escape", "o");
      await expect(new TaskSheet(manager).title).toHaveText("Order sugar");
      await press("Escape");
      await expect(mine.row("Order sugar").getByRole("gridcell").first()).toBeFocused();

      await press("n");
      await page.keyboard.type("Sweep the yard");
      await press("Enter");
      await page.keyboard.type("Lock the door");
      await press("Enter", "Escape");
      await mine.expectTitles(["Order coffee", "Order sugar", "Sweep the yard", "Lock the door", "Count crates"]);
      await press("Control+Home", "Enter");
      await mine.expectTitles(["Count crates"]);
      await press("Enter");
      await mine.expectTitles(["Order coffee", "Order sugar", "Sweep the yard", "Lock the door", "Count crates"]);
    });

    test("cells are copied, pasted and cleared with undo, and Tab moves within the row", async ({
      manager,
      newProject,
    }) => {
      await manager.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      const harbour = await newProject({ "To do": ["Order tea", "Order sugar"], "In progress": ["Count crates"] });
      const mine = await new TaskList(manager).open(harbour, "?group=none");
      const { page, say } = manager;
      const assignee = (title: string) => mine.cell(title, "assignee");
      await (await mine.cell("Order tea", "title")).focus();
      await page.keyboard.press("Tab");
      await expect(await assignee("Order tea")).toBeFocused();
      await page.keyboard.press("Tab");
      const priority = await mine.cell("Order tea", "priority");
      await expect(priority).toBeFocused();
      await page.keyboard.press("Enter");
      await page.getByRole("option", { name: say("task.priority.high"), exact: true }).click();
      await expect(priority).toContainText(say("task.priority.high"));
      await page.keyboard.press("ControlOrMeta+c");
      await (await mine.cell("Order sugar", "priority")).focus();
      await page.keyboard.press("ControlOrMeta+v");
      await expect(await mine.cell("Order sugar", "priority")).toContainText(say("task.priority.high"));
      await (await mine.cell("Order sugar", "due_date")).focus();
      await page.keyboard.press("ControlOrMeta+v");
      const refusal = say("list.cannotPaste", { column: say("list.column.due_date") });
      await expect(page.getByRole("alert").getByText(refusal)).toBeVisible();
      await page.evaluate(() => navigator.clipboard.writeText("2030-12-04"));
      await page.keyboard.press("ControlOrMeta+v");
      const due = await mine.cell("Order sugar", "due_date");
      await expect(due.locator("time")).toHaveAttribute("datetime", "2030-12-04");
      await page.keyboard.press("Delete");
      await expect(due.locator("time")).toHaveCount(0);
      await expect(due).toBeFocused();
      await page.keyboard.press("ControlOrMeta+z");
      await expect(due.locator("time")).toHaveAttribute("datetime", "2030-12-04");
      // From the last cell Tab leaves the table.
      await due.focus();
      await page.keyboard.press("End");
      await page.keyboard.press("Tab");
      await expect(mine.table.locator(":focus")).toHaveCount(0);
    });
  });
}

for (const language of directionsForOtherTests) {
  test.describe(`two users on a list, ${language}`, () => {
    test.use({ language });

    test("a cell edit appears in the other user's row, which is sorted again", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"], "In progress": ["Count crates"] });
      const mine = await new TaskList(manager).open(harbour);
      const theirs = await new TaskList(colleague).open(harbour, "?sort=priority&group=none");
      const { page, say } = manager;

      await (await mine.cell("Paint the gate", "priority")).click();
      await page.getByRole("option", { name: say("task.priority.high"), exact: true }).click();
      await expect(await theirs.cell("Paint the gate", "priority")).toContainText(colleague.say("task.priority.high"));
      await theirs.expectTitles(["Paint the gate", "Order tea", "Count crates"]);

      await mine.row("Order tea").hover();
      const { key } = await harbour.task("Order tea");
      await mine
        .row("Order tea")
        .getByRole("button", { name: say("list.editTitle", { key }) })
        .click();
      await page.keyboard.type("Order tea and sugar");
      await page.keyboard.press("Enter");
      await theirs.expectTitles(["Paint the gate", "Order tea and sugar", "Count crates"]);
      await expect(theirs.row("Order tea and sugar")).toContainText(
        colleague.say("board.change.updated", { name: manager.firstName }),
      );

      const { id } = await harbour.task("Count crates");
      await colleague.api.call(moveTask, { params: { id }, body: { task_status_id: harbour.column("Done") } });
      await expect(mine.group("Done")).toContainText(manager.words.format.number(1));
      await mine.expectTitles(["Order tea and sugar", "Paint the gate", "Count crates"]);
      await colleague.api.call(archiveTask, { params: { id } });
      await mine.expectTitles(["Order tea and sugar", "Paint the gate"]);
    });

    test("a bulk change is applied and undone as one step", async ({ manager, colleague, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea", "Order sugar", "Order cups", "Paint the gate"] });
      const mine = await new TaskList(manager).open(harbour);
      const theirs = await new Board(colleague).open(harbour);
      const { page, say } = manager;
      await mine.tick("Order tea");
      await mine.tick("Order cups", ["Shift"]);
      await expect(mine.bar).toContainText(say("bulk.selected", { count: 3 }));

      await mine.bar.getByRole("button", { name: say("bulk.move"), exact: true }).click();
      await page.getByRole("option", { name: "Done", exact: true }).click();
      await theirs.expectColumn("Done", ["Order tea", "Order sugar", "Order cups"]);
      await theirs.expectColumn("To do", ["Paint the gate"]);

      await page.keyboard.press("Control+z");
      await theirs.expectColumn("To do", ["Order tea", "Order sugar", "Order cups", "Paint the gate"]);

      await mine.bar.getByRole("button", { name: say("task.archive"), exact: true }).click();
      await mine.expectTitles(["Paint the gate"]);
      await expect(mine.bar).toHaveCount(0);
      // Undo needs the server's response; the toast shows that it has arrived.
      await expect(page.getByText(say("undo.archivedMany", { count: 3 })).first()).toBeVisible();
      await page.keyboard.press("Control+z");
      await mine.expectTitles(["Order tea", "Order sugar", "Order cups", "Paint the gate"]);
    });
  });
}

test("typed text isn't lost when another user's edit was saved first", async ({ manager, colleague, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const mine = await new TaskList(manager).open(harbour);
  const { page, say } = manager;
  const { id, key } = await harbour.task("Order tea");
  await mine.row("Order tea").hover();
  await mine
    .row("Order tea")
    .getByRole("button", { name: say("list.editTitle", { key }) })
    .click();
  await page.keyboard.type("Order green tea");
  await colleague.api.call(updateTask, { params: { id }, body: { title: "Order black tea" } });
  await expect(mine.row("Order tea")).toHaveCount(0);
  await page.keyboard.press("Enter");
  const row = mine.row("Order black tea");
  await expect(row).toContainText(say("field.changedFirst", { name: colleague.firstName }));
  await row.getByRole("button", { name: say("field.saveMine") }).click();
  await mine.expectTitles(["Order green tea"]);
  await expect.poll(() => harbour.titles()).toMatchObject({ "To do": ["Order green tea"] });
});

test("the list's filters and open task are in the URL and kept on the board", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Order sugar", "Paint the gate"], Done: ["Order cups"] });
  const { id } = await harbour.task("Order sugar");
  await harbour.owner.call(updateTask, { params: { id }, body: { priority: "high", due_date: null } });
  const mine = await new TaskList(manager).open(harbour);
  const { page, say } = manager;
  const readings: string[] = [];
  page.on("request", (request) => request.url().includes("task_tatus") && readings.push(request.url()));

  await page.getByRole("button", { name: new RegExp(`^${say("list.groupBy")}`) }).click();
  await page.getByRole("option", { name: say("list.group.priority"), exact: true }).click();
  await mine.expectTitles(["Order sugar", "Order tea", "Paint the gate", "Order cups"]);
  await mine.table.getByRole("button", { name: say("list.column.title"), exact: true }).click();
  await mine.expectTitles(["Order sugar", "Order cups", "Order tea", "Paint the gate"]);
  await page.getByRole("button", { name: say("filter.add"), exact: true }).click();
  // A submenu may close when the pointer moves too fast; retries the hover.
  await expect(async () => {
    await page.getByRole("menuitem", { name: say("task.status"), exact: true }).hover();
    await page.getByRole("menuitem", { name: say("filter.state.open"), exact: true }).click({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await mine.expectTitles(["Order sugar", "Order tea", "Paint the gate"]);
  await expect(page).toHaveURL(/group=priority/);
  await expect(page).toHaveURL(/sort=title/);
  await expect(page).toHaveURL(/state=open/);

  await page.reload();
  await mine.live();
  await mine.expectTitles(["Order sugar", "Order tea", "Paint the gate"]);
  readings.length = 0;
  await page
    .getByRole("navigation", { name: say("board.views") })
    .getByText(say("board.view.board"))
    .click();
  await new Board(manager).expectColumn("To do", ["Order sugar", "Order tea", "Paint the gate"]);
  await new Board(manager).expectColumn("Done", []);
  expect(readings, "going from one view to the other reads nothing again").toEqual([]);
});

test("the chosen columns are remembered and used in the export", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ['=1+1 "tea", green'] });
  const mine = await new TaskList(manager).open(harbour);
  const { page, say } = manager;
  await (await mine.tool(say("list.columns"))).click();
  const menu = page.getByRole("dialog", { name: say("list.columns") });
  const columnCheckbox = (column: TaskColumn) =>
    menu.getByRole("checkbox", { name: say(`list.column.${column}`), exact: true });
  // A click is lost when the menu is repositioned before the release; retries.
  await expect(() => columnCheckbox("priority").uncheck({ timeout: 2_000 })).toPass({ timeout: 20_000 });
  await expect(() => columnCheckbox("status").check({ timeout: 2_000 })).toPass({ timeout: 20_000 });
  await menu.getByRole("button", { name: say("list.columns.on", { name: say("list.column.key") }) }).click();
  await page.reload();
  await mine.live();
  const heads = ["title", "key", "status", "assignee", "due_date", "tag", "subtasks", "estimate"] as const;
  await expect(mine.table.getByRole("columnheader")).toHaveText(["", ...heads.map((id) => say(`list.column.${id}`))]);

  const saving = page.waitForEvent("download");
  await (await mine.tool(say("list.csv.label"))).click();
  const file = await readFile(await (await saving).path(), "utf8");
  const [head, line] = file.replace("\ufeff", "").split("\r\n");
  expect(head).toBe("Title,Key,Status,Assignee,Due,Tag,Subtasks,Subtasks done,Estimate (h)");
  const { key } = await harbour.task('=1+1 "tea", green');
  expect(line).toBe(`"'=1+1 ""tea"", green",${key},To do,,,,0,0,`);
});

test("on a phone, a day is chosen in a picker above the bulk bar", async ({ signInAs, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
  const onPhone = await signInAs("manager@acme.test", {
    browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const { page, say, words } = onPhone;
  const mine = await new TaskList(onPhone).open(harbour);
  await mine.row("Order tea").getByRole("checkbox").check();
  await mine.bar.getByRole("button", { name: say("bulk.due"), exact: true }).click();
  // The 28th is in one of the last rows of the picker, which overlap the bulk bar.
  const day = `${todayInZone("UTC").slice(0, 7)}-28`;
  await page.getByRole("button", { name: words.format.day(day, "medium"), exact: true }).click();
  await expect.poll(async () => (await harbour.task("Order tea")).due_date).toBe(day);
});
