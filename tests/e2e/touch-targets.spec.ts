import { richProject } from "./support/demo";
import { ready } from "./support/ready";
import { expect, test } from "./support/test";
import { tooSmall } from "./support/touch-targets";

/**
 * On a phone whatever takes a touch takes it on 44 px each way, however small it is drawn: each control is felt for with a finger's
 * width around its middle. Links within a sentence are as high as its line. Screens as they open are felt over where axe looks at
 * them on a phone (accessible/accessible-screens); here is what one opens on them.
 */
const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: "reduce",
} as const;

test.describe.configure({ mode: "parallel" });

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
