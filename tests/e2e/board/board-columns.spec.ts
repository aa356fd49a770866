import { Board } from "../support/board";
import { expect, test } from "../support/test";

test("a renamed column appears on the other user's board without a reload", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const mine = await new Board(manager).open(harbour);
  const theirs = await new Board(colleague).open(harbour);

  await mine.column("To do").getByRole("heading").getByRole("button").click();
  await manager.page.getByRole("textbox", { name: manager.say("board.column.name") }).fill("Next week");
  await manager.page.keyboard.press("Enter");

  await theirs.expectColumns(["Next week", "In progress", "Done"]);
  await theirs.expectColumn("Next week", ["Order tea"]);
});

test("columns are added and then moved by their header or menu", async ({ manager, colleague, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const mine = await new Board(manager).open(harbour);
  const theirs = await new Board(colleague).open(harbour);
  const { page, say } = manager;

  await page.getByRole("button", { name: say("board.column.add") }).click();
  await page.keyboard.type("Waiting");
  await page.keyboard.press("Enter");
  await theirs.expectColumns(["To do", "In progress", "Done", "Waiting"]);
  await page.keyboard.type("Ideas");
  await page.keyboard.press("Enter");
  await theirs.expectColumns(["To do", "In progress", "Done", "Waiting", "Ideas"]);
  await page.keyboard.press("Escape");

  await mine.columnMenu("Done").click();
  await page.getByRole("button", { name: say("board.column.moveOn") }).click();
  await theirs.expectColumns(["To do", "In progress", "Waiting", "Done", "Ideas"]);

  await mine.dragColumn("In progress", "To do");
  await theirs.expectColumns(["In progress", "To do", "Waiting", "Done", "Ideas"]);
  await expect(theirs.columnMenu("To do")).toHaveCount(0);
});

test("reaching a column's limit shows a warning to both users but refuses no card", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"], "In progress": ["Call the customs"] });
  const mine = await new Board(manager).open(harbour);
  const theirs = await new Board(colleague).open(harbour);
  const { page, say } = manager;

  await mine.columnMenu("In progress").click();
  await page.getByRole("textbox", { name: say("board.column.limit") }).fill("2");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  const limit = theirs.column("In progress").getByTitle(say("board.wip.below", { count: "1", limit: "2" }));
  await expect(limit).toContainText(say("board.wip.limit", { limit: "2" }));

  await mine.drag("Order tea", { to: "In progress" });
  await expect(theirs.column("In progress")).toContainText(say("board.wip.full", { limit: "2" }));
  await mine.drag("Paint the gate", { to: "In progress" });
  await expect(theirs.column("In progress")).toContainText(say("board.wip.over", { count: "3", limit: "2" }));
});

test("a column with tasks is deleted after choosing where they go", async ({ manager, colleague, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"], Done: ["Paint the gate"] });
  const mine = await new Board(manager).open(harbour);
  const theirs = await new Board(colleague).open(harbour);
  const { page, say } = manager;

  await mine.columnMenu("To do").click();
  await page.getByRole("button", { name: say("board.column.delete") }).click();
  const dialog = page.getByRole("dialog", { name: say("board.column.deleteTitle", { title: "To do" }) });
  await dialog.getByRole("combobox", { name: say("board.column.target") }).click();
  await page.getByRole("option", { name: "Done" }).click();
  await dialog.getByRole("button", { name: say("board.column.delete") }).click();

  await theirs.expectColumns(["In progress", "Done"]);
  await theirs.expectColumn("Done", ["Paint the gate", "Order tea"]);
});
