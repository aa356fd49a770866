import type { Page } from "@playwright/test";
import { createComment } from "../../shared/work/comments/comments.contract";
import { readTask } from "../../shared/work/tasks/task-detail.contract";
import { Board } from "./support/board";
import { holdRequests } from "./support/hold-requests";
import { TaskSheet } from "./support/task";
import { directionsForLayoutTests } from "./support/languages";
import { expect, test } from "./support/test";

const holdEditor = async (page: Page) => (await holdRequests(page, /RichTextEditor.*\.js/)).release;

for (const language of directionsForLayoutTests) {
  test.describe(`typing goes to the clicked field, ${language}`, () => {
    test.use({ language });

    test("text typed into a comment before its editor has loaded isn't lost", async ({ manager, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
      const task = await harbour.task("Order tea");
      const { page } = manager;
      const release = await holdEditor(page);
      await new Board(manager).open(harbour, `?task=${task.id}`);
      const sheet = new TaskSheet(manager);

      await sheet.composer.click();
      await page.keyboard.type("Not sure, need an answer ");
      await expect(sheet.composer).toHaveValue("Not sure, need an answer ");
      await page.keyboard.press("Home");
      release();
      await expect(sheet.composer).toHaveAttribute("contenteditable", "true");
      await expect(sheet.composer).toBeFocused();
      await page.keyboard.type("New: ");
      await expect(sheet.composer).toHaveText("New: Not sure, need an answer ");
      await page.keyboard.press("Control+Enter");

      await expect(sheet.comments()).toContainText("New: Not sure, need an answer");
      expect(await harbour.titles()).toMatchObject({ "To do": ["Order tea", "Paint the gate"] });
    });

    test("text typed into a description before its editor has loaded isn't lost", async ({ manager, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      const task = await harbour.task("Order tea");
      const { page, say } = manager;
      const release = await holdEditor(page);
      await new Board(manager).open(harbour, `?task=${task.id}`);
      const sheet = new TaskSheet(manager);

      await sheet.root.getByRole("button", { name: say("task.addDescription") }).click();
      await page.keyboard.type("nine crates");
      release();
      const field = sheet.root.getByRole("textbox", { name: say("task.description") });
      await expect(field).toHaveAttribute("contenteditable", "true");
      await page.keyboard.type(" of green");
      await page.keyboard.press("Control+Enter");
      await expect(sheet.root.getByRole("region", { name: say("task.description") })).toContainText(
        "nine crates of green",
      );
      const saved = async () => (await manager.api.call(readTask, { params: { id: task.id } })).data.description;
      await expect.poll(saved).toContain("nine crates of green");
      expect(await harbour.titles()).toMatchObject({ "To do": ["Order tea"] });
    });
  });
}

test("text typed right after the title edit key is kept", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
  const board = await new Board(manager).open(harbour);
  const { page, say } = manager;
  const field = page.getByRole("textbox", { name: say("task.title") });

  await board.link("Order tea").focus();
  await page.keyboard.type("ecan dip axel 12345");
  await expect(field).toHaveValue("can dip axel 12345");
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  await expect(board.link("Order tea")).toBeFocused();

  await page.keyboard.press("e");
  await expect(field).toBeFocused();
  await page.mouse.click(900, 600);
  await expect(field).toHaveCount(0);
  expect(await harbour.titles()).toMatchObject({ "To do": ["Order tea", "Paint the gate"] });

  await board.link("Paint the gate").focus();
  await page.keyboard.press("e");
  await expect(field).toBeFocused();
  await page.keyboard.type("Paint the door");
  await page.mouse.click(900, 600);
  await expect.poll(async () => (await harbour.titles())["To do"]).toEqual(["Order tea", "Paint the door"]);

  await board.link("Order tea").click();
  const sheet = new TaskSheet(manager);
  await expect(sheet.title).toBeFocused();
  await page.keyboard.type("ebony tea");
  await expect(sheet.root.getByRole("textbox", { name: say("task.title") })).toHaveValue("Order teabony tea");
});

test("only Enter creates a task, and leaving the field keeps its text", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const board = await new Board(manager).open(harbour);
  const { page, say } = manager;
  const before = await harbour.titles();

  const quickAdd = page.getByRole("textbox", { name: say("board.quickAdd.label") });
  await board.frame
    .getByRole("button", { name: say("board.addTask") })
    .first()
    .click();
  await page.keyboard.type("Half a tho");
  await page.getByRole("heading", { level: 1 }).click();
  await expect(quickAdd).toHaveValue("Half a tho");

  const column = page.getByRole("textbox", { name: say("board.column.name") });
  await board.frame.getByRole("button", { name: say("board.column.add") }).click();
  await page.keyboard.type("Half a col");
  await page.getByRole("heading", { level: 1 }).click();
  await expect(column).toHaveValue("Half a col");

  const task = await harbour.task("Order tea");
  await board.link("Order tea").click();
  const sheet = new TaskSheet(manager);
  await sheet.root.getByRole("button", { name: say("subtask.add") }).click();
  await page.keyboard.type("Half a sub");
  await sheet.title.click({ position: { x: 1, y: 1 } });
  await expect(sheet.root.getByRole("textbox", { name: say("subtask.add") })).toHaveValue("Half a sub");
  const { data } = await manager.api.call(readTask, { params: { id: task.id } });
  expect(data.subtasks).toEqual([]);
  expect(await harbour.titles()).toEqual(before);

  await quickAdd.press("Enter");
  await expect(board.card("Half a tho")).toBeVisible();
});

test("the first click after typing works, and a sent comment scrolls into view", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const task = await harbour.task("Order tea");
  for (let count = 1; count <= 20; count++) {
    await colleague.api.call(createComment, { body: { task_id: task.id, comment: `Question ${count}` } });
  }
  await new Board(manager).open(harbour, `?task=${task.id}`);
  const { page, say } = manager;
  const sheet = new TaskSheet(manager);
  await expect(sheet.comments()).toHaveCount(20);

  await sheet.write();
  await page.keyboard.type("Green");
  await page.keyboard.press("Control+Enter");
  await expect(sheet.comments().last()).toContainText("Green");
  await expect(sheet.comments().last()).toBeInViewport();
  await expect(sheet.composer).toBeFocused();

  const history = sheet.root.getByRole("tab", { name: say("task.history"), exact: false }).first();
  await history.scrollIntoViewIfNeeded();
  await history.click();
  await expect(history).toHaveAttribute("aria-selected", "true");
  await sheet.composer.focus();
  await page.keyboard.press("Escape");
  await expect(sheet.title).toBeFocused();
});
