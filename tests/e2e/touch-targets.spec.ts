import type { Page } from "@playwright/test";
import { richProject } from "./support/demo";
import { ready } from "./support/ready";
import { expect, test } from "./support/test";

/**
 * On a phone whatever takes a touch takes it on 44 px each way, however small it is drawn: every screen is walked, and
 * each control on it is felt for with a finger's width around its middle. Links within a sentence are as high as its line.
 */
const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: "reduce",
} as const;

const screens: Record<string, readonly string[]> = {
  "manager@acme.test": [
    "/dashboard",
    "/projects",
    "/projects/create",
    "/my-work",
    "/time-tracking",
    "/timeline",
    "/approvals",
    "/approvals?scope=sent",
    "/leaves/list",
    "/leaves/list?scope=team",
    "/leaves/list?tab=team",
    "/leaves/create",
    "/invoices/list",
    "/invoices/create",
    "/forms/list",
    "/profile/notifications",
    "/profile/notifications/settings",
    "/profile/security",
    "/profile/delegate-access",
  ],
  "admin@acme.test": [
    "/employees",
    "/employees/create",
    "/employee/5/view",
    "/settings/security-log",
    "/settings/approvals",
    "/settings/sign-in",
    "/leaves/list?tab=types",
  ],
  "finance@acme.test": ["/invoices/list?scope=all", "/invoices/archive", "/invoices/settings"],
};

test.describe.configure({ mode: "parallel" });

for (const [email, paths] of Object.entries(screens)) {
  test(`what takes a touch has 44 px: screens of ${email}`, async ({ cast, words }) => {
    test.setTimeout(30_000 + paths.length * 8_000);
    const { page } = await cast(email, { browser: phone });
    for (const path of paths) {
      await page.goto(path);
      await ready(page, words);
      expect.soft(await tooSmall(page), path).toEqual([]);
    }
  });
}

test("what takes a touch has 44 px: a project, its tasks and menus", async ({ cast, words, stage }) => {
  test.setTimeout(180_000);
  const manager = await cast("manager@acme.test", { browser: phone });
  const { page, say } = manager;
  const { id } = await richProject(manager);
  const look = async (what: string) => {
    await ready(page, words);
    expect.soft(await tooSmall(page), what).toEqual([]);
  };
  for (const view of ["tasks", "tasks-list", "timeline", "view", "archived", "edit"]) {
    await page.goto(`/projects/${id}/${view}`);
    await look(view);
  }
  await page.goto(`/projects/${id}/tasks?lanes=assignee&q=e&priority=high`);
  await look("a board that is filtered, in swimlanes");
  await page.goto(`/projects/${id}/tasks`);
  await page.locator("[data-card-link]").first().tap();
  await page.getByRole("dialog", { name: say("task.panel") }).waitFor();
  await look("the panel");
  // What stands where nothing is yet.
  const bare = await stage({ "To do": ["Order tea"] });
  await page.goto(`/projects/${bare.projectId}/tasks`);
  await page.locator("[data-card-link]").first().tap();
  await page.getByRole("dialog", { name: say("task.panel") }).waitFor();
  await look("the panel of a task with nothing but a title");
});

test("what takes a touch has 44 px: who isn't signed in", async ({ casting, words }) => {
  const { page, context } = await casting.visitor({ browser: phone });
  for (const path of ["/login", "/forgot-password"]) {
    await page.goto(path);
    await ready(page, words);
    expect.soft(await tooSmall(page), path).toEqual([]);
  }
  await context.close();
});

/** Each control that a finger can miss: what it is, and how much of it there is. */
async function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 44;
    /** A line of a pixel on each side belongs to a box and isn't felt. */
    const edges = 2;
    const controls =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=option], [role=tab], [role=switch], [role=checkbox], [role=radio]";
    // Bars and their rows lie as close as days do; what they open is reached by the list and the calendar as well.
    const charts = ":has(> [data-canvas]), [data-view=month], [data-view=quarter]";
    const modal = [...document.querySelectorAll("[aria-modal=true]")].at(-1) ?? document;
    const isShown = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest(`[aria-hidden=true], [inert], :disabled, ${charts}`) &&
      element.getClientRects().length > 0;
    /** A link among other words of the same line. */
    const isWord = (element: HTMLElement) =>
      element.tagName === "A" &&
      getComputedStyle(element).display === "inline" &&
      [...(element.parentElement?.childNodes ?? [])].some((node) => node !== element && node.textContent?.trim());
    const labelled = (element: HTMLElement) => [...((element as HTMLInputElement).labels ?? [])];
    const feels = (element: HTMLElement, x: number, y: number): boolean => {
      const there = document.elementFromPoint(x, y);
      return there !== null && (element.contains(there) || labelled(element).some((label) => label.contains(there)));
    };
    /** How far it is felt from its middle, both ways, no further than there is need to know. */
    const reach = (element: HTMLElement, x: number, y: number, dx: number, dy: number): number => {
      let far = 0;
      for (const way of [1, -1])
        for (let step = 1; step < least && feels(element, x + way * step * dx, y + way * step * dy); step++) far++;
      return far + 1;
    };
    const found: string[] = [];
    for (const element of modal.querySelectorAll<HTMLElement>(controls)) {
      if (!isShown(element) || isWord(element)) continue;
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = (element.getClientRects()[0] ?? element.getBoundingClientRect()) as DOMRect;
      if (box.width >= least - 0.5 && box.height >= least - 0.5) continue;
      const labels = labelled(element);
      const middle = feels(element, box.x + box.width / 2, box.y + box.height / 2)
        ? box
        : labels[0]?.getBoundingClientRect();
      if (!middle) continue; // something lies on it: it can't be pressed now
      const [x, y] = [middle.x + middle.width / 2, middle.y + middle.height / 2];
      const [wide, high] = [reach(element, x, y, 1, 0), reach(element, x, y, 0, 1)];
      if (wide >= least - edges && high >= least - edges) continue;
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
      const kind = `${element.tagName.toLowerCase()}.${String(element.className).split(" ")[0]}`;
      found.push(`${kind} "${name.slice(0, 40)}" ${wide}×${high}`);
    }
    window.scrollTo(0, 0);
    return [...new Set(found)];
  });
}
