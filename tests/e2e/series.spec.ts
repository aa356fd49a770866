import {
  createSeries,
  readComingDates,
  readTaskSeries,
  setSeriesState,
  updateSeries,
} from "../../shared/work/series/series.contract";
import { deleteTask, updateTask } from "../../shared/work/tasks/tasks.contract";
import { paths } from "../../client/platform/paths";
import { Board } from "./support/board";
import { TaskSheet } from "./support/task";
import { expect, test } from "./support/test";

test("a series is set up, skipped and restored by keyboard, and others see it", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Check the backups"] });
  const { say, page } = manager;
  const theirs = await new Board(colleague).open(harbour);
  const { id } = await harbour.task("Check the backups");
  await new Board(manager).open(harbour, `?task=${id}`);
  const row = new TaskSheet(manager).fact(say("series.label"));

  await row.getByRole("button").focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: say("series.repeatTask", { key: "" }).trim() });
  const dates = dialog.getByRole("region", { name: say("series.preview") }).getByRole("listitem");
  await expect(dates).toHaveCount(10);
  await dialog.getByRole("textbox", { name: say("booking.rule.every") }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: say("series.unit.day", { count: 1 }), exact: true }).waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText(say("booking.rule.day", { every: 1 }));
  await dialog.getByRole("button", { name: say("action.save") }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(row).toContainText(say("booking.rule.day", { every: 1 }));
  await expect(theirs.card("Check the backups").getByRole("img", { name: say("task.isRepeating") })).toBeVisible();

  const nextDate = row.locator("time");
  const before = await nextDate.getAttribute("datetime");
  await expect(row.getByRole("button", { name: say("series.menu") })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: say("series.skipNext", { date: "" }).trim() }).press("Enter");
  await expect(nextDate).not.toHaveAttribute("datetime", before ?? "");
  await page.getByRole("button", { name: say("action.undo"), exact: true }).click();
  await expect(nextDate).toHaveAttribute("datetime", before ?? "");

  await row.getByRole("button", { name: say("series.menu") }).click();
  await page.getByRole("menuitem", { name: say("series.end") }).click();
  await expect(theirs.card("Check the backups").getByRole("img", { name: say("task.isRepeating") })).toBeHidden();
});

test("a paused series shows its state, and a changed rule appears for another person", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Water the plants"] });
  const { say, page } = manager;
  const { id } = await harbour.task("Water the plants");
  const board = await new Board(manager).open(harbour);
  await board.cardMenu("Water the plants", say("series.repeat"));
  const dialog = page.getByRole("dialog").filter({ has: page.getByRole("region", { name: say("series.preview") }) });
  await dialog.getByRole("radio", { name: say("series.basis.completion") }).check();
  await dialog.getByRole("button", { name: say("action.save") }).click();
  await expect(dialog).toBeHidden();
  await new Board(colleague).open(harbour, `?task=${id}`);
  const theirRow = new TaskSheet(colleague).fact(colleague.say("series.label"));
  await expect(theirRow).toContainText(colleague.say("series.waiting"));

  const row = new TaskSheet(manager).fact(say("series.label"));
  await row.getByRole("button", { name: say("series.menu") }).click();
  await page.getByRole("menuitem", { name: say("series.pause") }).click();
  await expect(theirRow).toContainText(colleague.say("series.paused"));
  await row.getByRole("button", { name: say("series.menu") }).click();
  await page.getByRole("menuitem", { name: say("series.resume") }).click();
  await expect(theirRow).not.toContainText(colleague.say("series.paused"));
});

test("another person's calendar and timeline outline coming dates until the pause", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Water the plants"] });
  const { id } = await harbour.task("Water the plants");
  const today = new Date().toISOString().slice(0, 10);
  const rule = { unit: "day", every: 1, first_day: today, days_off: "keep", basis: "schedule" } as const;
  const { data: series } = await manager.api.call(createSeries, {
    params: { id },
    body: { ...rule, lead_days: 0, at_hour: 6 },
  });
  const { page, say } = colleague;
  const outlines = page.getByRole("button", { name: say("series.coming", { title: "Water the plants", date: "" }) });
  await page.goto(`${paths.projectCalendar(harbour.projectId)}?agenda=${today.slice(0, 7)}`);
  await page.getByRole("button", { name: say("calendar.next.month") }).click();
  await outlines.first().click();
  await expect(page.getByRole("dialog", { name: say("series.edit.title") })).toBeVisible();

  await page.goto(paths.projectTimeline(harbour.projectId));
  await expect(outlines.first()).toBeVisible();
  const state = (next: "paused" | "active") =>
    manager.api.call(setSeriesState, { params: { id: series.id }, body: { state: next } });
  await state("paused");
  await expect(outlines).toHaveCount(0);
  await state("active");
  await outlines.first().click();
  await expect(page.getByRole("dialog", { name: say("series.edit.title") })).toBeVisible();
});

