import { archiveTask } from "../../shared/work/tasks/tasks.contract";
import { randomUUID } from "node:crypto";
import * as contract from "../../shared/work/projects/projects.contract";
import { expect, test } from "./support/test";

test("a project appears live and is deleted by typing its name", async ({ manager, colleague }) => {
  const mark = randomUUID().slice(0, 6);
  const title = `Lighthouse ${mark}`;
  const { page, say } = manager;
  const list = page.getByRole("main");
  const theirs = colleague.page.getByRole("main");
  await colleague.page.goto("/projects");
  await expect(theirs.getByRole("article").first()).toBeVisible();
  await page.goto("/projects");
  await page.getByRole("link", { name: say("projects.new") }).click();

  await page.getByRole("textbox", { name: say("projectForm.title") }).fill(title);
  await page.getByRole("textbox", { name: say("projectForm.code") }).fill(`l${mark}`);
  await expect(page.getByText(`L${mark.toUpperCase()}-1`)).toBeVisible();
  await page.getByRole("combobox", { name: say("projects.addMember") }).fill(colleague.fullname);
  await page.getByRole("option", { name: colleague.fullname }).click();
  // Both times are measured in the page: the test process may be delayed on a busy machine.
  const lingered = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        window.navigation.addEventListener("navigate", () => {
          const resource = performance
            .getEntriesByType("resource")
            .findLast(({ name }) => new URL(name).pathname.endsWith("/project"));
          resolve(performance.now() - (resource as PerformanceResourceTiming).responseEnd);
        });
      }),
  );
  await page.getByRole("button", { name: say("projectForm.create") }).click();
  await expect(page.getByText("The project was created.").first()).toBeVisible();
  await page.waitForURL(/\/projects$/);
  expect(await lingered).toBeGreaterThan(990);
  await expect(list.getByRole("link", { name: title })).toBeVisible();
  await expect(theirs.getByRole("link", { name: title })).toBeVisible();

  await page.getByRole("button", { name: say("projects.more", { title }) }).click();
  await page.getByRole("menuitem", { name: say("action.edit") }).click();
  const renamed = `${title} and jetty`;
  await page.getByRole("textbox", { name: say("projectForm.title") }).fill(renamed);
  await page.getByRole("button", { name: say("action.save") }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(theirs.getByRole("link", { name: renamed })).toBeVisible();

  await page.getByRole("button", { name: say("projects.more", { title: renamed }) }).click();
  await page.getByRole("menuitem", { name: say("projects.delete") }).click();
  const dialog = page.getByRole("dialog", { name: say("projects.delete.title", { title: renamed }) });
  const button = dialog.getByRole("button", { name: say("projects.delete.confirm") });
  await expect(button).toBeDisabled();
  await dialog.getByRole("textbox").fill(title);
  await expect(button).toBeDisabled();
  await dialog.getByRole("textbox").fill(renamed);
  await button.click();
  await expect(dialog).toBeHidden();
  await expect(list.getByRole("link", { name: renamed })).toHaveCount(0);
  await expect(theirs.getByRole("link", { name: renamed })).toHaveCount(0);
});

test("members are added and removed in place, and their project lists update", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({}, { members: [] });
  const { page, say } = manager;
  await colleague.page.goto("/projects");
  await expect(colleague.page.getByRole("main").getByRole("article").first()).toBeVisible();
  await page.goto(`/projects/${harbour.projectId}/view`);
  const theirs = colleague.page.getByRole("main").getByRole("link", { name: harbour.title });

  await page.getByRole("combobox", { name: say("projects.addMember") }).fill(colleague.fullname);
  await page.getByRole("option", { name: colleague.fullname }).click();
  await expect(theirs).toBeVisible();
  const role = page.getByRole("combobox", { name: say("projects.roleOf", { name: colleague.fullname }) });
  await expect(role).toBeEnabled();
  await role.click();
  await page.getByRole("option", { name: say("projects.role.viewer") }).click();
  await expect(role).toHaveValue(say("projects.role.viewer"));
  await expect(role).toBeEnabled();
  await page.getByRole("button", { name: say("projects.removeMember", { name: colleague.fullname }) }).click();
  await expect(theirs).toHaveCount(0);
});

