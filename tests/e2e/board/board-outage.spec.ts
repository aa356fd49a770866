import * as contract from "../../../shared/work/tasks/tasks.contract";
import { Board } from "../support/board";
import { expect, test } from "../support/test";

test("after reconnecting, offline changes are sent and missed events applied", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({
    "To do": ["Order tea", "Paint the gate", "Call the customs", "Sweep the yard"],
    Done: ["Count the crates"],
  });
  const mine = await new Board(manager).open(harbour);
  const theirs = await new Board(colleague).open(harbour);
  const { page, say } = manager;
  const readings: string[] = [];
  page.on("request", (request) => request.url().includes("task_tatus") && readings.push(request.url()));

  await manager.context.setOffline(true);
  await mine.connection("offline");
  await mine.drag("Order tea", { to: "In progress" });
  await expect(mine.card("Order tea")).toContainText(say("board.waiting"));
  await mine.cardMenu("Paint the gate", say("task.archive"));
  await page.keyboard.press("n");
  await page.keyboard.type("Written on the train");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(mine.card("Written on the train")).toContainText(say("board.waiting"));
  await expect(page.getByRole("button", { name: /3/ }).filter({ hasText: say("connection.offline") })).toBeVisible();

  await theirs.drag("Sweep the yard", { to: "Done", below: "Count the crates" });
  await theirs.drag("Call the customs", { to: "In progress" });
  const { id } = await harbour.task("Count the crates");
  await colleague.api.call(contract.updateTask, { params: { id }, body: { title: "Count all crates" } });
  await theirs.expectColumn("To do", ["Order tea", "Paint the gate"]);
  await mine.expectColumn("To do", ["Call the customs", "Sweep the yard", "Written on the train"]);

  await manager.context.setOffline(false);
  await mine.connection("live");
  const now = {
    "To do": ["Written on the train"],
    "In progress": ["Order tea", "Call the customs"],
    Done: ["Count all crates", "Sweep the yard"],
  };
  await expect.poll(async () => sorted(await harbour.titles())).toEqual(sorted(now));
  const truth = await harbour.titles();
  for (const [column, titles] of Object.entries(truth)) {
    await mine.expectColumn(column, titles);
    await theirs.expectColumn(column, titles);
  }
  await expect(page.getByText(say("board.waiting"), { exact: true })).toHaveCount(0);
  expect(readings, "it was caught up by events, not read again").toEqual([]);
});

test("another user's change wins over an older queued one, with a message", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const mine = await new Board(manager).open(harbour);
  const theirs = await new Board(colleague).open(harbour);

  await manager.context.setOffline(true);
  await mine.connection("offline");
  await mine.drag("Order tea", { to: "In progress" });
  await theirs.drag("Order tea", { to: "Done" });
  await expect.poll(() => harbour.titles()).toMatchObject({ Done: ["Order tea"] });
  await manager.context.setOffline(false);
  await mine.live();
  await mine.expectColumn("Done", ["Order tea"]);
  await expect(mine.card("Order tea").getByRole("alert")).toHaveText(
    manager.say("board.refused.movedFirst", { name: colleague.firstName, column: "Done" }),
  );
});

/** Sorts the titles, since the server decides the order of concurrent additions. */
const sorted = (titles: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(titles).map(([column, list]) => [column, [...list].sort()]));
