import { readBoard, updateTask } from "../../../shared/work/tasks/tasks.contract";
import { createView } from "../../../shared/work/views/views.contract";
import { Attachments } from "../support/attachments";
import { Board } from "../support/board";
import { TaskList } from "../support/list";
import { findRichestProject } from "../support/demo";
import { closeTopmost, axeChecker, reducedMotion } from "../support/axe";
import { testedLooks } from "../support/languages";
import { TaskSheet } from "../support/task";
import { expect, test } from "../support/test";

test.describe.configure({ mode: "parallel" });

for (const { language, theme } of testedLooks) {
  test.describe(`${language}, ${theme}`, () => {
    test.use({ language });
    const stored = { "portal.theme": theme };

    test("axe passes on a full board, an empty board, and their menus and dialogs", async ({
      signInAs,
      words,
      newProject,
    }) => {
      const person = await signInAs("manager@acme.test", { stored, browser: reducedMotion });
      const { page, say } = person;
      const look = axeChecker(page, words);
      const board = new Board(person);
      const { id } = await findRichestProject(person);
      await look("full", `/projects/${id}/tasks`, () => board.live());
      const empty = await newProject({});
      await look("empty", empty.path, () => board.live());

      const harbour = await newProject({ "To do": ["Order tea"], Done: ["Paint the gate"] });
      const { key } = await harbour.task("Order tea");
      await board.open(harbour);
      await look("card menu", null, async () => {
        await board.card("Order tea").hover();
        await page.getByRole("button", { name: say("board.card.menu", { key }) }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      });
      await look("deleting a task", null, () => page.getByRole("menuitem", { name: say("task.delete") }).click());
      await closeTopmost(page);
      const columnMenu = page.getByRole("dialog", { name: say("board.column.menu", { title: "To do" }) });
      await look("column menu", null, async () => {
        await board.columnMenu("To do").click();
        await expect(columnMenu).toBeVisible();
      });
      await look("deleting a column", null, () =>
        columnMenu.getByRole("button", { name: say("board.column.delete") }).click(),
      );
      await closeTopmost(page);
      await look("a filter", null, async () => {
        await page.getByRole("button", { name: new RegExp(`^${say("task.assignee")}`) }).click();
        await expect(page.getByRole("option").first()).toBeVisible();
      });
      await closeTopmost(page);
      await look("quick add", null, () =>
        page.getByRole("button", { name: say("board.column.addTask", { title: "To do" }) }).click(),
      );
      await closeTopmost(page);
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
      await closeTopmost(page);
      await look("the keys", null, async () => {
        await page.keyboard.press("?");
        await expect(page.getByRole("dialog", { name: say("keys.title") })).toBeVisible();
      });
      await look("swimlanes", `${harbour.path}?lanes=priority`, () => board.live());
    });

    test("axe passes on the calendar, saved views, a new task and the palette", async ({
      signInAs,
      words,
      newProject,
    }) => {
      const person = await signInAs("manager@acme.test", { stored, browser: reducedMotion });
      const { page, say } = person;
      const look = axeChecker(page, words);
      const board = new Board(person);
      const harbour = await newProject({ "To do": ["Order tea"] });
      const { id, key } = await harbour.task("Order tea");
      await person.api.call(updateTask, { params: { id }, body: { due_date: "2030-05-08" } });
      const view = { name: "Teas", layout: "calendar", query: "", scope: "own" } as const;
      await person.api.call(createView, { body: { ...view, project_id: harbour.projectId } });
      for (const period of ["month=2030-05", "week=2030-05-06", "agenda=2030-05"]) {
        await look(`calendar, ${period}`, `/projects/${harbour.projectId}/calendar?${period}`, () =>
          board.connection("live"),
        );
      }
      await look("saving a view", `${harbour.path}?q=tea`, async () => {
        await page.getByRole("button", { name: say("view.save"), exact: true }).click();
        await expect(page.getByRole("dialog", { name: say("view.save") })).toBeVisible();
      });
      await closeTopmost(page);
      await look("a new task", `/dashboard`, async () => {
        await page.keyboard.press("n");
        await expect(page.getByRole("dialog", { name: say("board.newTask") })).toBeVisible();
        await page.keyboard.type("Order cups !high ");
      });
      await closeTopmost(page);
      await look("the empty palette", `/my-work?q=${key}`, async () => {
        await page.keyboard.press("Control+k");
        await expect(page.getByRole("option").first()).toBeVisible();
      });
      await look("results in the palette", null, async () => {
        await page.keyboard.type(key); // other stories have tasks of the same title
        await expect(page.getByRole("option", { name: say("command.task.log", { key }) })).toBeVisible();
      });
      await look("a form in the palette", null, () =>
        page.getByRole("option", { name: say("command.task.log", { key }) }).click(),
      );
    });

    test("axe passes on a task, as a dialog and as a page", async ({ signInAs, words }) => {
      const person = await signInAs("manager@acme.test", { stored, browser: reducedMotion });
      const { page, say } = person;
      const look = axeChecker(page, words);
      const { id } = await findRichestProject(person);
      const { data: columns } = await person.api.call(readBoard, { params: { id } });
      const tasks = columns.flatMap((column) => column.tasks);
      const withSubtasks = tasks.filter((each) => each.subtask_count > 0);
      const task = withSubtasks.toSorted((a, b) => b.comment_count - a.comment_count)[0];
      if (!task) throw new Error("No task on the demo's board has subtasks.");
      await look("panel", `/projects/${id}/tasks?task=${task.id}`, () =>
        expect(new TaskSheet(person).title).toHaveText(task.title),
      );
      await look("a subtask below the pointer, with its handle", null, () =>
        new TaskSheet(person).root
          .getByRole("listitem")
          .filter({ has: page.getByRole("checkbox") })
          .first()
          .hover(),
      );
      await look("adding a subtask without a name", null, async () => {
        await page.getByRole("button", { name: say("subtask.add"), exact: true }).click();
        await page.keyboard.press("Enter");
        await expect(page.getByRole("alert")).toBeVisible();
      });
      await closeTopmost(page);
      const menu = new TaskSheet(person).root.getByRole("button", { name: say("board.card.menu", { key: task.key }) });
      await look("moving to another project", null, async () => {
        await menu.click();
        await page.getByRole("menuitem", { name: say("task.transfer") }).click();
        await expect(page.getByRole("combobox", { name: say("task.transfer.project") })).toBeVisible();
      });
      await page.keyboard.press("Escape");
      await closeTopmost(page);
      const sheet = new TaskSheet(person, "page");
      await look("page", `/project/tasks-details/${task.id}`, () => expect(sheet.title).toHaveText(task.title));
      await look("a picker", null, async () => {
        await sheet.fact(say("task.assignees")).getByRole("button").first().click();
        await expect(page.getByRole("option").first()).toBeVisible();
      });
      await closeTopmost(page);
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
      await closeTopmost(page);
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

    test("axe passes on attachments", async ({ signInAs, words }) => {
      const person = await signInAs("manager@acme.test", { stored, browser: reducedMotion });
      const { page, say } = person;
      const look = axeChecker(page, words);
      const { id } = await findRichestProject(person);
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
      await closeTopmost(page);
      await look("what may be done with one", null, async () => {
        await attachments.root.locator("[aria-haspopup=menu]").first().click();
        await expect(page.getByRole("menu")).toBeVisible();
      });
    });

    test("axe passes on a task list, editing and selection", async ({ signInAs, words, newProject }) => {
      const person = await signInAs("manager@acme.test", { stored, browser: reducedMotion });
      const { page, say } = person;
      const look = axeChecker(page, words);
      const list = new TaskList(person);
      const { id } = await findRichestProject(person);
      await look("full", `/projects/${id}/tasks-list?group=assignee&sort=-due_date`, () => list.live());
      const harbour = await newProject({ "To do": ["Order tea", "Order cups"] });
      await list.open(harbour);
      await look("choosing people in a cell", null, async () => {
        await (await list.cell("Order tea", "assignee")).click();
        await expect(page.getByRole("option").first()).toBeVisible();
      });
      await closeTopmost(page);
      await look("a day in a cell", null, async () => {
        await (await list.cell("Order tea", "due_date")).click();
        await expect(page.getByRole("table")).toBeVisible();
      });
      await closeTopmost(page);
      await look("selected", null, async () => {
        await list.tick("Order tea");
        await expect(list.bar).toBeVisible();
      });
      await list.table.getByRole("button", { name: say("list.addTo", { name: "To do" }) }).click();
      await look("adding", null, () => expect(list.table.getByRole("textbox")).toBeFocused());
    });

    test("axe passes on a task list's columns and filters", async ({ signInAs, words, newProject }) => {
      const person = await signInAs("manager@acme.test", { stored, browser: reducedMotion });
      const { page, say } = person;
      const look = axeChecker(page, words);
      const harbour = await newProject({ "To do": ["Order tea", "Order cups"] });
      await new TaskList(person).open(harbour);
      await look("every column", null, async () => {
        await page.getByRole("button", { name: say("list.columns"), exact: true }).click();
        const menu = page.getByRole("dialog", { name: say("list.columns") });
        const hidden = menu.getByRole("checkbox", { checked: false });
        while ((await hidden.count()) > 0) await hidden.first().click();
      });
      await closeTopmost(page);
      await look("filters", null, async () => {
        await page.getByRole("button", { name: say("filter.add"), exact: true }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      });
      await look("nothing matches", `${harbour.path}-list?q=zzzz`);
      await look("empty", `${(await newProject({})).path}-list`);
    });
  });
}