test("archived projects are listed separately and can be restored", async ({ manager, colleague, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { page, say } = manager;
  await page.goto("/projects");
  await colleague.page.goto("/projects");
  const title = harbour.title;
  const apart = (of: typeof page) => of.getByRole("region", { name: say("projects.archived") });

  await page.getByRole("button", { name: say("projects.more", { title }) }).click();
  await page.getByRole("menuitem", { name: say("projects.archive"), exact: true }).click();
  await expect(apart(page).getByRole("link", { name: title })).toBeVisible();
  await expect(apart(colleague.page).getByRole("link", { name: title })).toBeVisible();
  await apart(page)
    .getByRole("listitem")
    .filter({ hasText: title })
    .getByRole("button", { name: say("projects.restore") })
    .click();
  await expect(page.getByRole("main").getByRole("article").filter({ hasText: title })).toBeVisible();
  await expect(colleague.page.getByRole("main").getByRole("article").filter({ hasText: title })).toBeVisible();
  // The row stays for some seconds, so that the user can undo and a second click doesn't hit the next row.
  const message = say("projects.said.restore", { title });
  const row = apart(page).getByRole("listitem").filter({ hasText: message });
  await row.getByRole("button", { name: say("action.undo") }).click();
  await expect(apart(colleague.page).getByRole("link", { name: title })).toBeVisible();
});

test("a restored task stays in the archive list for some seconds with Undo", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Sweep"] });
  for (const title of ["Order tea", "Sweep"]) {
    const { id } = await harbour.task(title);
    await harbour.owner.call(archiveTask, { params: { id } });
  }
  const { page, say } = manager;
  await page.goto(`/projects/${harbour.projectId}/archived`);
  const rows = page.getByRole("main").getByRole("listitem");
  const tea = rows.filter({ hasText: "Order tea" });
  await tea.getByRole("button", { name: say("task.restore") }).click();
  await page.getByRole("option", { name: "To do" }).click();
  const left = rows.filter({ has: page.locator("[data-decided]") });
  await expect(left).toHaveCount(1);
  await expect(rows.filter({ hasText: "Sweep" })).toBeVisible();
  await left.getByRole("button", { name: say("action.undo") }).click();
  await expect(tea.getByRole("button", { name: say("task.restore") })).toBeVisible();
  await expect(left).toHaveCount(0);
});

test("cards and table share search and filters, and the view is remembered", async ({
  manager: { page, say },
  newProject,
}) => {
  const { title } = await newProject({});
  await page.goto("/projects");
  const main = page.getByRole("main");
  await page.getByRole("textbox", { name: say("projects.search") }).fill(title);
  await expect(main.getByRole("article")).toHaveCount(1);
  await page.getByText(say("projects.layout.table"), { exact: true }).click();
  await expect(main.getByRole("row")).toHaveCount(2);
  await expect(main.getByRole("row").filter({ hasText: title })).toBeVisible();
  await page.reload();
  await expect(main.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("textbox", { name: say("projects.search") })).toHaveValue(title);
  await page.getByRole("textbox", { name: say("projects.search") }).fill("nothing is called this");
  await expect(main.getByText(say("projects.nothingFound"), { exact: true })).toBeVisible();
  await page.getByRole("button", { name: say("projects.filter.clear") }).click();
  await expect(main.getByRole("row").filter({ hasText: title })).toBeVisible();
});

test("concurrent edits of a project show both versions to choose from", async ({ manager, signInAs, newProject }) => {
  const harbour = await newProject({}, { members: [{ email: "admin@acme.test", role: "owner" }] });
  const { page, say } = manager;
  const other = await signInAs("admin@acme.test");
  await page.goto(`/projects/${harbour.projectId}/edit`);
  const title = page.getByRole("textbox", { name: say("projectForm.title") });
  await title.fill(`${harbour.title} mine`);
  await other.api.call(contract.updateProject, {
    params: { id: harbour.projectId },
    body: { title: `${harbour.title} theirs` },
  });
  await expect(page.getByText(say("projectForm.clash.by", { name: other.fullname }))).toBeVisible();
  await expect(title).toHaveValue(`${harbour.title} mine`);
  await page.getByRole("button", { name: say("projectForm.clash.keepMine") }).click();
  await page.getByRole("button", { name: say("action.save") }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(page.getByRole("main").getByRole("link", { name: `${harbour.title} mine` })).toBeVisible();
});
