import type { Page, Request } from "@playwright/test";
import { runsFull } from "../run-size";
import { createView, deleteView } from "../../shared/work/views/views.contract";
import { discardTimer, startTimer } from "../../shared/work/time/timer.contract";
import { Board } from "./support/board";
import { monthsAgo } from "./support/days";
import { findLayoutFaults } from "./support/layout-faults";
import { TaskList } from "./support/list";
import { navigateTo, type ScreenRecords, screenRecordsOf } from "./support/routes";
import { waitUntilReady } from "./support/wait-until-ready";
import { expect, test } from "./support/test";

/** Widths of tablets and small laptops. */
const widths = [768, 900, 1024, 1100, 1280] as const;

const screensOf = ({ project, task }: ScreenRecords, view: number): readonly string[] => [
  `/projects/${project}/tasks?view=${view}&due=overdue&priority=high`,
  `/projects/${project}/tasks`,
  `/projects/${project}/tasks-list`,
  `/projects/${project}/timeline`,
  `/projects/${project}/calendar`,
  `/projects/${project}/tasks?task=${task}`,
  `/projects/${project}/view`,
  `/projects/${project}/analytics`,
  `/projects/${project}/archived`,
  "/projects",
  "/dashboard",
  "/approvals",
  "/my-work",
  "/timeline",
  "/time-tracking",
  "/room-reservation",
  "/room-reservation?view=week",
  "/room-reservation?view=month",
  "/car-reservation",
  "/equipment-reservation",
  "/bookings/list",
  "/invoices/list",
  "/invoices/create",
  "/invoices/settings",
  "/invoices/suppliers",
  "/invoices/payments",
  "/invoices/accounting",
  "/expenses/list",
  "/expenses/create",
  `/payroll/${monthsAgo(0)}`,
  "/leaves/list",
  "/leaves/create",
  "/leaves/list?tab=team",
  "/leaves/list?tab=balances",
  "/leaves-balances/adjust",
  "/leaves-balances/opening",
  "/employees",
  "/employees/view/5",
  "/employees/edit/5",
  "/organization-chart",
  "/departments",
  "/role-permission",
  "/analytics/user",
  "/analytics/department",
  "/analytics/task",
  "/reservation-report",
  "/forms/list",
  "/settings/audit",
  "/settings/approvals",
  "/profile/notifications/settings",
  "/search?q=te",
  "/room",
  "/cars",
  "/news-section",
];

/** Counts the requests in progress, so that a screen is measured with its data. */
function countRequests(page: Page): () => number {
  const open = new Set<Request>();
  page.on("request", (request) => void (request.resourceType() !== "websocket" && open.add(request)));
  page.on("requestfinished", (request) => void open.delete(request));
  page.on("requestfailed", (request) => void open.delete(request));
  return () => open.size;
}

/** Seven digits in every amount. They aren't stored, because budgets count them and other tests use the same organization. */
async function makeAmountsLarge(page: Page): Promise<void> {
  await page.route(/\/(finance|expense|payroll|budget)[^?]*/, async (route) => {
    if (route.request().resourceType() !== "fetch") return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/"(-?)\d{1,6}\.(\d\d)"/g, '"$11234567.$2"');
    await route.fulfill({ response, body });
  });
}

test.describe.configure({ mode: "parallel" });

/** German has the longest texts; a full run tries English as well, whose words break elsewhere. */
const languages = runsFull ? (["de", "en"] as const) : (["de"] as const);

