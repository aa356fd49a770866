import { updateTask } from "../../shared/work/tasks/tasks.contract";
import { Board } from "./support/board";
import { TaskSheet } from "./support/task";
import { expect, test } from "./support/test";

test("avatars on the board show its viewers, not users on other screens", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const board = await new Board(manager).open(harbour);
  const present = board.page.getByRole("group", { name: manager.say("board.present") });
  // My work, the project list and the overview follow the project's stream too.
  for (const path of ["/my-work", "/projects", `/projects/${harbour.projectId}/view`]) {
    await colleague.page.goto(path);
    await expect(colleague.page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  }
  await new Board(colleague).open(harbour);
  await expect(present).toBeVisible();
  await colleague.page.goto(`/projects/${harbour.projectId}/view`);
  await expect(present).toHaveCount(0);
});

test("a click on a description edits it, and the header names the editor", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { id } = await harbour.task("Order tea");
  await manager.api.call(updateTask, { params: { id }, body: { description: "<p>Two crates of green</p>" } });
  for (const person of [manager, colleague]) await new Board(person).open(harbour, `?task=${id}`);
  const [mine, theirs] = [new TaskSheet(manager), new TaskSheet(colleague)];
  const status = theirs.root.getByRole("status");
  await expect(status.getByText(colleague.say("task.isReading", { name: manager.firstName }))).toBeVisible();
  await mine.root.getByText("Two crates of green").click();
  await expect(mine.root.getByRole("textbox", { name: manager.say("task.description") })).toBeFocused();
  await expect(status.getByText(colleague.say("task.isEditing", { name: manager.firstName }))).toBeVisible();
  await manager.page.keyboard.press("Escape");
  await expect(status.getByText(colleague.say("task.isReading", { name: manager.firstName }))).toBeVisible();
});
