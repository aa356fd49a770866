import type { Page } from "@playwright/test";
import { ready } from "./support/ready";
import { expect, test } from "./support/test";

/** The words of the specification, section 8. */
test("the error pages say what they should", async ({ casting }) => {
  const { page } = await casting.visitor();
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

/** One call answers as the server would in trouble. */
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
  test(`${status} on what a screen is about leads to its page`, async ({ manager: { page } }) => {
    await refuse(page, "**/project/list*", status, { message: "No.", code: "internal" });
    await page.goto("/projects");
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  });
}

test("400 leads to its page, with the server's message; trying again after 500 goes back", async ({
  manager: { page },
}) => {
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

test("403 is said in the server's words, and the screen stays", async ({ manager: { page }, stage }) => {
  const { projectId, title } = await stage({});
  await refuse(page, `**/project/${projectId}/archive`, 403, {
    message: "Only owners may do that.",
    code: "permission.denied",
  });
  await page.goto("/projects");
  await page.getByRole("button", { name: `More about ${title}` }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Only owners may do that." })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: title })).toBeVisible();
});

test("422 stands at the fields, the first message of each", async ({ manager: { page } }) => {
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

test("a screen whose code didn't arrive offers to try again", async ({ manager }) => {
  const { page, say, words } = manager;
  // A screen without parts that come later: they would be missing as well.
  await page.goto("/departments");
  await ready(page, words);
  await page.route(/\/assets\/.*\.js/, (route) => route.abort());
  await page.getByRole("button", { name: say("userMenu.open", { name: manager.fullname }) }).click();
  await page.getByRole("menuitem", { name: "Notifications" }).click();
  await expect(page.getByText("This part of the application could not be loaded")).toBeVisible();
  expect(manager.complaints.splice(0)).toEqual([expect.stringContaining("ChunkError")]);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
});

test("who is signed in keeps the menu on a page that doesn't exist; an address without an id asks the server nothing", async ({
  manager: { page },
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/project/single/")) asked.push(request.url());
  });
  await page.goto("/projects/abc/view");
  await expect(page.getByRole("heading", { level: 1, name: "Page not Found" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
  await expect(page).toHaveTitle("Page not Found - Task Management");
  expect(asked).toEqual([]);
});