for (const language of languages) {
  test(`all screens fit tablets and small laptops, ${language}`, async ({ signInAs }) => {
    test.setTimeout(240_000);
    const admin = await signInAs("admin@acme.test", { language });
    const { page, api, words } = admin;
    const records = await screenRecordsOf(admin);
    const view = { name: "Everything overdue", layout: "board", query: "due=overdue", scope: "own" } as const;
    const { data: saved } = await api.call(createView, { body: { ...view, project_id: records.project } });
    await api.call(startTimer, { body: { task_id: records.task } });
    await makeAmountsLarge(page);
    await page.setViewportSize({ width: widths[0], height: 900 });
    await page.goto("/profile");
    const requests = countRequests(page);
    const faults: Record<string, string[]> = {};
    for (const path of screensOf(records, saved.id)) {
      // In between, another screen, so that the heading of the previous one isn't taken for this one's.
      await navigateTo(page, "/profile/security");
      await navigateTo(page, path);
      await waitUntilReady(page, words);
      await expect.poll(requests, { intervals: [60, 60, 100] }).toBe(0);
      await waitUntilReady(page, words);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const found = await findLayoutFaults(page);
        if (found.length > 0) (faults[path] ??= []).push(...found.map((fault) => `${width}: ${fault}`));
      }
    }
    await api.call(deleteView, { params: { id: saved.id } });
    await api.call(discardTimer, { body: {} }).catch(() => undefined); // the test in the other language shares the timer
    expect(faults).toEqual({});
  });
}

test("tools that don't fit are in a menu that opens and closes by keyboard", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { page, say } = manager;
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto(harbour.path);
  const tabs = page.getByRole("navigation", { name: say("board.views") });
  const archive = tabs.getByRole("link", { name: say("board.view.archive") });
  await expect(tabs.getByRole("link", { name: say("board.view.board") })).toBeVisible();
  await expect(archive).toBeHidden();
  const moreButton = tabs.getByRole("button", { name: say("ui.moreTools") });
  const board = page.locator("[data-column]").first();
  const before = await board.boundingBox();
  await moreButton.press("Enter");
  await expect(archive).toBeVisible();
  await expect(tabs.locator(":focus")).toHaveCount(1);
  await expect(moreButton).not.toBeFocused();
  expect(await board.boundingBox()).toEqual(before);
  await page.keyboard.press("Escape");
  await expect(archive).toBeHidden();
  await expect(moreButton).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 800 });
  await expect(archive).toBeVisible();
  await expect(moreButton).toBeHidden();
});

for (const width of [900, 1280]) {
  test(`the first edit moves nothing under the pointer at ${width} px`, async ({ manager, newProject }) => {
    const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
    const { page, say } = manager;
    await page.setViewportSize({ width, height: 800 });
    const undo = page.getByRole("button", { name: new RegExp(`^${say("board.undo", { what: "" })}`) });
    const board = await new Board(manager).open(harbour);
    const card = await board.card("Paint the gate").boundingBox();
    await board.link("Order tea").focus();
    await page.keyboard.press("i");
    await expect(undo).toBeVisible();
    expect((await board.card("Paint the gate").boundingBox())?.y).toBe(card?.y);

    await page.reload();
    const list = await new TaskList(manager).open(harbour);
    const row = await list.row("Paint the gate").boundingBox();
    await list.row("Order tea").getByRole("gridcell").first().focus();
    await page.keyboard.press("i");
    await expect(undo).toBeVisible();
    expect((await list.row("Paint the gate").boundingBox())?.y).toBe(row?.y);
  });
}

for (const path of ["/invoices/create", "/expenses/create"]) {
  test(`saving the draft of ${path} moves nothing in German at 768 px`, async ({ signInAs }) => {
    const { page, words } = await signInAs("employee@acme.test", { language: "de" });
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto(path);
    await waitUntilReady(page, words);
    const title = page.locator("[data-page-title]");
    const field = page.locator("form textarea").first();
    const boxes = async () => [await title.boundingBox(), await field.boundingBox()];
    const before = await boxes();
    await field.pressSequentially("Fahrrad");
    await expect(page.locator("[data-page-status] [role=status]")).toHaveText(/^Entwurf, gespeichert/);
    expect(await boxes()).toEqual(before);
    expect(await findLayoutFaults(page)).toEqual([]);
  });
}
