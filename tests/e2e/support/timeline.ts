import { expect, type Locator, type Page } from "@playwright/test";
import { dayNumber, dayOfNumber, workingDays } from "../../../shared/kernel/day-number";
import { keepWorkingDays, dragSpan } from "../../../shared/work/timeline/timeline.span.rules";
import { type BoardTask, updateTask } from "../../../shared/work/tasks/tasks.contract";
import { Board } from "./board";
import type { Person } from "./people";
import type { TestProject } from "./test-project";

/** Pixels per day at the zoom level of weeks. */
export const dayWidth = 20;

/** A date relative to today, in UTC like the test browsers. */
export const dayFromToday = (days: number): string =>
  dayOfNumber(dayNumber(new Date().toISOString().slice(0, 10)) + days);

export async function planTask(
  project: TestProject,
  title: string,
  start: number | null,
  due: number | null,
): Promise<BoardTask> {
  const { id } = await project.task(title);
  const body = {
    start_date: start === null ? null : dayFromToday(start),
    due_date: due === null ? null : dayFromToday(due),
  };
  return (await project.owner.call(updateTask, { params: { id }, body })).data;
}

export class Timeline {
  readonly page: Page;

  constructor(private readonly person: Person) {
    this.page = person.page;
  }

  async open(project: TestProject, search = ""): Promise<this> {
    await this.page.goto(`/projects/${project.projectId}/timeline${search}`);
    await expect(this.chart).toBeVisible();
    await new Board(this.person).connection("live");
    return this;
  }

  get chart(): Locator {
    return this.page.getByRole("group", { name: this.person.say("timeline.label"), exact: true });
  }

  bar(title: string): Locator {
    return this.chart.locator("[data-bar]", { hasText: title });
  }

  get announcement(): Locator {
    return this.page.locator(".sr-only[aria-live=assertive]");
  }

  /** "20 Nov to 24 Nov, 3 working days" in the user's language; days relative to today. */
  when(start: number, due: number): string {
    const { words, say, user } = this.person;
    const [from, to] = [dayFromToday(start), dayFromToday(due)];
    const count = workingDays(dayNumber(from), dayNumber(to), user.tenant.weekend);
    return say("timeline.span.days", { from: words.format.day(from), to: words.format.day(to), count });
  }

  /** Dates of a bar after it is moved: it keeps its number of working days. */
  moved(start: number, due: number, days: number): [number, number] {
    const today = dayNumber(dayFromToday(0));
    const before = { from: today + start, to: today + due, dueOnly: false };
    const { from, to } = keepWorkingDays(dragSpan(before, "move", days), before, this.person.user.tenant.weekend);
    return [from - today, to - today];
  }

  async expectAt(title: string, start: number, due: number): Promise<void> {
    await expect(this.bar(title)).toHaveAttribute("aria-label", new RegExp(escaped(this.when(start, due))));
  }

  async drag(title: string, days: number, at: "middle" | "start" | "end" = "middle"): Promise<void> {
    await this.lift(title, days, at);
    await this.page.mouse.up();
  }

  async lift(title: string, days: number, at: "middle" | "start" | "end" = "middle"): Promise<void> {
    await this.bar(title).hover({ trial: true }); // waits until the row has stopped moving
    const box = await this.box(this.bar(title));
    const edges = { middle: box.width / 2, start: 3, end: box.width - 3 };
    const x = box.x + edges[at];
    const y = box.y + box.height / 2;
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x + (days * dayWidth) / 2, y, { steps: 3 });
    await this.page.mouse.move(x + days * dayWidth, y, { steps: 3 });
    await expect(this.chart.locator("[data-hand]").first()).toBeAttached();
  }

  async link(blocker: string, waiting: string): Promise<void> {
    await this.bar(blocker).hover();
    const from = await this.box(this.bar(blocker).locator("[data-grip=link]"));
    const to = await this.box(this.bar(waiting));
    await this.page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
    await expect(this.bar(waiting)).toHaveAttribute("data-target", "true");
    await this.page.mouse.up();
  }

  arrow(blocker: BoardTask, waiting: BoardTask): Locator {
    return this.chart.locator(`[data-arrow="${blocker.id}-${waiting.id}"]`);
  }

  private async box(locator: Locator) {
    const box = await locator.boundingBox();
    if (!box) throw new Error(`${String(locator)} isn't on the screen.`);
    return box;
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
