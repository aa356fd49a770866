import { listRooms } from "../../shared/bookings/rooms/rooms.contract";
import { createTask } from "../../shared/work/tasks/tasks.contract";
import { pdfText } from "../support/pdf-text";
import { findRichestProject } from "./support/demo";
import type { Person } from "./support/people";
import { expect, test } from "./support/test";

// Printed screens contain everything below the fold and no controls. Texts are compared without spaces, since a PDF positions words in
// pieces.
const plain = (text: string) => text.replaceAll(/\s/g, "");

async function printed({ page }: Person): Promise<string> {
  await page.evaluate(() => document.fonts.ready);
  return plain(pdfText(await page.pdf({ preferCSSPageSize: true })).join(""));
}

function expectNoControls(paper: string, { say }: Person, ...more: string[]): void {
  for (const words of [say("ui.skip"), say("connection.live"), say("menu.recentProjects"), ...more]) {
    expect(paper).not.toContain(plain(words));
  }
}

test("a printed board has all its cards, and the list all its rows", async ({ manager, stage }) => {
  const titles = Array.from({ length: 80 }, (_, n) => `Crate number ${n + 1} of the harbour`);
  const harbour = await stage({ "To do": ["Order tea"], "In progress": [], Done: [] });
  for (const title of titles) {
    await manager.api.call(createTask, { body: { title, task_status_id: harbour.column("To do") } });
  }
  const { page } = manager;
  for (const screen of ["tasks", "tasks-list"]) {
    await page.goto(`/projects/${harbour.projectId}/${screen}`);
    await expect(page.getByText("Order tea").first()).toBeVisible();
    const paper = await printed(manager);
    for (const title of titles) expect(paper).toContain(plain(title));
    expectNoControls(paper, manager);
  }
  await expect(page.locator("[data-on-paper]")).toHaveCount(0);
});

test("room day, team calendar, time sheet and organization chart print in full", async ({ cast }) => {
  const hr = await cast("admin@acme.test");
  const { page, say } = hr;
  await page.goto("/room-reservation");
  await expect(page.locator("[data-kind=resource]").first()).toBeVisible();
  const rooms = await printed(hr);
  const { data } = await hr.api.call(listRooms, { query: { perPage: 100 } });
  for (const { name } of data) expect(rooms).toContain(plain(name));
  expectNoControls(rooms, hr);

  await page.goto("/organization-chart");
  const boxes = page.getByRole("treeitem");
  await expect(boxes.first()).toBeVisible();
  const names = (await boxes.allInnerTexts()).map((words) => words.split("\n").find((line) => line.length > 3) ?? "");
  const chart = await printed(hr);
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) expect(chart).toContain(plain(name.slice(0, 16)));
  expect(chart).toContain(plain(say("title.orgChart")));
  expectNoControls(chart, hr, say("orgChart.fit"));

  await page.goto("/leaves/list?tab=team");
  await expect(page.getByRole("main")).toContainText(/\p{L}/u);
  expectNoControls(await printed(hr), hr);

  await page.goto("/time-tracking");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const sheet = await printed(hr);
  expect(sheet).toContain(plain(say("title.timeTracking")));
  expectNoControls(sheet, hr);
  const exportButton = page.getByRole("button", { name: say("sheet.export"), exact: true });
  await expect(exportButton).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(exportButton).toBeHidden();
});

test("reports are printed with all their charts", async ({ cast }) => {
  const admin = await cast("admin@acme.test");
  const { page, say } = admin;
  const { id } = await findRichestProject(admin);
  for (const [path, charts] of [
    [`/analytics/project/${id}`, ["analytics.chart.throughput", "analytics.chart.flow", "analytics.chart.time"]],
    ["/analytics/department", ["analytics.chart.leave", "analytics.chart.spend", "analytics.chart.approvals"]],
    ["/reservation-report", ["bookingReport.chart.use", "bookingReport.chart.cost"]],
  ] as const) {
    await page.goto(path);
    for (const chart of charts) await expect(page.getByRole("region", { name: say(chart), exact: true })).toBeVisible();
    const paper = await printed(admin);
    for (const chart of charts) expect(paper).toContain(plain(say(chart)));
    expectNoControls(paper, admin, say("analytics.report.label"), say("analytics.savePdf"));
  }
});
