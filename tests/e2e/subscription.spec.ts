import type { Page } from "@playwright/test";
import { Login } from "./support/login";
import { openTenant, operator } from "./support/operator";
import { expect, test } from "./support/test";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** What a press opens in a window of its own. */
async function opened(page: Page, press: () => Promise<void>): Promise<Page> {
  const [window] = await Promise.all([page.waitForEvent("popup"), press()]);
  return window;
}

test("an expired plan: going on for nothing, a declined card, paying; another open screen gains the features; cancelled again", async ({
  baseURL,
  browser,
}) => {
  const { host, email, url } = await openTenant(baseURL as string);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/projects");
  await new Login(page).signIn(email);
  await expect(heading(page, "Projects")).toBeVisible();
  await operator(`expire ${host}`);
  await expect(heading(page, "Plan Expired")).toBeVisible();
  await page.getByRole("button", { name: "Continue as a free plan" }).click();
  await expect(heading(page, "Plan Expired")).toBeHidden();

  // The other screen, which nobody touches from here on.
  const other = await context.newPage();
  await other.goto("/dashboard");
  await expect(other.getByRole("button", { name: "Finance", exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Subscriptions" }).click();
  await expect(heading(page, "Subscriptions")).toBeVisible();
  await page.getByRole("button", { name: "Compare all features" }).click();
  const dialog = page.getByRole("dialog");
  const checkout = await opened(page, () => dialog.getByRole("button", { name: "Choose Business" }).click());
  await expect(checkout.getByText("Sandbox: no payment provider is set up here")).toBeVisible();
  await checkout.getByRole("button", { name: "Card is declined" }).click();
  await expect(checkout.getByText("Your card was declined.")).toBeVisible();
  await checkout.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(checkout.getByText("Thank you! Your payment was successful.")).toBeVisible();

  await expect(other.getByRole("link", { name: "Finance", exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("cell", { name: "Paid" })).toBeVisible();

  await page.getByRole("button", { name: "Cancel the subscription" }).click();
  await dialog.getByRole("button", { name: "Cancel the subscription" }).click();
  await expect(page.getByRole("button", { name: "Let it go on" })).toBeVisible();
  await context.close();
});
