import { createSubtask } from "../../shared/work/tasks/subtasks.contract";
import { paths } from "../../client/platform/paths";
import { Board } from "./support/board";
import { TaskSheet } from "./support/task";
import { directionsForOtherTests } from "./support/languages";
import { expect, test } from "./support/test";

for (const language of directionsForOtherTests) {
  test.describe(`task details, ${language}`, () => {
    test.use({ language });

    test("a pasted list becomes subtasks, which are ticked and sorted live", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      const task = await harbour.task("Order tea");
      await new Board(manager).open(harbour, `?task=${task.id}`);
      const theirs = await new Board(colleague).open(harbour, `?task=${task.id}`);
      const { say, page } = manager;
      const rows = (person: typeof manager) =>
        new TaskSheet(person).root.getByRole("region", { name: person.say("task.subtasks") }).getByRole("listitem");

      await page.getByRole("button", { name: say("subtask.add"), exact: true }).click();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alert")).toHaveText(say("subtask.nameRequired"));
      await page.keyboard.insertText("Weigh");
      await page.keyboard.press("Enter");
      const field = page.getByRole("textbox", { name: say("subtask.add") });
      await field.evaluate((element) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", "- Pack\n- Ship");
        element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      });
      await expect(rows(colleague)).toHaveText([/Weigh/, /Pack/, /Ship/]);
      await page.keyboard.press("Escape");

      await rows(manager).nth(0).getByRole("checkbox").click();
      await expect(rows(colleague).nth(0).getByRole("checkbox")).toBeChecked();
      await expect(theirs.card("Order tea")).toContainText(colleague.say("task.subtasksDone", { done: 1, total: 3 }));

      await rows(manager)
        .nth(2)
        .getByRole("button", { name: say("subtask.order.handle", { name: "Ship" }) })
        .focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Space");
      await expect(rows(colleague)).toHaveText([/Weigh/, /Ship/, /Pack/]);

      await rows(manager).nth(1).getByText("Ship", { exact: true }).click();
      await page.keyboard.insertText(" soon");
      await page.keyboard.press("Enter");
      await expect(rows(colleague).nth(1)).toContainText("Ship soon");
    });

    test("a card shows what blocks its task, even after the blocker is done", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
      const [tea, gate] = [await harbour.task("Order tea"), await harbour.task("Paint the gate")];
      await new Board(manager).open(harbour, `?task=${tea.id}`);
      const theirs = await new Board(colleague).open(harbour, `?task=${gate.id}`);
      const sheet = new TaskSheet(manager);
      const { say, page } = manager;
      await sheet.root.getByRole("button", { name: say("task.addBlocker") }).click();
      await page.keyboard.type(gate.key);
      await page.getByRole("option", { name: gate.key }).click();

      await expect(new TaskSheet(colleague).fact(colleague.say("task.blocks"))).toContainText("Order tea");
      await expect(theirs.card("Order tea").getByRole("img", { name: colleague.say("task.isBlocked") })).toBeVisible();
      await sheet.choose(say("task.status"), "Done");
      const warning = say("task.blockedWarning", { blockers: `${gate.key} Paint the gate`, more: 0 });
      await expect(page.getByText(warning).first()).toBeVisible();
    });

    test("a moved task notifies its viewers, and its old key still works", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      const depot = await newProject({ "To do": ["Paint the gate"] });
      const task = await harbour.task("Order tea");
      await harbour.owner.call(createSubtask, { body: { task_id: task.id, name: "Weigh" } });
      await new Board(manager).open(harbour, `?task=${task.id}`);
      const theirs = await new Board(colleague).open(depot);
      const { say, page } = manager;
      await new TaskSheet(manager).root
        .getByRole("button", { name: say("board.card.menu", { key: task.key }) })
        .click();
      await page.getByRole("menuitem", { name: say("task.transfer") }).click();
      const dialog = page.getByRole("dialog", { name: say("task.transfer.title", { key: task.key }) });
      await dialog.getByRole("combobox", { name: say("task.transfer.project") }).fill(depot.title);
      await page.getByRole("option", { name: depot.title }).click();
      await dialog.getByRole("button", { name: say("task.transfer.do"), exact: true }).click();

      await theirs.expectColumn("To do", ["Paint the gate", "Order tea"]);
      await expect(page).toHaveURL(new RegExp(`/projects/${depot.projectId}/tasks`));
      await colleague.page.goto(paths.task(task.key.toLowerCase()));
      const sheet = new TaskSheet(colleague, "page");
      await expect(sheet.title).toHaveText("Order tea");
      await expect(colleague.page).toHaveURL(new RegExp(`/${task.id}$`));
    });
  });
}
