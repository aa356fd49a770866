import { randomUUID } from "node:crypto";
import * as contract from "../../shared/projects/projects.contract";
import { expect, test } from "./support/test";

test("a project is made, is in everyone's list a second later, is edited, and deleted by its name", async ({
  manager,
  colleague,
}) => {
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
  // Both in the page's own time: what the test hears of it comes late on a busy machine.
  const lingered = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        window.navigation.addEventListener("navigate", () => {
          const made = performance
            .getEntriesByType("resource")
            .findLast(({ name }) => new URL(name).pathname.endsWith("/project"));
          resolve(performance.now() - (made as PerformanceResourceTiming).responseEnd);
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

test("members are added and taken off in place, and their lists follow", async ({ manager, colleague, stage }) => {
  const harbour = await stage({}, { members: [] });
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

test("archived ones stand apart and can be brought back", async ({ manager, colleague, stage }) => {
  const harbour = await stage({ "To do": ["Order tea"] });
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
});

test("cards and table keep search and filters, and the choice is remembered", async ({
  manager: { page, say },
  stage,
}) => {
  const { title } = await stage({});
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

test("two edit a project at once: the second is shown both, and says whose counts", async ({
  manager,
  cast,
  stage,
}) => {
  const harbour = await stage({}, { members: [{ email: "admin@acme.test", role: "owner" }] });
  const { page, say } = manager;
  const other = await cast("admin@acme.test");
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
