import { readFileSync } from "node:fs";
import { moveTask } from "../../shared/work/tasks/tasks.contract";
import { expect, test } from "./support/test";

test("an open chart updates when a card is moved, and its figure opens the tasks", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"], "In progress": ["Count crates"] });
  const { page, say } = manager;
  const doing = say("analytics.figure.doing");
  const finished = say("analytics.figure.finished");
  await page.goto(`/projects/${harbour.projectId}/analytics`);
  await expect(page.getByRole("button", { name: `${doing}: 1` })).toBeVisible();
  await expect(page.getByRole("button", { name: `${finished}: 0` })).toBeVisible();
  await expect(page.getByText(say("analytics.needs", { count: 5, have: 0 })).first()).toBeVisible();
  await expect(page.getByText(say("projects.standing.underWay"))).toBeVisible();

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
  await page.keyboard.press("Escape");

  await throughput
    .getByRole("button", { name: say("analytics.download", { chart: say("analytics.chart.throughput") }) })
    .click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: say("analytics.download.csv") }).click();
  const [, ...lines] = readFileSync(await (await downloading).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatch(/^20\d\d-\d\d-\d\d,/);

  await page.locator(`[data-filter-label="${say("analytics.period")}"]`).click();
  const quarter = page.getByRole("button", { name: say("analytics.period.days", { days: 90 }), exact: true });
  await quarter.click();
  await expect(quarter).toHaveAttribute("aria-pressed", "true");
});

test("CSV files of charts have plain numbers and name their subject and period", async ({ signInAs }) => {
  const { page, say } = await signInAs("admin@acme.test");
  const period = "from=2026-01-05&to=2026-11-20";
  for (const [path, subject] of [
    [`/analytics/department?${period}`, say("analytics.department.all")],
    [`/reservation-report?${period}`, ""],
  ] as const) {
    await page.goto(path);
    const titles = page.locator("main section > header > h2");
    await expect(titles.nth(3)).toBeVisible();
    for (const chart of await titles.allTextContents()) {
      await page.getByRole("button", { name: say("analytics.download", { chart }), exact: true }).click();
      const downloading = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: say("analytics.download.csv") }).click();
      const file = await downloading;
      expect(file.suggestedFilename()).toContain(`${subject} 2026-01-05 2026-11-20.csv`.trim());
      const text = readFileSync(await file.path(), "utf8").slice(1);
      expect(text).not.toMatch(/\p{Cf}|[–$%€]\s*(,|\r)|,[$€]|\d (h|m|d)\b/u);
    }
  }
});

test("the PNG of a chart has its title, unit and legend around the drawing", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"], "In progress": ["Count crates"] });
  const { page, say } = manager;
  await page.goto(`/projects/${harbour.projectId}/analytics`);
  const chart = say("analytics.chart.flow");
  const panel = page.getByRole("region", { name: chart, exact: true });
  const drawing = await panel.getByRole("img").locator("svg").first().boundingBox();
  await panel.getByRole("button", { name: say("analytics.download", { chart }) }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: say("analytics.download.png") }).click();
  const png = readFileSync(await (await downloading).path());
  const [width, height] = [png.readUInt32BE(16) / 2, png.readUInt32BE(20) / 2];
  expect(width).toBeGreaterThan(drawing?.width ?? 0);
  // Two lines of text above the drawing, at least one below.
  expect(height).toBeGreaterThan((drawing?.height ?? 0) + 3 * 22);
  // The areas have their colors: no pixel is black.
  const black = await page.evaluate(
    async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) if (!data[at] && !data[at + 1] && !data[at + 2]) count++;
      return count / (data.length / 4);
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  expect(black).toBeLessThan(0.01);
});