test("the content used for later dates is undone and redone", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Water the plants"] });
  const { say, page, api } = manager;
  const { id } = await harbour.task("Water the plants");
  const today = new Date().toISOString().slice(0, 10);
  const rule = { unit: "day", every: 1, first_day: today, days_off: "keep", basis: "schedule" } as const;
  await api.call(createSeries, { params: { id }, body: { ...rule, lead_days: 0, at_hour: 6 } });
  await api.call(updateTask, { params: { id }, body: { title: "Water all plants" } });
  const titles = async () => {
    const query = { from: today, to: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10) };
    const { data } = await api.call(readComingDates, { params: { id: harbour.projectId }, query });
    return [...new Set(data.map(({ title }) => title))];
  };
  await new Board(manager).open(harbour, `?task=${id}`);
  await new TaskSheet(manager)
    .fact(say("series.label"))
    .getByRole("button", { name: say("series.menu") })
    .click();
  await page.getByRole("menuitem", { name: say("series.useForLater") }).click();
  await expect.poll(titles).toEqual(["Water all plants"]);
  await page.getByRole("button", { name: say("action.undo"), exact: true }).click();
  await expect.poll(titles).toEqual(["Water the plants"]);
  await page.getByRole("button", { name: say("action.redo"), exact: true }).click();
  await expect.poll(titles).toEqual(["Water all plants"]);
});

test("a rule that another person has changed is only overwritten on request", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Water the plants"] });
  const { say, page, api } = manager;
  const { id } = await harbour.task("Water the plants");
  const today = new Date().toISOString().slice(0, 10);
  const rule = { unit: "day", every: 1, first_day: today, days_off: "keep", basis: "schedule" } as const;
  const body = { ...rule, lead_days: 0, at_hour: 6 };
  const { data: series } = await api.call(createSeries, { params: { id }, body });
  await new Board(manager).open(harbour, `?task=${id}`);
  const row = new TaskSheet(manager).fact(say("series.label"));
  await row.getByRole("button", { name: say("series.menu") }).click();
  await page.getByRole("menuitem", { name: say("series.edit") }).click();
  const dialog = page.getByRole("dialog", { name: say("series.edit.title") });
  await dialog.getByRole("textbox", { name: say("booking.rule.every") }).fill("2");

  const refetch = page.waitForResponse((response) => response.url().endsWith(`/task/${id}/series`));
  const change = { params: { id: series.id }, body: { ...body, every: 3, version: series.version } };
  await colleague.api.call(updateSeries, change);
  await refetch;
  await dialog.getByRole("button", { name: say("action.save") }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  expect((await api.call(readTaskSeries, { params: { id } })).data.series?.every).toBe(3);
  await dialog.getByRole("button", { name: say("action.save") }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText(say("booking.rule.day", { every: 2 }));
});

test("a series that can't be read shows an error and is read again", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Water the plants"] });
  const { say, page, api } = manager;
  const { id } = await harbour.task("Water the plants");
  const today = new Date().toISOString().slice(0, 10);
  const rule = { unit: "day", every: 1, first_day: today, days_off: "keep", basis: "schedule" } as const;
  await api.call(createSeries, { params: { id }, body: { ...rule, lead_days: 0, at_hour: 6 } });
  const url = `**/task/${id}/series`;
  await page.route(url, (route) => route.fulfill({ status: 500, json: { message: "Broken" } }));
  await new Board(manager).open(harbour, `?task=${id}`);
  const row = new TaskSheet(manager).fact(say("series.label"));
  await expect(row.getByRole("alert")).toBeVisible();
  await page.unroute(url);
  await row.getByRole("button", { name: say("action.tryAgain") }).click();
  await expect(row).toContainText(say("booking.rule.day", { every: 1 }));
});

test("a series whose only task was deleted is paused in the list, and others see it", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Water the plants"] });
  const { id } = await harbour.task("Water the plants");
  const today = new Date().toISOString().slice(0, 10);
  const rule = { unit: "day", every: 1, first_day: today, days_off: "keep", basis: "schedule" } as const;
  await manager.api.call(createSeries, { params: { id }, body: { ...rule, lead_days: 0, at_hour: 6 } });
  await manager.api.call(deleteTask, { params: { id } });
  await manager.page.goto(paths.projectSeries(harbour.projectId));
  const row = manager.page.getByRole("listitem").filter({ hasText: "Water the plants" });
  await expect(row).toContainText(manager.say("series.running"));
  await expect(row).toContainText(manager.say("series.noLastTask"));

  const { say, page } = colleague;
  await page.goto(paths.projects);
  await page.getByRole("button", { name: say("projects.more", { title: harbour.title }) }).click();
  await page.getByRole("menuitem", { name: say("title.projectSeries") }).click();
  await page.getByRole("button", { name: say("series.menuOf", { title: "Water the plants" }) }).click();
  await page.getByRole("menuitem", { name: say("series.pause") }).click();
  await expect(row).toContainText(manager.say("series.paused"));
  await expect(row).not.toContainText(manager.say("series.running"));
});
