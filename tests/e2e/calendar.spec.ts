import { expect, type Locator } from "@playwright/test";
import { updateTask } from "../../shared/work/tasks/tasks.contract";
import { Board } from "./support/board";
import { directionsForLayoutTests } from "./support/languages";
import type { Person } from "./support/people";
import { TaskSheet } from "./support/task";
import type { TestProject } from "./support/test-project";
import { test } from "./support/test";

/** May 2030: the 8th is a Wednesday. */
const month = "2030-05";

async function schedule(
  project: TestProject,
  title: string,
  start_date: string | null,
  due_date: string,
): Promise<void> {
  const { id } = await project.task(title);
  await project.owner.call(updateTask, { params: { id }, body: { start_date, due_date } });
}

class Calendar {
  constructor(private readonly person: Person) {}

  async open(project: TestProject, search = `?month=${month}`): Promise<this> {
    await this.person.page.goto(`/projects/${project.projectId}/calendar${search}`);
    await expect(this.person.page.getByRole("radiogroup", { name: this.person.say("calendar.layout") })).toBeVisible();
    await new Board(this.person).connection("live");
    return this;
  }

  day(date: string): Locator {
    return this.person.page.locator(`[data-date="${date}"]`);
  }

  task(title: string): Locator {
    return this.person.page.locator("[data-task]", { hasText: title });
  }

  /** Drags the middle of a task, or one of its ends, to the middle of a day. */
  async drag(title: string, date: string, grip?: "start" | "end"): Promise<void> {
    const { mouse } = this.person.page;
    const task = this.task(title).first();
    await task.hover({ trial: true });
    const from = await boxOf(grip ? task.locator(`[data-grip=${grip}]`) : task);
    const to = await boxOf(this.day(date));
    await mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await mouse.down();
    await mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
    await mouse.up();
  }
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${String(locator)} isn't on the screen.`);
  return box;
}

const dueOnBoard = (person: Person, title: string) =>
  person.page.locator("[data-task]", { hasText: title }).locator("time");

for (const language of directionsForLayoutTests) {
  test.describe(`a calendar, ${language}`, () => {
    test.use({ language });

    test("a task dragged to another day is due then on another user's board", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
      await schedule(harbour, "Order tea", null, "2030-05-08");
      const mine = await new Calendar(manager).open(harbour);
      await new Board(colleague).open(harbour);
      await expect(mine.day("2030-05-08").locator("[data-task]")).toHaveCount(1);

      await mine.drag("Order tea", "2030-05-16");
      await expect(mine.day("2030-05-16")).toContainText("Order tea");
      await expect(dueOnBoard(colleague, "Order tea")).toHaveAttribute("datetime", "2030-05-16");
      await mine.drag("Order tea", "2030-05-14", "start");
      await expect(mine.day("2030-05-14")).toContainText("Order tea");
      await expect
        .poll(() => harbour.task("Order tea"))
        .toMatchObject({ start_date: "2030-05-14", due_date: "2030-05-16" });

      await mine.drag("Paint the gate", "2030-05-21");
      await expect(dueOnBoard(colleague, "Paint the gate")).toHaveAttribute("datetime", "2030-05-21");
      expect(await harbour.task("Paint the gate")).toMatchObject({ start_date: null, due_date: "2030-05-21" });

      for (const date of ["2030-05-16", "2030-05-08"]) {
        if (date === "2030-05-16") await manager.page.keyboard.press("Control+z");
        await manager.page.keyboard.press("Control+z");
        await expect(dueOnBoard(colleague, "Order tea")).toHaveAttribute("datetime", date);
      }
    });

    test("days and tasks are reached, moved and created by keyboard", async ({ manager, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      await schedule(harbour, "Order tea", null, "2030-05-08");
      const mine = await new Calendar(manager).open(harbour);
      const { keyboard } = manager.page;
      const [later, sooner] = manager.words.rightToLeft ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
      const link = mine.task("Order tea").getByRole("link");

      await mine.day("2030-05-09").focus();
      await keyboard.press(sooner);
      await expect(mine.day("2030-05-08")).toBeFocused();
      await keyboard.press("Enter");
      await expect(link).toBeFocused();
      await keyboard.press(`Shift+${later}`);
      await keyboard.press("Shift+ArrowDown");
      await expect(manager.page.locator(".sr-only[aria-live=assertive]")).toContainText(
        manager.words.format.day("2030-05-16"),
      );
      await expect(mine.day("2030-05-16")).toContainText("Order tea");
      await expect(link).toBeFocused();
      await expect.poll(() => harbour.task("Order tea")).toMatchObject({ due_date: "2030-05-16" });
      await keyboard.press("Control+z");
      await expect(mine.day("2030-05-08")).toContainText("Order tea");

      await mine.day("2030-05-16").focus();
      await keyboard.press("Enter");
      await keyboard.type("Count crates");
      await keyboard.press("Enter");
      await keyboard.press("Escape");
      await expect(mine.day("2030-05-16")).toContainText("Count crates");
      await expect(async () => {
        expect(await harbour.task("Count crates")).toMatchObject({ due_date: "2030-05-16" });
      }).toPass();
    });
  });
}

