import type { Page } from "@playwright/test";
import { waitUntilReady } from "./support/wait-until-ready";
import { expect, test } from "./support/test";

test("the error pages show their texts", async ({ people }) => {
  const { page } = await people.visitor();
  const pages = [
    ["/pages/maintenance", "Site is Under Maintenance", "Please check back in sometime"],
    ["/auth/404", "Page not Found", "The page you are looking for not available!"],
    ["/auth/500", "Internal Server Error", "Server Error 500"],
    ["/auth/inactive", "Access Denied: Inactive Tenant", ""],
    ["/auth/expirePlan", "Plan Expired", ""],
    ["/auth/400", "The request was not understood", ""],
  ] as const;
  for (const [path, heading, text] of pages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(text);
  }
});

async function refuse(page: Page, url: string, status: number, body: object): Promise<void> {
  await page.route(url, (route) =>
    route.request().resourceType() === "document" ? route.fallback() : route.fulfill({ status, json: body }),
  );
}

for (const [status, heading] of [
  [500, "Internal Server Error"],
  [429, "Internal Server Error"],
  [404, "Page not Found"],
] as const) {
  test(`${status} on a screen's main data opens its error page`, async ({ manager: { page } }) => {
    await refuse(page, "**/project/list*", status, { message: "No.", code: "internal" });
    await page.goto("/projects");
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  });
}

test("a 400 page shows the server's message, and a 500 page can be retried", async ({ manager: { page } }) => {
  await refuse(page, "**/project/list*", 400, { message: "That is no list.", code: "badRequest" });
  await page.goto("/projects");
  await expect(page).toHaveURL(/\/auth\/400$/);
  await expect(page.getByRole("main")).toContainText("That is no list.");
  await page.unrouteAll();

  await refuse(page, "**/project/single/*", 500, { message: "Oh.", code: "internal" });
  await page.goto("/projects/1/view");
  await expect(page).toHaveURL(/\/auth\/500$/);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page).toHaveURL(/\/projects\/1\/view$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("403 shows the server's message without leaving the screen", async ({ manager: { page }, newProject }) => {
  const { projectId, title } = await newProject({});
  await refuse(page, `**/project/${projectId}/archive`, 403, {
    message: "Only owners may do that.",
    code: "permission.denied",
  });
  await page.goto("/projects");
  await page.getByRole("button", { name: `Actions for ${title}` }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Only owners may do that." })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: title })).toBeVisible();
});

test("422 shows the first message of each field", async ({ manager: { page } }) => {
  await page.goto("/projects/create");
  await refuse(page, "**/project", 422, {
    message: "Please check the fields.",
    code: "validation",
    errors: { title: ["There is one of this name.", "And it is long."], budget: ["Must be a positive number"] },
  });
  await page.getByRole("textbox", { name: "Title" }).fill("Harbour");
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByText("There is one of this name.")).toBeVisible();
  await expect(page.getByText("Must be a positive number")).toBeVisible();
  await expect(page.getByText("And it is long.")).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
});

test("a screen whose script fails to load offers a retry", async ({ manager }) => {
  const { page, say, words } = manager;
  // A screen without lazily loaded parts, which would fail to load too.
  await page.goto("/departments");
  await waitUntilReady(page, words);
  await page.route(/\/assets\/.*\.js/, (route) => route.abort());
  await page.getByRole("button", { name: say("userMenu.open", { name: manager.fullname }) }).click();
  await page.getByRole("menuitem", { name: "Notifications" }).click();
  await expect(page.getByText("This part of the application could not be loaded")).toBeVisible();
  expect(manager.complaints.splice(0)).toEqual([expect.stringContaining("ChunkError")]);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
});

test("unknown pages keep the menu, and a URL without a valid id sends no request", async ({ manager: { page } }) => {
  const urls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/project/single/")) urls.push(request.url());
  });
  await page.goto("/projects/abc/view");
  await expect(page.getByRole("heading", { level: 1, name: "Page not Found" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
  await expect(page).toHaveTitle("Page not Found - Task Management");
  expect(urls).toEqual([]);
});
