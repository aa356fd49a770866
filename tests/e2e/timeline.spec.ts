import { updateProject } from "../../shared/work/projects/projects.contract";
import { archiveTask } from "../../shared/work/tasks/tasks.contract";
import { TaskSheet } from "./support/task";
import { directionsForLayoutTests } from "./support/languages";
import { expect, test } from "./support/test";
import { dayFromToday, dayWidth, planTask, Timeline } from "./support/timeline";
import { TouchGesture } from "./support/touch";

for (const language of directionsForLayoutTests) {
  test.describe(`two users on a timeline, ${language}`, () => {
    test.use({ language });

    test("a bar is moved and resized, live for the other user", async ({ manager, colleague, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
      await planTask(harbour, "Order tea", 1, 5);
      await planTask(harbour, "Paint the gate", 3, 9);
      const mine = await new Timeline(manager).open(harbour);
      const theirs = await new Timeline(colleague).open(harbour);
      await theirs.expectAt("Order tea", 1, 5);
      const readings: string[] = [];
      colleague.page.on("request", (request) => {
        if (request.isNavigationRequest() || request.url().includes("/timeline")) readings.push(request.url());
      });

      await mine.drag("Order tea", 3);
      const [from, to] = mine.moved(1, 5, 3);
      await mine.expectAt("Order tea", from, to);
      await theirs.expectAt("Order tea", from, to);
      await expect(manager.page.getByRole("button", { name: manager.say("action.undo") }).first()).toBeVisible();
      await mine.drag("Order tea", 4, "end");
      await theirs.expectAt("Order tea", from, to + 4);
      await mine.drag("Order tea", -3, "start");
      await theirs.expectAt("Order tea", from - 3, to + 4);
      expect(await harbour.task("Order tea")).toMatchObject({
        start_date: dayFromToday(1),
        due_date: dayFromToday(to + 4),
      });
      expect(readings).toEqual([]);

      await manager.page.keyboard.press("Control+z");
      await theirs.expectAt("Order tea", from, to + 4);
      await manager.page.keyboard.press("Control+z");
      await theirs.expectAt("Order tea", from, to);
      await mine.expectAt("Order tea", from, to);
    });

    test("keys move a bar and its ends and announce the dates; Escape cancels", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
      await planTask(harbour, "Order tea", 1, 5);
      await planTask(harbour, "Paint the gate", 3, 9);
      const mine = await new Timeline(manager).open(harbour);
      const theirs = await new Timeline(colleague).open(harbour);
      const { keyboard } = manager.page;

      await mine.bar("Order tea").focus();
      await keyboard.press("ArrowRight");
      const [from, to] = mine.moved(1, 5, 1);
      await expect(mine.announcement).toContainText(mine.when(from, to));
      await keyboard.press("Shift+ArrowRight");
      await expect(mine.announcement).toContainText(mine.when(from, to + 1));
      await theirs.expectAt("Order tea", from, to + 1);

      await keyboard.press("ArrowLeft");
      await expect(mine.announcement).toContainText(mine.when(...mine.moved(from, to + 1, -1)));
      await keyboard.press("Escape");
      await mine.expectAt("Order tea", from, to + 1);
      await keyboard.press("ArrowDown");
      await expect(mine.bar("Paint the gate")).toBeFocused();
      await keyboard.press("Enter");
      await expect(new TaskSheet(manager).title).toHaveText("Paint the gate");
      expect((await harbour.task("Order tea")).due_date).toBe(dayFromToday(to + 1));
    });

    test("a bar dragged beyond the project's dates is refused and reverts", async ({ manager, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      await planTask(harbour, "Order tea", 1, 5);
      const body = { start_date: dayFromToday(-10), end_date: dayFromToday(7) };
      await harbour.owner.call(updateProject, { params: { id: harbour.projectId }, body });
      const mine = await new Timeline(manager).open(harbour);
      const reason = manager.say("task.outsideTimeline");

      await mine.lift("Order tea", 6);
      await expect(mine.bar("Order tea")).toHaveAttribute("data-hand", "outside");
      await expect(mine.bar("Order tea")).toContainText(reason);
      await manager.page.mouse.up();
      await expect(mine.announcement).toContainText(reason);
      await mine.expectAt("Order tea", 1, 5);
      expect((await harbour.task("Order tea")).due_date).toBe(dayFromToday(5));
    });
  });
}

test("selected bars move together by mouse and keyboard and are undone in one step", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate", "Sweep"] });
  await planTask(harbour, "Order tea", 1, 5);
  await planTask(harbour, "Paint the gate", 3, 9);
  await planTask(harbour, "Sweep", 4, 6);
  const mine = await new Timeline(manager).open(harbour);
  const theirs = await new Timeline(colleague).open(harbour);
  const changes: string[] = [];
  manager.page.on("request", (request) => {
    if (request.method() !== "GET" && request.url().includes("/task")) changes.push(request.url());
  });
  await mine.bar("Order tea").click({ modifiers: ["ControlOrMeta"] });
  await mine.bar("Paint the gate").focus();
  await manager.page.keyboard.press("x");
  await expect(mine.announcement).toHaveText(manager.say("timeline.said.together", { count: 2 }));

  await mine.drag("Order tea", 7);
  const tea = mine.moved(1, 5, 7);
  const gate = mine.moved(3, 9, 7);
  await theirs.expectAt("Order tea", ...tea);
  await theirs.expectAt("Paint the gate", ...gate);
  await theirs.expectAt("Sweep", 4, 6);
  expect(changes).toHaveLength(1);
  // The dropped row stays above the row that now begins earlier, even when the pointer leaves the chart.
  await manager.page.mouse.move(5, 5);
  const top = async (title: string) => (await mine.bar(title).boundingBox())?.y ?? 0;
  expect(await top("Order tea")).toBeLessThan(await top("Sweep"));
  await expect.poll(async () => (await top("Order tea")) > (await top("Sweep")), { timeout: 15_000 }).toBe(true);

  await mine.bar("Order tea").focus();
  await manager.page.keyboard.press("ArrowLeft");
  await theirs.expectAt("Order tea", ...mine.moved(...tea, -1));
  await theirs.expectAt("Paint the gate", ...mine.moved(...gate, -1));
  await manager.page.keyboard.press("Control+z");
  await theirs.expectAt("Order tea", ...tea);
  await theirs.expectAt("Paint the gate", ...gate);
});

