import { Login } from "./support/login";
import { expect, test } from "./support/test";

test("signed out, every screen leads to the login and back again", async ({ casting }) => {
  const { page } = await casting.visitor();
  for (const path of ["/", "/dashboard", "/projects", "/projects/1/tasks", "/profile/notifications"]) {
    await page.goto(path);
    await new Login(page).shown();
    await expect(page).toHaveURL(/\/login$/);
  }
  await new Login(page).signIn("manager@acme.test");
  await expect(page).toHaveURL(/\/profile\/notifications$/);
});

test("what one's role doesn't open doesn't exist", async ({ colleague: { page } }) => {
  await page.goto("/projects");
  await expect(page.getByRole("link", { name: "New project" })).toHaveCount(0);
  await page.goto("/projects/create");
  await expect(page.getByRole("heading", { name: "Page not Found" })).toBeVisible();
});

test("a project one isn't in, one that isn't there, and what is no number are the same", async ({
  colleague: { page },
  stage,
}) => {
  const { projectId } = await stage({ "To do": ["Order tea"] }, { members: [] });
  for (const id of [projectId, 999_999_999, "none"]) {
    for (const screen of ["tasks", "view", "edit", "archived"]) {
      await page.goto(`/projects/${id}/${screen}`);
      await expect(page.getByRole("heading", { name: "Page not Found" }), `/projects/${id}/${screen}`).toBeVisible();
    }
  }
});

test("signed in, the screens for those who aren't lead on", async ({ manager: { page } }) => {
  for (const path of ["/", "/login", "/forgot-password"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
});

test("an unknown path is the 404 page, signed in or not", async ({ manager, casting }) => {
  const { page: visitor } = await casting.visitor();
  for (const page of [visitor, manager.page]) {
    await page.goto("/no/such/screen");
    await expect(page.getByRole("heading", { name: "Page not Found" })).toBeVisible();
    await expect(page.getByText("The page you are looking for not available!")).toBeVisible();
    await expect(page).toHaveTitle("Page not Found - Task Management");
  }
});

test("a host name without a tenant leads to the external page", async ({ casting, browser }) => {
  const page = await browser.newPage();
  const url = new URL(casting.originOf("manager@acme.test"));
  url.hostname = `nowhere.${url.hostname}`;
  await page.goto(url.href);
  await expect(page).toHaveURL(/external-404/);
  await expect(page.getByRole("heading")).toBeVisible();
  await page.close();
});
