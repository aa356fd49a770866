import { createView } from "../../shared/work/views/views.contract";
import { findRichestProject } from "./support/demo";
import { waitUntilReady } from "./support/wait-until-ready";
import { expect, test } from "./support/test";
import { findSmallTouchTargets } from "./support/touch-targets";

/**
 * On a phone every touch target must be at least 44 px each way, however small it is drawn. Links within a sentence are as high as their
 * line. accessible-screens.spec.ts checks screens as they open; this file checks menus, dialogs and panels.
 */
const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: "reduce",
} as const;

test.describe.configure({ mode: "parallel" });

test("a project's tasks and menus have touch targets of 44 px", async ({ signInAs, words, newProject }) => {
  test.setTimeout(180_000);
  const manager = await signInAs("manager@acme.test", { browser: phone });
  const { page, say } = manager;
  const { id } = await findRichestProject(manager);
  const look = async (label: string) => {
    await waitUntilReady(page, words);
    expect.soft(await findSmallTouchTargets(page), label).toEqual([]);
  };
  for (const view of [
    "tasks",
    "tasks-list",
    "timeline",
    "calendar",
    "calendar?month=2030-05",
    "view",
    "archived",
    "edit",
  ]) {
    await page.goto(`/projects/${id}/${view}`);
    await look(view);
  }
  await page.goto(`/projects/${id}/tasks?lanes=assignee&q=e&priority=high`);
  await look("a board that is filtered, in swimlanes");
  await page.goto(`/projects/${id}/tasks`);
  await page.locator("[data-card-link]").first().tap();
  await page.getByRole("dialog", { name: say("task.panel") }).waitFor();
  await look("the panel");
  const bare = await newProject({ "To do": ["Order tea"] });
  await page.goto(`/projects/${bare.projectId}/tasks`);
  await page.locator("[data-card-link]").first().tap();
  await page.getByRole("dialog", { name: say("task.panel") }).waitFor();
  await look("the panel of a task with nothing but a title");
});

test("saved views, new task dialog, palette and search have touch targets of 44 px", async ({
  signInAs,
  words,
  newProject,
}) => {
  const { page, say, api } = await signInAs("manager@acme.test", { browser: phone });
  const harbour = await newProject({ "To do": ["Order tea"] });
  const view = { name: "Teas", layout: "board", query: "q=tea", scope: "own" } as const;
  const { data } = await api.call(createView, { body: { ...view, project_id: harbour.projectId } });
  const look = async (label: string) => {
    await waitUntilReady(page, words);
    expect.soft(await findSmallTouchTargets(page), label).toEqual([]);
  };
  await page.goto(`${harbour.path}?view=${data.id}&q=tea&priority=high`);
  await look("a changed view");
  await page.goto("/search?q=tea&state=open");
  await look("results");
  await page.getByRole("button", { name: say("palette.open") }).tap();
  await expect(page.getByRole("option").first()).toBeVisible();
  await look("the palette");
  await page.keyboard.type("tea");
  await page.getByRole("option", { name: say("palette.newTask", { title: "tea" }) }).tap();
  await expect(page.getByRole("dialog", { name: say("board.newTask") })).toBeVisible();
  await look("a new task");
});

test("the options of an open list have touch targets of 44 px", async ({ signInAs, words }) => {
  const { page, say } = await signInAs("employee@acme.test", { browser: phone });
  await page.goto("/leaves/create");
  await waitUntilReady(page, words);
  await page.getByRole("combobox", { name: say("leave.kind") }).tap();
  await expect(page.getByRole("option", { name: "Annual leave" })).toBeVisible();
  expect(await findSmallTouchTargets(page)).toEqual([]);
});

test("the screens before login have touch targets of 44 px", async ({ people, words }) => {
  const { page, context } = await people.visitor({ browser: phone });
  for (const path of ["/login", "/forgot-password"]) {
    await page.goto(path);
    await waitUntilReady(page, words);
    expect.soft(await findSmallTouchTargets(page), path).toEqual([]);
  }
  await context.close();
});