test("a task with only a due date is shown as a mark with that date", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  await planTask(harbour, "Order tea", null, 5);
  const mine = await new Timeline(manager).open(harbour);
  const due = manager.words.format.day(dayFromToday(5));
  const bar = mine.bar("Order tea");
  await expect(bar).toContainText(due);
  expect((await bar.boundingBox())?.width).toBeCloseTo(dayWidth, 0);
  expect(await bar.evaluate((element) => getComputedStyle(element, "::before").rotate)).toBe("none");
});

test("a dependency appears live, and one that would form a cycle is refused", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
  const tea = await planTask(harbour, "Order tea", 1, 4);
  const gate = await planTask(harbour, "Paint the gate", 6, 9);
  const mine = await new Timeline(manager).open(harbour);
  const theirs = await new Timeline(colleague).open(harbour);
  const { page, say } = manager;

  await mine.link("Order tea", "Paint the gate");
  await expect(theirs.arrow(tea, gate)).toBeAttached();
  await expect(theirs.arrow(tea, gate)).not.toHaveAttribute("data-broken");
  await mine.drag("Order tea", 4, "end");
  await expect(theirs.arrow(tea, gate)).toHaveAttribute("data-broken", "true");

  await mine.link("Paint the gate", "Order tea");
  await expect(
    page.getByText(say("timeline.refused", { key: tea.key, reason: say("task.blocksItself") })).first(),
  ).toBeVisible();
  await expect(mine.arrow(gate, tea)).toHaveCount(0);

  await mine.bar("Paint the gate").click();
  const note = page.getByRole("dialog", { name: say("timeline.note") });
  await expect(note).toContainText(say("timeline.cost.early", { blockers: tea.key, count: 1 }));
  await note.getByRole("button", { name: say("timeline.unlinkFrom", { blocker: tea.key }) }).click();
  await expect(theirs.arrow(tea, gate)).toHaveCount(0);
});

