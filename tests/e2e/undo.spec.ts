import { updateTask } from "../../shared/work/tasks/tasks.contract";
import { Board } from "./support/board";
import { directionsForOtherTests } from "./support/languages";
import { expect, test } from "./support/test";

for (const language of directionsForOtherTests) {
  test.describe(`undo, ${language}`, () => {
    test.use({ language });

    test("five steps are undone and redone by keyboard, live for another user", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Tea", "Gate", "Ropes"], "In progress": ["Sails"] });
      const mine = await new Board(manager).open(harbour);
      const theirs = await new Board(colleague).open(harbour);
      const { page, say } = manager;

      await mine.drag("Tea", { to: "In progress", below: "Sails" });
      await mine.expectColumn("In progress", ["Sails", "Tea"]);
      await mine.cardMenu("Gate", say("task.archive"));
      await mine.drag("Ropes", { to: "Done" });
      await mine.link("Tea").focus();
      await page.keyboard.press("5");
      await mine.link("Sails").focus();
      await page.keyboard.press("x");
      await mine.link("Tea").focus();
      await page.keyboard.press("x");
      await page.keyboard.press("Shift+A");
      await theirs.expectColumn("In progress", []);
      await theirs.expectColumn("Done", ["Ropes"]);

      for (let step = 0; step < 5; step++) await page.keyboard.press("ControlOrMeta+z");
      for (const board of [mine, theirs]) {
        await board.expectColumn("To do", ["Tea", "Gate", "Ropes"]);
        await board.expectColumn("In progress", ["Sails"]);
        await board.expectColumn("Done", []);
      }
      for (let step = 0; step < 5; step++) await page.keyboard.press("ControlOrMeta+Shift+z");
      await theirs.expectColumn("In progress", []);
      await theirs.expectColumn("Done", ["Ropes"]);
    });

    test("undo is refused after another user's change, with that user's name", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Tea", "Gate"] });
      const mine = await new Board(manager).open(harbour);
      const theirs = await new Board(colleague).open(harbour);
      const { page, say } = manager;

      await mine.drag("Tea", { to: "In progress" });
      await theirs.expectColumn("In progress", ["Tea"]);
      await theirs.drag("Tea", { to: "Done" });
      await mine.expectColumn("Done", ["Tea"]);
      await page.keyboard.press("ControlOrMeta+z");

      const { key } = await harbour.task("Tea");
      const change = say("board.toast.moved", { key, column: "In progress" });
      const reason = say("undo.refused.task", { name: colleague.fullname, task: key, what: change });
      await expect(page.getByText(reason, { exact: true }).first()).toBeVisible();
      await mine.expectColumn("Done", ["Tea"]);
      await theirs.expectColumn("Done", ["Tea"]);
    });

    test("another user's change to another field doesn't prevent the undo", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Tea"] });
      const mine = await new Board(manager).open(harbour);
      await mine.drag("Tea", { to: "In progress" });
      const { id } = await harbour.task("Tea");
      await colleague.api.call(updateTask, { params: { id }, body: { priority: "high" } });
      await manager.page.keyboard.press("ControlOrMeta+z");
      await mine.expectColumn("To do", ["Tea"]);
    });

    test("several cards are moved and undone together", async ({ manager, colleague, newProject }) => {
      const harbour = await newProject({ "To do": ["Tea", "Gate", "Ropes"], "In progress": ["Sails"] });
      const mine = await new Board(manager).open(harbour);
      const theirs = await new Board(colleague).open(harbour);
      const { page, say } = manager;
      await mine.link("Tea").click({ modifiers: ["ControlOrMeta"] });
      await mine.link("Ropes").click({ modifiers: ["ControlOrMeta"] });
      await expect(page.getByRole("toolbar", { name: say("bulk.label") })).toContainText(
        say("bulk.selected", { count: 2 }),
      );
      await mine.drag("Ropes", { to: "In progress", below: "Sails" });
      await theirs.expectColumn("In progress", ["Sails", "Tea", "Ropes"]);
      await page.keyboard.press("ControlOrMeta+z");
      await theirs.expectColumn("To do", ["Tea", "Gate", "Ropes"]);

      await theirs.cardMenu("Tea", colleague.say("task.archive"));
      await expect(page.getByRole("toolbar", { name: say("bulk.label") })).toContainText(
        say("bulk.selected", { count: 1 }),
      );
      await page.keyboard.press("Escape");
      await expect(page.getByRole("toolbar", { name: say("bulk.label") })).toBeHidden();
    });
  });
}