test("a click on a day creates a task, and a full day lists all of its tasks", async ({ manager, newProject }) => {
  const titles = Array.from({ length: 12 }, (_, at) => `Crate ${at + 1}`);
  const harbour = await newProject({ "To do": titles });
  for (const title of titles) await schedule(harbour, title, null, "2030-05-08");
  const mine = await new Calendar(manager).open(harbour);
  const { page } = manager;

  await mine.day("2030-05-22").click({ position: { x: 60, y: 60 } });
  await page.keyboard.type("Sweep the yard");
  await page.keyboard.press("Enter");
  await expect(mine.day("2030-05-22")).toContainText("Sweep the yard");
  await page.keyboard.type("Paint the gate");
  await mine
    .day("2030-05-22")
    .getByRole("button", { name: manager.say("calendar.moreFields") })
    .click();
  const dialog = page.getByRole("dialog", { name: manager.say("board.newTask") });
  await expect(dialog.getByRole("textbox", { name: manager.say("task.title") })).toHaveValue("Paint the gate");
  await expect(dialog.getByRole("button", { name: "To do" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(mine.day("2030-05-22")).toContainText("Paint the gate");

  // In narrow cells the number is shown alone instead of wrapping into the next week.
  const moreButton = mine.day("2030-05-08").locator("[data-more]");
  await expect(moreButton).toHaveText(/\d+ more/, { useInnerText: true });
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(moreButton).toHaveText(/^\+\d+$/, { useInnerText: true });
  await moreButton.click();
  const list = page.getByRole("dialog");
  await expect(list.getByRole("link")).toHaveCount(12);
  await list.getByRole("link").last().click();
  await expect(new TaskSheet(manager).title).toHaveText(/^Crate \d+$/);
  expect(new URL(page.url()).searchParams.get("month")).toBe(month);
});

test("on a phone, the calendar is an agenda with buttons for other months", async ({ signInAs, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  await schedule(harbour, "Order tea", null, "2030-06-03");
  const onPhone = await signInAs("manager@acme.test", {
    browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const { page, say } = onPhone;
  const mine = await new Calendar(onPhone).open(harbour, "");
  await expect(page.getByRole("radio", { name: say("calendar.layout.agenda") })).toBeChecked();
  await mine.open(harbour, `?agenda=${month}`);
  await page.getByRole("button", { name: say("calendar.next.month") }).tap();
  await expect(mine.day("2030-06-03")).toContainText("Order tea");
  expect(new URL(page.url()).searchParams.get("agenda")).toBe("2030-06");
  await mine.task("Order tea").getByRole("link").tap();
  await expect(new TaskSheet(onPhone).title).toHaveText("Order tea");
});

test("a calendar whose filter hides every task creates tasks, and drags them once cleared", async ({
  manager,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  await schedule(harbour, "Order tea", null, "2030-05-08");
  const mine = await new Calendar(manager).open(harbour, `?month=${month}&q=lighthouse`);
  const { page, say } = manager;
  const noMatches = page.locator("[data-nothing-matches]");
  await expect(noMatches).toBeVisible();

  await page.keyboard.press("n");
  await expect(mine.day("2030-05-01").getByRole("textbox")).toBeFocused();
  await page.keyboard.type("Count crates");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(noMatches).toBeVisible();
  await expect(async () => {
    expect(await harbour.task("Count crates")).toMatchObject({ due_date: "2030-05-01" });
  }).toPass();

  await noMatches.getByRole("button", { name: say("board.filter.clear") }).click();
  await mine.drag("Order tea", "2030-05-16");
  await expect(mine.day("2030-05-16")).toContainText("Order tea");
});

test("a project with only finished tasks without dates has an empty calendar", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { id } = await harbour.task("Order tea");
  await harbour.owner.call(updateTask, { params: { id }, body: { progress: 100 } });
  const mine = await new Calendar(manager).open(harbour);
  await expect(mine.day("2030-05-08")).toBeVisible();
  await expect(manager.page.locator("[data-nothing-matches]")).toHaveCount(0);
});
