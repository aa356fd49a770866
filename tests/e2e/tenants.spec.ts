import { Login } from "./support/login";
import { openTenant, operator } from "./support/operator";
import { expect, test } from "./support/test";

test("switched off while people are at work: everyone sees why, and goes on when it is on again", async ({
  baseURL,
  browser,
}) => {
  const { host, email, url } = await openTenant(baseURL as string);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/projects");
  await new Login(page).signIn(email);
  await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();

  await operator(`deactivate ${host}`);
  await expect(page.getByRole("heading", { level: 1, name: "Access Denied: Inactive Tenant" })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/inactive$/);
  const visitor = await (await browser.newContext({ baseURL: url })).newPage();
  await visitor.goto("/login");
  await expect(visitor.getByRole("heading", { level: 1, name: "Access Denied: Inactive Tenant" })).toBeVisible();
  await visitor.context().close();

  await operator(`activate ${host}`);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
  await expect(page).toHaveURL(/\/projects$/);
  await context.close();
});

test("the plan ends: its page, what stays readable, and going on for nothing", async ({ baseURL, browser }) => {
  const { host, email, url } = await openTenant(baseURL as string);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/projects");
  await new Login(page).signIn(email);
  await expect(page.getByText("20 days left")).toBeVisible();

  await operator(`expire ${host}`);
  await expect(page.getByRole("heading", { level: 1, name: "Plan Expired" })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/expirePlan$/);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Plan Expired" })).toBeVisible();

  await page.getByRole("button", { name: "Continue as a free plan" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("link", { name: "Projects", exact: true })).toBeVisible();
  await context.close();
});
