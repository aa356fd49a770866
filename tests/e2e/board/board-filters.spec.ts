import * as contract from "../../../shared/work/tasks/tasks.contract";
import { Board } from "../support/board";
import { TaskList } from "../support/list";
import { expect, test } from "../support/test";

test("filters are in the URL, survive a reload and can be shared", async ({ manager, colleague, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Order sugar", "Paint the gate"], Done: ["Order cups"] });
  const { id } = await harbour.task("Order sugar");
  await harbour.owner.call(contract.updateTask, { params: { id }, body: { priority: "high", users: [manager.id] } });
  const mine = await new Board(manager).open(harbour);
  const { page, say } = manager;

  await page.getByRole("textbox", { name: say("board.filter.search") }).fill("order");
  await mine.expectColumn("To do", ["Order tea", "Order sugar"]);
  await mine.expectColumn("Done", ["Order cups"]);
  await expect(mine.column("To do")).toContainText(say("board.column.shownOf", { shown: "2", count: "3" }));
  await page.getByRole("button", { name: say("task.priority"), exact: true }).click();
  await page.getByRole("option", { name: say("task.priority.high"), exact: true }).click();
  await mine.expectColumn("To do", ["Order sugar"]);
  await expect(page).toHaveURL(/q=order/);
  await expect(page).toHaveURL(/priority=high/);

  await page.reload();
  await mine.live();
  await mine.expectColumn("To do", ["Order sugar"]);
  await mine.expectColumn("Done", []);
  await expect(page.getByRole("textbox", { name: say("board.filter.search") })).toHaveValue("order");

  await colleague.page.goto(page.url().replace(/^.*(?=\/projects)/, ""));
  await new Board(colleague).expectColumn("To do", ["Order sugar"]);

  await page.getByRole("button", { name: say("board.filter.clear") }).click();
  await mine.expectColumn("To do", ["Order tea", "Order sugar", "Paint the gate"]);
  await expect(page).toHaveURL(new RegExp(`${harbour.path}$`));
});

test("tasks that a filter hides are no longer selected", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Order sugar", "Paint the gate"] });
  const { page, say } = manager;
  const bar = page.getByRole("toolbar", { name: say("bulk.label") });
  const filterAndCount = async (search: string) => {
    await expect(bar).toContainText(say("bulk.selected", { count: 3 }));
    await page.getByRole("textbox", { name: search }).fill("order");
    await expect(bar).toContainText(say("bulk.selected", { count: 2 }));
  };
  const board = await new Board(manager).open(harbour);
  for (const title of ["Order tea", "Order sugar", "Paint the gate"])
    await board.link(title).click({ modifiers: ["ControlOrMeta"] });
  await filterAndCount(say("board.filter.search"));
  const list = await new TaskList(manager).open(harbour);
  await list.tick("Order tea");
  await list.tick("Paint the gate", ["Shift"]);
  await filterAndCount(say("list.search"));
});

test("a card leaves or enters a filtered board as it stops or starts matching", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
  const mine = await new Board(manager).open(harbour, `?u=${manager.id}`);
  await mine.expectColumn("To do", []);
  const { id } = await harbour.task("Paint the gate");
  await colleague.api.call(contract.assignTask, { params: { id }, body: { users: [manager.id] } });
  await mine.expectColumn("To do", ["Paint the gate"]);
  await colleague.api.call(contract.assignTask, { params: { id }, body: { users: [] } });
  await mine.expectColumn("To do", []);
});
