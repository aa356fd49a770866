import { readBoard } from "../../../shared/tasks/tasks.contract";
import { Attachments } from "../support/attachments";
import { Board } from "../support/board";
import { TaskList } from "../support/list";
import { richProject } from "../support/demo";
import { leave, looker, still } from "../support/axe";
import { looks } from "../support/languages";
import { TaskSheet } from "../support/task";
import { expect, test } from "../support/test";

/** The same as in accessible.spec.ts, for boards, lists and tasks. */
test.describe.configure({ mode: "parallel" });

for (const { language, theme } of looks) {
  test.describe(`${language}, ${theme}`, () => {
    test.use({ language });
    const stored = { "portal.theme": theme };

    test("a board, full and empty, with what can be open on it", async ({ cast, words, stage }) => {
      const person = await cast("manager@acme.test", { stored, browser: still });
      const { page, say } = person;
      const look = looker(page, words);
      const board = new Board(person);
      const { id } = await richProject(person);
      await look("full", `/projects/${id}/tasks`, () => board.live());
      const empty = await stage({});
      await look("empty", empty.path, () => board.live());

      const harbour = await stage({ "To do": ["Order tea"], Done: ["Paint the gate"] });
      const { key } = await harbour.task("Order tea");
      await board.open(harbour);
      await look("card menu", null, async () => {
        await board.card("Order tea").hover();
        await page.getByRole("button", { name: say("board.card.menu", { key }) }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      });
      await look("deleting a task", null, () => page.getByRole("menuitem", { name: say("task.delete") }).click());
      await leave(page);
      const columnMenu = page.getByRole("dialog", { name: say("board.column.menu", { title: "To do" }) });
      await look("column menu", null, async () => {
        await board.columnMenu("To do").click();
        await expect(columnMenu).toBeVisible();
      });
      await look("deleting a column", null, () =>
        columnMenu.getByRole("button", { name: say("board.column.delete") }).click(),
      );
      await leave(page);
      await look("a filter", null, async () => {
        await page.getByRole("button", { name: new RegExp(`^${say("task.assignee")}`) }).click();
        await expect(page.getByRole("option").first()).toBeVisible();
      });
      await leave(page);
      await look("quick add", null, () =>
        page.getByRole("button", { name: say("board.column.addTask", { title: "To do" }) }).click(),
      );
      await leave(page);
      await look("a card carried by keys", null, async () => {
        await board.link("Order tea").focus();
        await page.keyboard.press("Space");
        await expect(board.announcement).not.toBeEmpty();
      });
      await page.keyboard.press("Escape");
      await look("selected cards", null, async () => {
        await board.link("Order tea").focus();
        await page.keyboard.press("x");
        await expect(page.getByRole("toolbar", { name: say("bulk.label") })).toBeVisible();
      });
      await look("a choice by key", null, async () => {
        await board.link("Order tea").focus();
        await page.keyboard.press("p");
        await expect(page.getByRole("option").first()).toBeVisible();
      });
      await leave(page);
      await look("the keys", null, async () => {
        await page.keyboard.press("?");
        await expect(page.getByRole("dialog", { name: say("keys.title") })).toBeVisible();
      });
      await look("swimlanes", `${harbour.path}?lanes=priority`, () => board.live());
    });

    test("a task, over its board and by itself", async ({ cast, words }) => {
      const person = await cast("manager@acme.test", { stored, browser: still });
      const { page, say } = person;
      const look = looker(page, words);
      const { id } = await richProject(person);
      const { data: columns } = await person.api.call(readBoard, { params: { id } });
      const tasks = columns.flatMap((column) => column.tasks);
      const task = tasks.toSorted((a, b) => b.comment_count - a.comment_count)[0];
      if (!task) throw new Error("The demo's board is empty.");
      await look("panel", `/projects/${id}/tasks?task=${task.id}`, () =>
        expect(new TaskSheet(person).title).toHaveText(task.title),
      );
      await look("adding a subtask without a name", null, async () => {
        await page.getByRole("button", { name: say("subtask.add"), exact: true }).click();
        await page.keyboard.press("Enter");
        await expect(page.getByRole("alert")).toBeVisible();
      });
      await leave(page);
      const menu = new TaskSheet(person).root.getByRole("button", { name: say("board.card.menu", { key: task.key }) });
      await look("moving to another project", null, async () => {
        await menu.click();
        await page.getByRole("menuitem", { name: say("task.transfer") }).click();
        await expect(page.getByRole("combobox", { name: say("task.transfer.project") })).toBeVisible();
      });
      await page.keyboard.press("Escape"); // the list of projects
      await leave(page);
      const sheet = new TaskSheet(person, "page");
      await look("page", `/project/tasks-details/${task.id}`, () => expect(sheet.title).toHaveText(task.title));
      await look("a picker", null, async () => {
        await sheet.fact(say("task.assignees")).getByRole("button").first().click();
        await expect(page.getByRole("option").first()).toBeVisible();
      });
      await leave(page);
      await look("history", null, () => sheet.root.getByRole("tab").nth(1).click());
      await look("history and comments", null, () => sheet.root.getByRole("tab").nth(2).click());
      await look("reactions to choose from", null, async () => {
        await sheet.root.getByRole("tab").first().click();
        await sheet.comments().first().hover();
        await sheet
          .comments()
          .first()
          .getByRole("button", { name: say("reaction.add") })
          .click();
        await expect(page.getByRole("button", { name: say("reaction.eyes"), exact: true })).toBeVisible();
      });
      await leave(page);
      await look("writing, with people to mention", null, async () => {
        await sheet.write();
        await page.keyboard.type("@");
        await expect(page.getByRole("option").first()).toBeVisible();
      });
      await look("archive", `/projects/${id}/archived`);
      await look("archive, with some selected", null, () =>
        page.getByRole("checkbox", { name: say("archive.chooseAll") }).click(),
      );
      await look("my work", "/my-work");
      await look("my work by project", "/my-work?of=watching&group=project");
    });

    test("attachments", async ({ cast, words }) => {
      const person = await cast("manager@acme.test", { stored, browser: still });
      const { page, say } = person;
      const look = looker(page, words);
      const { id } = await richProject(person);
      const { data: columns } = await person.api.call(readBoard, { params: { id } });
      const pictured = columns.flatMap((column) => column.tasks).find((one) => one.cover_url);
      if (!pictured) throw new Error("No card of the demo has a cover.");
      const attachments = new Attachments(person);
      await look("one refused", `/projects/${id}/tasks?task=${pictured.id}`, async () => {
        await attachments.choose({ name: "setup.exe", bytes: Buffer.from("MZ") });
        await expect(attachments.upload("setup.exe")).toContainText(say("file.type"));
      });
      await look("a picture", null, async () => {
        await attachments.root.locator("li[data-attachment]").getByRole("link").first().click();
        await expect(page.locator("[aria-modal=true] img")).toBeVisible();
      });
      await leave(page);
      await look("what may be done with one", null, async () => {
        await attachments.root.locator("[aria-haspopup=menu]").first().click();
        await expect(page.getByRole("menu")).toBeVisible();
      });
    });

    test("a list, and what one edits and selects in it", async ({ cast, words, stage }) => {
      const person = await cast("manager@acme.test", { stored, browser: still });
      const { page, say } = person;
      const look = looker(page, words);
      const list = new TaskList(person);
      const { id } = await richProject(person);
      await look("full", `/projects/${id}/tasks-list?group=assignee&sort=-due_date`, () => list.live());
      const harbour = await stage({ "To do": ["Order tea", "Order cups"] });
      await list.open(harbour);
      await look("choosing people in a cell", null, async () => {
        await (await list.cell("Order tea", "assignee")).click();
        await expect(page.getByRole("option").first()).toBeVisible();
      });
      await leave(page);
      await look("a day in a cell", null, async () => {
        await (await list.cell("Order tea", "due_date")).click();
        await expect(page.getByRole("table")).toBeVisible();
      });
      await leave(page);
      await look("selected", null, async () => {
        await list.tick("Order tea");
        await expect(list.bar).toBeVisible();
      });
      await list.table.getByRole("button", { name: say("list.addTo", { name: "To do" }) }).click();
      await look("adding", null, () => expect(list.table.getByRole("textbox")).toBeFocused());
    });

    test("a list, its columns and filters", async ({ cast, words, stage }) => {
      const person = await cast("manager@acme.test", { stored, browser: still });
      const { page, say } = person;
      const look = looker(page, words);
      const harbour = await stage({ "To do": ["Order tea", "Order cups"] });
      await new TaskList(person).open(harbour);
      await look("every column", null, async () => {
        await page.getByRole("button", { name: say("list.columns"), exact: true }).click();
        const menu = page.getByRole("dialog", { name: say("list.columns") });
        const hidden = menu.getByRole("checkbox", { checked: false });
        while ((await hidden.count()) > 0) await hidden.first().click();
      });
      await leave(page);
      await look("filters", null, async () => {
        await page.getByRole("button", { name: say("filter.add"), exact: true }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      });
      await look("nothing matches", `${harbour.path}-list?q=zzzz`);
      await look("empty", `${(await stage({})).path}-list`);
    });
  });
}
