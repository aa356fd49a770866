import path from "node:path";
import { Login } from "./support/login";
import { openTenant, runTenantCommand } from "./support/operator";
import { expect, test } from "./support/test";
import { findSmallTouchTargets } from "./support/touch-targets";
import { png } from "../support/sample-files";

test("users of a suspended tenant see the reason and continue after resumption", async ({ baseURL, browser }) => {
  const { host, email, url } = await openTenant(baseURL as string);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/projects");
  await new Login(page).signIn(email);
  await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();

  await runTenantCommand(`deactivate ${host}`);
  await expect(page.getByRole("heading", { level: 1, name: "Access Denied: Inactive Tenant" })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/inactive$/);
  const visitor = await (await browser.newContext({ baseURL: url })).newPage();
  await visitor.goto("/login");
  await expect(visitor.getByRole("heading", { level: 1, name: "Access Denied: Inactive Tenant" })).toBeVisible();
  await visitor.context().close();

  await runTenantCommand(`activate ${host}`);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
  await expect(page).toHaveURL(/\/projects$/);

  await page.route("**/export", (route) => route.fulfill({ status: 500, json: { message: "Broken" } }));
  await page.goto("/settings/organization");
  const copies = page.getByRole("region", { name: "Copy of all data" });
  await expect(copies.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.unroute("**/export");
  await copies.getByRole("button", { name: "Try again" }).click();
  await copies.getByRole("button", { name: "Create copy" }).click();
  await expect(copies.getByRole("link", { name: /^Download copy/ })).toBeVisible();

  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a logo" }).click();
  await (await chooser).setFiles({ name: "logo.png", mimeType: "image/png", buffer: png() });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Remove the logo" })).toBeVisible();

  await page.getByRole("button", { name: "Close account…" }).click();
  await expect(dialog.getByRole("button", { name: "Close account…" })).toBeDisabled();
  await dialog.getByRole("textbox", { name: "Type “Harbour” to confirm" }).fill("Harbour");
  await dialog.getByRole("button", { name: "Close account…" }).click();
  await expect(page.getByText(/^The account will be closed on /)).toBeVisible();
  await page.getByRole("button", { name: "Keep account" }).click();
  await expect(page.getByRole("button", { name: "Close account…" })).toBeVisible();
  await context.close();
});

test("an expired plan shows its page, keeps data readable and continues on Free", async ({ baseURL, browser }) => {
  const { host, email, url } = await openTenant(baseURL as string);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/projects");
  await new Login(page).signIn(email);
  await expect(page.getByText("20 days left")).toBeVisible();

  await runTenantCommand(`expire ${host}`);
  await expect(page.getByRole("heading", { level: 1, name: "Plan Expired" })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/expirePlan$/);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Plan Expired" })).toBeVisible();

  await page.getByRole("button", { name: "Continue as a free plan" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("link", { name: "Projects", exact: true })).toBeVisible();
  await context.close();
});

test("a new company's administrator imports its first board from the home page", async ({ baseURL, browser }) => {
  const { email, url } = await openTenant(baseURL as string);
  const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto("/dashboard");
  await new Login(page).signIn(email);
  const ways = ["Import a board", "From a template", "Empty project"];
  const links = page.getByRole("main").getByRole("list").filter({ hasText: "Empty project" }).getByRole("link");
  await expect(links).toHaveText(ways);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await findSmallTouchTargets(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goto("/projects");
  await expect(links).toHaveText(ways);
  await links.getByText("Empty project").click();
  await expect(page.getByRole("heading", { level: 1, name: "New project" })).toBeVisible();
  await page.getByRole("link", { name: "From a template" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New project from a template" })).toBeVisible();

  await page.goto("/dashboard");
  await links.getByText("Import a board").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Import a board" })).toBeFocused();
  await page.locator('input[type="file"]').setInputFiles(path.join(__dirname, "../work/imports/files/trello.json"));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByRole("button", { name: "Import 4 tasks" }).click();
  await page.getByRole("link", { name: "Open the board" }).click();
  await expect(page).toHaveURL(/\/projects\/\d+\/tasks/);

  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(page.getByRole("region", { name: "My projects" }).getByRole("link", { name: "Move" })).toBeVisible();
  await expect(page.getByText("You are not in a project yet")).toBeHidden();
  await context.close();
});
