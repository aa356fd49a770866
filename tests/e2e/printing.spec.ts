import { readFileSync } from "node:fs";
import { listRooms } from "../../shared/bookings/rooms/rooms.contract";
import { createTask } from "../../shared/work/tasks/tasks.contract";
import { pdfText } from "../support/pdf-text";
import { findRichestProject } from "./support/demo";
import type { Person } from "./support/people";
import { expect, test } from "./support/test";

// Printed screens contain everything below the fold and no controls. Texts are compared without spaces, since a PDF positions words in
// pieces.
const plain = (text: string) => text.replaceAll(/\s/g, "");

const printed = async (person: Person): Promise<string> => plain((await printedPages(person)).join(""));

async function printedPages({ page }: Person): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  return pdfText(await page.pdf({ preferCSSPageSize: true }));
}

function expectNoControls(paper: string, { say }: Person, ...more: string[]): void {
  for (const words of [say("ui.skip"), say("connection.live"), say("menu.recentProjects"), ...more]) {
    expect(paper).not.toContain(plain(words));
  }
}

test("a printed board has all its cards, and the list all its rows", async ({ manager, newProject }) => {
  const titles = Array.from({ length: 80 }, (_, n) => `Crate number ${n + 1} of the harbour`);
  const harbour = await newProject({ "To do": ["Order tea"], "In progress": [], Done: [] });
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

test("room day, team calendar, time sheet and organization chart print in full", async ({ signInAs }) => {
  const hr = await signInAs("admin@acme.test");
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
  await expect(page.getByText(say("time.waiting"))).toBeVisible();
  await expect(page.getByText(say("time.total"), { exact: true }).first()).toBeVisible();
  const sheet = await printed(hr);
  expect(sheet).not.toContain(plain(say("time.waiting")));
  expect(sheet).toContain(plain(say("title.timeTracking")));
  expectNoControls(sheet, hr);
  const exportButton = page.getByRole("button", { name: say("sheet.export"), exact: true });
  await expect(exportButton).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(exportButton).toBeHidden();
});

test("reports are printed with all their charts", async ({ signInAs }) => {
  const admin = await signInAs("admin@acme.test");
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

test("a print has organization, title, filters, period, time and page numbers", async ({ signInAs }) => {
  const admin = await signInAs("admin@acme.test");
  const { page, say, user } = admin;
  for (const [path, texts] of [
    ["/room-reservation?day=2027-03-17", [say("title.roomReservation"), "17 March 2027"]],
    [
      "/analytics/department?from=2026-01-05&to=2026-02-06",
      [say("title.analyticsDepartment"), "5 Jan 2026", "6 Feb 2026"],
    ],
    ["/leaves/list?scope=all&from=2026-03-02", [say("leave.scope.all"), "2 Mar 2026"]],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // Filters and periods are in the print once the screen has its data.
    await expect(async () => {
      const pages = (await printedPages(admin)).map(plain);
      const [first] = pages;
      for (const text of ["Acme", user.fullname, ...texts]) expect(first).toContain(plain(text));
      for (const [at, paper] of pages.entries()) expect(paper).toContain(`${at + 1}/${pages.length}`);
    }).toPass({ timeout: 20_000 });
  }
  await expect(page.locator("[data-print-head]")).toHaveCount(0);
});

test("a print with an open task has the task instead of the board", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the boat"], "In progress": [], Done: [] });
  const { page } = manager;
  await page.goto(`/projects/${harbour.projectId}/tasks?task=${(await harbour.task("Order tea")).id}`);
  await expect(page.getByRole("dialog").getByText("Order tea")).toBeVisible();
  const pages = (await printedPages(manager)).map(plain);
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain("Acme");
  expect(pages[0]).toContain(plain("Order tea"));
  expect(pages[0]).not.toContain(plain("Paint the boat"));
  await expect(page.getByText("Paint the boat")).toBeVisible();
});

test("a printed calendar has all tasks of a day", async ({ manager, newProject }) => {
  const titles = Array.from({ length: 12 }, (_, n) => `Crate ${n + 1}`);
  const harbour = await newProject({ "To do": [], "In progress": [], Done: [] });
  for (const title of titles) {
    const body = { title, task_status_id: harbour.column("To do"), due_date: "2027-03-17" };
    await manager.api.call(createTask, { body });
  }
  const { page } = manager;
  await page.goto(`/projects/${harbour.projectId}/calendar?month=2027-03`);
  await expect(page.locator("[data-task]").first()).toBeVisible();
  const paper = await printed(manager);
  for (const title of titles) expect(paper).toContain(plain(title));
});

test("printed charts take the width of their panels", async ({ signInAs }) => {
  const { page } = await signInAs("admin@acme.test");
  await page.goto("/analytics/department");
  const chart = page.locator(".recharts-surface").first();
  await expect(chart).toBeVisible();
  await page.emulateMedia({ media: "print" });
  // Measured before the chart can be drawn again, as in a print.
  const share = await chart.evaluate((svg) => {
    const panel = svg.closest("section") as HTMLElement;
    panel.style.inlineSize = "700px";
    return svg.getBoundingClientRect().width / panel.clientWidth;
  });
  expect(share).toBeGreaterThan(0.9);
  expect(share).toBeLessThanOrEqual(1);
});

test("Save as PDF of analytics downloads a PDF with its period", async ({ signInAs }) => {
  const { page, say } = await signInAs("admin@acme.test");
  await page.goto("/analytics/department?from=2026-01-05&to=2026-02-06");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: say("analytics.savePdf"), exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("analytics-department-2026-01-05-2026-02-06.pdf");
  const paper = plain(pdfText(readFileSync(await file.path())).join(""));
  for (const text of ["Acme", "5 Jan 2026", "6 Feb 2026", "page 1 of"]) expect(paper).toContain(plain(text));
});