test("a task without dates can be dropped on the axis", async ({ manager, colleague, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
  await planTask(harbour, "Paint the gate", 1, 4);
  const mine = await new Timeline(manager).open(harbour);
  const theirs = await new Timeline(colleague).open(harbour);
  const { page, say } = manager;
  const tea = await harbour.task("Order tea");

  await page.getByRole("button", { name: say("timeline.undated"), exact: true }).click();
  const row = mine.chart.locator(`[data-undated="${tea.id}"]`);
  // The panel slides in and shifts the axis: waits until both have stopped.
  await row.locator("button").first().hover({ trial: true });
  await mine.bar("Paint the gate").hover({ trial: true });
  const from = await row.locator("button").first().boundingBox();
  const today = await mine.bar("Paint the gate").boundingBox();
  if (!from || !today) throw new Error("It isn't on the screen.");
  await page.mouse.move(from.x + 20, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(today.x + 10, from.y + from.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(theirs.bar("Order tea")).toBeVisible();
  expect(await harbour.task("Order tea")).toMatchObject({ start_date: dayFromToday(1), due_date: dayFromToday(1) });

  await mine.lift("Paint the gate", 3);
  const gate = await harbour.task("Paint the gate");
  await harbour.owner.call(archiveTask, { params: { id: gate.id } });
  await expect(mine.bar("Paint the gate")).toHaveCount(0);
  await expect(mine.announcement).toHaveText(say("timeline.said.gone", { key: gate.key }));
  await page.mouse.up();
  await expect(mine.bar("Order tea")).toBeVisible();
});

test("the timeline of all projects keeps grouping, filters and zoom in the URL", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  await planTask(harbour, "Order tea", 1, 5);
  const { page, say } = manager;
  await page.goto(`/timeline?projects=${harbour.projectId}`);
  const mine = new Timeline(manager);
  await mine.expectAt("Order tea", 1, 5);
  await page.getByText(say("timeline.by.person"), { exact: true }).click();
  await expect(page).toHaveURL(/by=person/);
  await expect(mine.chart.getByText(say("board.filter.nobody"))).toBeVisible();
  await page.getByText(say("timeline.zoom.month"), { exact: true }).click();
  await expect(page).toHaveURL(/zoom=month/);
  await mine.expectAt("Order tea", 1, 5);
  await page.goto(`/timeline?projects=${harbour.projectId}&q=nothing+like+it`);
  await expect(page.getByText(say("timeline.nothing"), { exact: true })).toBeVisible();
  await page
    .getByRole("button", { name: say("board.filter.clear") })
    .last()
    .click();
  await expect(page).toHaveURL(/\/timeline$/);
});

test("a long press drags a bar, a moving finger scrolls", async ({ signInAs, colleague, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  await planTask(harbour, "Order tea", 1, 5);
  const onPhone = await signInAs("manager@acme.test", {
    browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const mine = await new Timeline(onPhone).open(harbour);
  const theirs = await new Timeline(colleague).open(harbour);
  const finger = await TouchGesture.on(onPhone.page);
  const box = await mine.bar("Order tea").boundingBox();
  if (!box) throw new Error("It isn't on the screen.");
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };

  await finger.pressOn(mine.bar("Order tea"));
  await expect(mine.bar("Order tea")).toHaveAttribute("data-hand", "inside");
  await finger.moveTo({ x: middle.x + 3 * dayWidth, y: middle.y });
  await finger.lift();
  const [from, to] = mine.moved(1, 5, 3);
  await theirs.expectAt("Order tea", from, to);

  await finger.swipe(mine.bar("Order tea"), { x: middle.x - 60, y: middle.y });
  await mine.expectAt("Order tea", from, to);
});

test("on a phone the timeline's tools fit in one row with a menu above the chart", async ({ signInAs, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  await planTask(harbour, "Order tea", 1, 5);
  const onPhone = await signInAs("manager@acme.test", {
    browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const mine = await new Timeline(onPhone).open(harbour);
  const { page, say } = onPhone;
  expect((await mine.chart.boundingBox())?.y).toBeLessThan(844 * 0.28);
  await page.getByRole("button", { name: `${say("timeline.view")} ${say("timeline.by.project")}` }).click();
  await page.getByRole("menuitemradio", { name: say("timeline.by.person") }).click();
  await expect(page).toHaveURL(/by=person/);
});

test("on a phone the empty properties of a task are behind one button", async ({ signInAs, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { id } = await planTask(harbour, "Order tea", null, 5);
  const { page, say } = await signInAs("manager@acme.test", {
    browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  await page.goto(`/project/tasks-details/${id}`);
  await expect(page.getByRole("term").filter({ hasText: say("task.due") })).toBeVisible();
  const estimate = page.getByRole("term").filter({ hasText: say("task.estimate") });
  await expect(estimate).toHaveCount(0);
  await page.getByRole("button", { name: say("task.properties.add") }).click();
  await expect(estimate).toBeVisible();
});
