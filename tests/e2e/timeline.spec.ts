import { updateProject } from "../../shared/projects/projects.contract";
import { archiveTask } from "../../shared/tasks/tasks.contract";
import { TaskSheet } from "./support/task";
import { bothDirections } from "./support/languages";
import { expect, test } from "./support/test";
import { dayFromToday, dayWidth, plan, Timeline } from "./support/timeline";
import { Finger } from "./support/touch";

for (const language of bothDirections) {
  test.describe(`two people on a timeline, ${language}`, () => {
    test.use({ language });

    test("a bar is dragged and pulled longer; the other sees it without a reload", async ({
      manager,
      colleague,
      stage,
    }) => {
      const harbour = await stage({ "To do": ["Order tea", "Paint the gate"] });
      await plan(harbour, "Order tea", 1, 5);
      await plan(harbour, "Paint the gate", 3, 9);
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
      // What it was is a click away.
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

    test("keys move a bar and its ends, and say where it is; Escape leaves it", async ({
      manager,
      colleague,
      stage,
    }) => {
      const harbour = await stage({ "To do": ["Order tea", "Paint the gate"] });
      await plan(harbour, "Order tea", 1, 5);
      await plan(harbour, "Paint the gate", 3, 9);
      const mine = await new Timeline(manager).open(harbour);
      const theirs = await new Timeline(colleague).open(harbour);
      const { keyboard } = manager.page;
      const [later, sooner] = manager.words.rightToLeft ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];

      await mine.bar("Order tea").focus();
      await keyboard.press(later);
      const [from, to] = mine.moved(1, 5, 1);
      await expect(mine.announcement).toContainText(mine.when(from, to));
      await keyboard.press(`Shift+${later}`);
      await expect(mine.announcement).toContainText(mine.when(from, to + 1));
      await theirs.expectAt("Order tea", from, to + 1);

      await keyboard.press(sooner);
      await expect(mine.announcement).toContainText(mine.when(...mine.moved(from, to + 1, -1)));
      await keyboard.press("Escape");
      await mine.expectAt("Order tea", from, to + 1);
      await keyboard.press("ArrowDown");
      await expect(mine.bar("Paint the gate")).toBeFocused();
      await keyboard.press("Enter");
      await expect(new TaskSheet(manager).title).toHaveText("Paint the gate");
      expect((await harbour.task("Order tea")).due_date).toBe(dayFromToday(to + 1));
    });

    test("beyond the project's dates it is refused and goes back", async ({ manager, stage }) => {
      const harbour = await stage({ "To do": ["Order tea"] });
      await plan(harbour, "Order tea", 1, 5);
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

test("an arrow from bar to bar: drawn, seen by the other, broken by a move, refused as a circle, removed", async ({
  manager,
  colleague,
  stage,
}) => {
  const harbour = await stage({ "To do": ["Order tea", "Paint the gate"] });
  const tea = await plan(harbour, "Order tea", 1, 4);
  const gate = await plan(harbour, "Paint the gate", 6, 9);
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

test("what has no dates is placed on the axis; what was in one's hand and is gone is let go", async ({
  manager,
  colleague,
  stage,
}) => {
  const harbour = await stage({ "To do": ["Order tea", "Paint the gate"] });
  await plan(harbour, "Paint the gate", 1, 4);
  const mine = await new Timeline(manager).open(harbour);
  const theirs = await new Timeline(colleague).open(harbour);
  const { page, say } = manager;
  const tea = await harbour.task("Order tea");

  await page.getByRole("button", { name: say("timeline.undated"), exact: true }).click();
  const row = mine.chart.locator(`[data-undated="${tea.id}"]`);
  // The panel comes in from the side and pushes the axis: both have to stand still first.
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

test("all projects: by project, person and tag, filters and scale in the address", async ({ manager, stage }) => {
  const harbour = await stage({ "To do": ["Order tea"] });
  await plan(harbour, "Order tea", 1, 5);
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

test("a finger that stays holds a bar, one that moves scrolls", async ({ cast, colleague, stage }) => {
  const harbour = await stage({ "To do": ["Order tea"] });
  await plan(harbour, "Order tea", 1, 5);
  const onPhone = await cast("manager@acme.test", {
    browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const mine = await new Timeline(onPhone).open(harbour);
  const theirs = await new Timeline(colleague).open(harbour);
  const finger = await Finger.on(onPhone.page);
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
