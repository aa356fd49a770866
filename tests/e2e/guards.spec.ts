import type { Page } from "@playwright/test";
import { demoAccounts } from "./support/people";
import { Login } from "./support/login";
import { waitUntilReady } from "./support/wait-until-ready";
import { navigateTo, screenRecordsOf, publicScreens, type Screen, signedInScreens } from "./support/routes";
import { expect, test } from "./support/test";
import type { CatalogueTexts } from "./support/catalogue-texts";

test("signed out, every screen redirects to the login and back after signing in", async ({
  people,
  manager,
  words,
}) => {
  test.slow();
  const { page, complaints } = await people.visitor({ browser: { reducedMotion: "reduce" } });
  const failed = failedAnswers(page);
  const login = new Login(page);
  for (const path of ["/dashboard", "/projects/1/tasks", "/approvals/print/leave/8"]) {
    await page.goto(path);
    await login.shown();
    await expect(page).toHaveURL(/\/login$/);
  }
  for (const { path } of signedInScreens(await screenRecordsOf(manager))) {
    await navigateTo(page, path);
    await expect(page, path).toHaveURL(/\/login$/);
  }
  await login.shown();
  for (const screen of publicScreens) await arrive(page, screen, words);
  expect(failed).toEqual([]);
  expect(complaints).toEqual([]);

  await page.goto("/profile/notifications");
  await login.signIn(demoAccounts.manager);
  await expect(page).toHaveURL(/\/profile\/notifications$/);
});

test("every screen opens for an administrator with its title and heading", async ({ signInAs, words }) => {
  test.slow();
  const administrator = await signInAs(demoAccounts.administrator, { browser: { reducedMotion: "reduce" } });
  const { page } = administrator;
  const failed = failedAnswers(page);
  await page.goto("/dashboard");
  for (const screen of signedInScreens(await screenRecordsOf(administrator))) await arrive(page, screen, words);
  expect(failed).toEqual([]);
});

test("screens outside an employee's role redirect to /404", async ({ signInAs, manager }) => {
  test.slow();
  const { page, user } = await signInAs(demoAccounts.colleague, { browser: { reducedMotion: "reduce" } });
  const closed = signedInScreens(await screenRecordsOf(manager)).filter(
    ({ permission = [] }) =>
      permission.length > 0 && ![permission].flat().some((one) => user.permissions.includes(one)),
  );
  expect(closed.length).toBeGreaterThan(10);
  await page.goto("/dashboard");
  for (const { path } of closed) {
    await navigateTo(page, path);
    await expect(page, path).toHaveURL(/\/404$/);
    await expect(page.getByRole("heading", { name: "Page not Found" }), path).toBeVisible();
  }
});

async function arrive(page: Page, { path, title }: Screen, words: CatalogueTexts): Promise<void> {
  await test.step(path, async () => {
    await navigateTo(page, path);
    const name = words.say(title).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    await expect(page, path).toHaveTitle(new RegExp(`^${name}( · .+)? - Task Management$`));
    await waitUntilReady(page, words);
    await expect(page.getByRole("heading", { level: 1 }).first(), path).toBeVisible();
  });
}

function failedAnswers(page: Page): string[] {
  const failed: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() >= 500) failed.push(`${page.url()}: ${answer.status()} ${answer.url()}`);
  });
  return failed;
}

test("screens outside the role show the 404 page", async ({ colleague: { page } }) => {
  await page.goto("/projects");
  await expect(page.getByRole("link", { name: "New project" })).toHaveCount(0);
  await page.goto("/projects/create");
  await expect(page.getByRole("heading", { name: "Page not Found" })).toBeVisible();
});

test("an inaccessible project, an unknown one and an invalid id show the same page", async ({
  colleague: { page },
  newProject,
}) => {
  const { projectId } = await newProject({ "To do": ["Order tea"] }, { members: [] });
  for (const id of [projectId, 999_999_999, "none"]) {
    for (const screen of ["tasks", "view", "edit", "archived"]) {
      await page.goto(`/projects/${id}/${screen}`);
      await expect(page.getByRole("heading", { name: "Page not Found" }), `/projects/${id}/${screen}`).toBeVisible();
    }
  }
});

test("signed in, the login screens redirect to the dashboard", async ({ manager: { page } }) => {
  for (const path of ["/", "/login", "/forgot-password"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
});

test("an unknown path shows the 404 page, signed in or not", async ({ manager, people }) => {
  const { page: visitor } = await people.visitor();
  for (const page of [visitor, manager.page]) {
    await page.goto("/no/such/screen");
    await expect(page.getByRole("heading", { name: "Page not Found" })).toBeVisible();
    await expect(page.getByText("The page you are looking for not available!")).toBeVisible();
    await expect(page).toHaveTitle("Page not Found - Task Management");
  }
});

test("a host name without a tenant redirects to the external 404 page", async ({ people, browser }) => {
  const page = await browser.newPage();
  const url = new URL(people.originOf("manager@acme.test"));
  url.hostname = `nowhere.${url.hostname}`;
  await page.goto(url.href);
  await expect(page).toHaveURL(/external-404/);
  await expect(page.getByRole("heading")).toBeVisible();
  await page.close();
});
