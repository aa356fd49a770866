import { restoreDeletedTask } from "../../shared/work/bin/bin.contract";
import { deleteProject, readProject } from "../../shared/work/projects/projects.contract";
import { deleteTask } from "../../shared/work/tasks/tasks.contract";
import { createView, deleteView } from "../../shared/work/views/views.contract";
import { paths } from "../../client/platform/paths";
import { Board } from "./support/board";
import { TaskSheet } from "./support/task";
import { expect, test } from "./support/test";

test("a deleted card returns on the other person's board by undo and from the bin", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
  const { say, page } = manager;
  const mine = await new Board(manager).open(harbour);
  const theirs = await new Board(colleague).open(harbour);
  const { key } = await harbour.task("Order tea");

  const deleteCard = async () => {
    await mine.cardMenu("Order tea", say("task.delete"));
    await page
      .getByRole("dialog")
      .getByRole("button", { name: say("action.delete"), exact: true })
      .click();
    await theirs.expectColumn("To do", ["Paint the gate"]);
  };
  await deleteCard();
  await page.getByRole("button", { name: say("action.undo"), exact: true }).click();
  await theirs.expectColumn("To do", ["Order tea", "Paint the gate"]);

  await deleteCard();
  await page.goto(paths.projectBin(harbour.projectId));
  await page.getByRole("button", { name: say("bin.restoreNamed", { title: `${key} Order tea` }) }).click();
  await expect(page.getByText(say("bin.none"), { exact: true })).toBeVisible();
  await theirs.expectColumn("To do", ["Order tea", "Paint the gate"]);
});

test("an open task that was deleted can be edited again once it is restored", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { id } = await harbour.task("Order tea");
  await new Board(colleague).open(harbour, `?task=${id}`);
  const sheet = new TaskSheet(colleague);
  await expect(sheet.composer).toBeVisible();
  await manager.api.call(deleteTask, { params: { id } });
  await expect(sheet.composer).toHaveCount(0);
  await manager.api.call(restoreDeletedTask, { params: { id } });
  await expect(sheet.title).toHaveText("Order tea");
  await expect(sheet.composer).toBeVisible();
});

test("a deleted column returns with its cards on the other person's board", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"], Done: ["Paint the gate"] });
  const { page, say } = manager;
  const mine = await new Board(manager).open(harbour);
  const theirs = await new Board(colleague).open(harbour);
  await mine.columnMenu("To do").click();
  await page.getByRole("button", { name: say("board.column.delete") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("board.column.delete") })
    .click();
  await theirs.expectColumns(["In progress", "Done"]);

  await page.goto(paths.projectBin(harbour.projectId));
  await page.getByRole("button", { name: say("bin.restoreNamed", { title: "To do" }) }).click();
  await theirs.expectColumns(["To do", "In progress", "Done"]);
  await theirs.expectColumn("To do", ["Order tea"]);
});

test("a deleted view of the project returns to the other person's tabs from the bin", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { page, say } = manager;
  const body = {
    project_id: harbour.projectId,
    scope: "project",
    name: "Urgent work",
    layout: "board",
    query: "",
  } as const;
  const { data: view } = await harbour.owner.call(createView, { body });
  await new Board(colleague).open(harbour);
  const theirs = colleague.page.getByRole("link", { name: "Urgent work" });
  await expect(theirs.first()).toBeVisible();
  await page.goto(paths.projectBin(harbour.projectId));
  await expect(page.getByText(say("bin.none"), { exact: true })).toBeVisible();
  await harbour.owner.call(deleteView, { params: { id: view.id } });
  await expect(theirs).toHaveCount(0);
  await page.getByRole("button", { name: say("bin.restoreNamed", { title: "Urgent work" }) }).click();
  await expect(theirs.first()).toBeVisible();
  await expect(page.getByText(say("bin.none"), { exact: true })).toBeVisible();
});

test("a task is deleted for good after a question, on an open bin", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { page, say } = manager;
  const { id, key } = await harbour.task("Order tea");
  await page.goto(paths.projectBin(harbour.projectId));
  await expect(page.getByText(say("bin.none"), { exact: true })).toBeVisible();
  await harbour.owner.call(deleteTask, { params: { id } });
  const title = `${key} Order tea`;
  await page.getByRole("button", { name: say("bin.purgeNamed", { title }) }).click();
  const dialog = page.getByRole("dialog", { name: say("bin.purgeTitle", { title }) });
  await dialog.getByRole("button", { name: say("task.deleteForGood"), exact: true }).click();
  await expect(page.getByText(say("bin.none"), { exact: true })).toBeVisible();
});

test("a deleted project returns to the other person's list", async ({ manager, colleague, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { page, say } = manager;
  const { title, code } = (await harbour.owner.call(readProject, { params: { id: harbour.projectId } })).data;
  await colleague.page.goto(paths.projects);
  const theirs = colleague.page.getByRole("main").getByRole("link", { name: title });
  await expect(theirs).toBeVisible();
  await harbour.owner.call(deleteProject, { params: { id: harbour.projectId } });
  await expect(theirs).toBeHidden();

  await page.goto(paths.projects);
  await page.getByRole("link", { name: say("title.deletedProjects") }).click();
  await page.getByRole("button", { name: say("bin.restoreNamed", { title: `${code} ${title}` }) }).click();
  await expect(theirs).toBeVisible();
  await new Board(colleague).open(harbour).then((board) => board.expectColumn("To do", ["Order tea"]));
});
