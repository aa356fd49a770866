import type { APIRequestContext, Page } from "@playwright/test";
import { createProject } from "../../shared/work/projects/projects.contract";
import { createUser } from "../../shared/people/people/user-changes.contract";
import { listRoles } from "../../shared/administration/roles/roles.contract";
import { login } from "../../shared/identity/session/session.contract";
import { Api } from "./support/api";
import { Login } from "./support/login";
import { openTenant, runTenantCommand } from "./support/operator";
import { demoPassword } from "./support/people";
import { expect, test } from "./support/test";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function opened(page: Page, press: () => Promise<void>): Promise<Page> {
  const [window] = await Promise.all([page.waitForEvent("popup"), press()]);
  return window;
}

test("an expired plan continues on Free and can be paid and cancelled", async ({ baseURL, browser }) => {
  const { host, email, url } = await openTenant(baseURL as string);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/projects");
  await new Login(page).signIn(email);
  await expect(heading(page, "Projects")).toBeVisible();
  await runTenantCommand(`expire ${host}`);
  await expect(heading(page, "Plan Expired")).toBeVisible();
  await page.getByRole("button", { name: "Continue as a free plan" }).click();
  await expect(heading(page, "Plan Expired")).toBeHidden();

  const other = await context.newPage();
  await other.goto("/dashboard");
  await expect(other.getByRole("button", { name: "Finance", exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Subscriptions" }).click();
  await expect(heading(page, "Subscriptions")).toBeVisible();
  await page.getByRole("button", { name: "Compare all features" }).click();
  const dialog = page.getByRole("dialog");
  const checkout = await opened(page, () => dialog.getByRole("button", { name: "Choose Business" }).click());
  await expect(checkout.getByText("Sandbox: no payment provider is set up")).toBeVisible();
  await checkout.getByRole("button", { name: "Card is declined" }).click();
  await expect(checkout.getByText("Your card was declined.")).toBeVisible();
  await checkout.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(checkout.getByText("Thank you! Your payment was successful.")).toBeVisible();

  await expect(other.getByRole("link", { name: "Finance", exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("cell", { name: "Paid" })).toBeVisible();
  await expect(page.getByRole("cell", { name: /^Business, / })).toBeVisible();

  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await dialog.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(page.getByRole("button", { name: "Resume subscription" })).toBeVisible();
  await expect(other.getByRole("link", { name: "Finance", exact: true })).toBeVisible();

  const portal = await opened(page, () => page.getByRole("button", { name: "Card and address" }).click());
  await portal.getByRole("button", { name: "Let the period end now" }).click();
  for (const screen of [page, other]) await expect(heading(screen, "Plan Expired")).toBeVisible();
  await context.close();
});

async function pay(page: Page, plan: string): Promise<void> {
  const choose = page.getByRole("dialog").getByRole("button", { name: `Choose ${plan}` });
  const checkout = await opened(page, () => choose.click());
  await checkout.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(heading(checkout, "Payment successful")).toBeVisible();
  await checkout.close();
}

async function signedIn(request: APIRequestContext, url: string, email: string): Promise<Api> {
  const { access_token: token } = await new Api(request, url, null).call(login, {
    body: { email, password: demoPassword },
  });
  return new Api(request, url, token ?? null);
}

async function addProjects(api: Api, count: number): Promise<void> {
  for (let at = 0; at < count; at++)
    await api.call(createProject, { body: { title: `Depot ${at}`, code: `DEP${at}` } });
}

test("plan upgrades apply immediately and downgrades with the next period", async ({ baseURL, browser, request }) => {
  const { host, email, url } = await openTenant(baseURL as string);
  await addProjects(await signedIn(request, url, email), 5);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/subscriptions");
  await new Login(page).signIn(email);
  await expect(heading(page, "Subscriptions")).toBeVisible();
  await runTenantCommand(`expire ${host}`);
  await expect(heading(page, "Plan Expired")).toBeVisible();
  await expect(page.getByText("5 projects, 3 allowed")).toBeVisible();
  await page.getByRole("button", { name: "Choose a plan" }).click();
  await pay(page, "Team");
  await expect(heading(page, "Plan Expired")).toBeHidden();

  await page.goto("/subscriptions");
  await page.getByRole("button", { name: "Choose Business" }).click();
  const up = page.getByRole("dialog", { name: "Change to Business" });
  await expect(up.getByText(/^You pay .*800\.00.* today for the rest of the period/)).toBeVisible();
  await up.getByRole("button", { name: "Change and pay now" }).click();
  await expect(page.getByRole("link", { name: "Finance", exact: true })).toBeVisible();

  await expect(page.getByText("2 projects over the limit of Free; they stay readable.")).toBeVisible();
  const down = page.getByRole("button", { name: "Change at end of period" });
  await down.click();
  const meaning = page.getByRole("dialog", { name: "Change to Free" });
  await expect(meaning.getByText("2 projects over the limit of Free; they stay readable.")).toBeVisible();
  await expect(meaning.getByText(/^Changes to Free on .*Until then nothing changes\.$/)).toBeVisible();
  await meaning.getByRole("button", { name: "Change at end of period" }).click();
  await expect(meaning).toBeHidden();
  await expect(page.getByText(/^Changes to Free on /)).toBeVisible();
  await expect(page.getByRole("link", { name: "Finance", exact: true })).toBeVisible();

  const portal = await opened(page, () => page.getByRole("button", { name: "Card and address" }).click());
  await portal.getByRole("button", { name: "Let the period end now" }).click();
  await expect(page.getByRole("link", { name: "Finance", exact: true })).toBeHidden();
  await expect(page.getByText("5 of 3")).toBeVisible();
  await context.close();
});

test("users who may not choose a plan see a contact instead of buttons", async ({ baseURL, browser, request }) => {
  const { email, url } = await openTenant(baseURL as string);
  const administrator = await signedIn(request, url, email);
  const { data: roles } = await administrator.call(listRoles);
  const role_id = roles.find(({ name }) => name === "Employee")?.id;
  const colleague = { fullname: "Nour Haddad", email: `nour.${email}`, role_id };
  await administrator.call(createUser, {
    body: { ...colleague, password: demoPassword, password_confirmation: demoPassword },
  });
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/dashboard");
  await new Login(page).signIn(colleague.email);
  await page.getByLabel("Current password", { exact: true }).fill(demoPassword);
  for (const label of ["New password", "Repeat the new password"])
    await page.getByLabel(label, { exact: true }).fill("Lantern77quay");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/auth/expirePlan");
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/invoices/list");
  await expect(page.getByText("Finance requests: not included in Team")).toBeVisible();
  await page.getByRole("button", { name: "View plans" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Finance", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Finance requests: part of Business/ });
  await expect(dialog.getByText("Please contact the admin to upgrade your plan.")).toBeVisible();
  await expect(dialog.getByText(/ can do this\.$/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Choose/ })).toHaveCount(0);
  await context.close();
});
