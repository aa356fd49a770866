import { moveTask } from "../../shared/tasks/tasks.contract";
import { expect, test } from "./support/test";

test("moving a card changes a chart that is open; a figure opens the tasks it counts", async ({
  manager,
  colleague,
  stage,
}) => {
  const harbour = await stage({ "To do": ["Order tea", "Paint the gate"], "In progress": ["Count crates"] });
  const { page, say } = manager;
  const doing = say("analytics.figure.doing");
  const finished = say("analytics.figure.finished");
  await page.goto(`/projects/${harbour.projectId}/analytics`);
  await expect(page.getByRole("button", { name: `${doing}: 1` })).toBeVisible();
  await expect(page.getByRole("button", { name: `${finished}: 0` })).toBeVisible();
  await expect(page.getByText(say("analytics.needs", { count: 5, have: 0 })).first()).toBeVisible();

  const move = async (title: string, column: string) =>
    colleague.api.call(moveTask, {
      params: { id: (await harbour.task(title)).id },
      body: { task_status_id: harbour.column(column) },
    });
  await move("Order tea", "In progress");
  await expect(page.getByRole("button", { name: `${doing}: 2` })).toBeVisible();
  await expect(page.getByRole("button", { name: "In progress: 2" })).toBeVisible();
  await move("Count crates", "Done");
  await expect(page.getByRole("button", { name: `${finished}: 1` })).toBeVisible();

  await page.getByRole("button", { name: `${finished}: 1` }).click();
  const list = page.getByRole("dialog", { name: say("analytics.open.title") });
  await expect(list.getByText(say("analytics.list.title", { count: 1 }))).toBeVisible();
  await expect(list.getByRole("link")).toHaveText(/Count crates/);
  // It stands in the address: who follows it sees the same.
  await page.reload();
  await expect(list.getByRole("link")).toHaveText(/Count crates/);
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();

  const throughput = page.getByRole("region", { name: say("analytics.chart.throughput"), exact: true });
  await throughput
    .getByRole("button", { name: say("analytics.asTable", { chart: say("analytics.chart.throughput") }) })
    .click();
  await throughput.getByRole("cell").getByRole("button", { name: "1" }).click();
  await expect(list.getByRole("link")).toHaveText(/Count crates/);
});
