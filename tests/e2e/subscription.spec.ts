import type { APIRequestContext, Page } from "@playwright/test";
import { createProject } from "../../shared/projects/projects.contract";
import { createUser } from "../../shared/people/user-changes.contract";
import { listRoles } from "../../shared/roles/roles.contract";
import { login } from "../../shared/session/session.contract";
import { Api } from "./support/api";
import { Login } from "./support/login";
import { openTenant, operator } from "./support/operator";
import { password } from "./support/people";
import { expect, test } from "./support/test";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** What a press opens in a window of its own. */
async function opened(page: Page, press: () => Promise<void>): Promise<Page> {
  const [window] = await Promise.all([page.waitForEvent("popup"), press()]);
  return window;
}

test("an expired plan: going on for nothing, a declined card, paying; another open screen gains the features; cancelled, it runs to its end", async ({
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
  await expect(page.getByRole("cell", { name: /^Business, / })).toBeVisible();

  await page.getByRole("button", { name: "Cancel the subscription" }).click();
  await dialog.getByRole("button", { name: "Cancel the subscription" }).click();
  await expect(page.getByRole("button", { name: "Let it go on" })).toBeVisible();
  await expect(other.getByRole("link", { name: "Finance", exact: true })).toBeVisible();

  const portal = await opened(page, () => page.getByRole("button", { name: "Card and address" }).click());
  await portal.getByRole("button", { name: "Let the period end now" }).click();
  for (const screen of [page, other]) await expect(heading(screen, "Plan Expired")).toBeVisible();
  await context.close();
});

/** Pays at the sandbox for the plan whose button is pressed there, in the window that it opens. */
async function pay(page: Page, plan: string): Promise<void> {
  const choose = page.getByRole("dialog").getByRole("button", { name: `Choose ${plan}` });
  const checkout = await opened(page, () => choose.click());
  await checkout.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(heading(checkout, "Payment successful")).toBeVisible();
  await checkout.close();
}

/** What a story needs beside the screens. */
async function signedIn(request: APIRequestContext, url: string, email: string): Promise<Api> {
  const { access_token: token } = await new Api(request, url, null).call(login, { body: { email, password } });
  return new Api(request, url, token ?? null);
}

/** So many projects, made without the screens. */
async function addProjects(api: Api, count: number): Promise<void> {
  for (let at = 0; at < count; at++)
    await api.call(createProject, { body: { title: `Depot ${at}`, code: `DEP${at}` } });
}

test("from the expired page straight to a payment; the way up holds at once; the way down lists what would be over its limits and begins with the next period", async ({
  baseURL,
  browser,
  request,
}) => {
  const { host, email, url } = await openTenant(baseURL as string);
  await addProjects(await signedIn(request, url, email), 5);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/subscriptions");
  await new Login(page).signIn(email);
  await expect(heading(page, "Subscriptions")).toBeVisible();
  await operator(`expire ${host}`);
  await expect(heading(page, "Plan Expired")).toBeVisible();
  await expect(page.getByText("5 projects, 3 allowed")).toBeVisible();
  await page.getByRole("button", { name: "Choose a plan" }).click();
  await pay(page, "Team");
  // Nobody touches this window: what was paid for brings it back to work.
  await expect(heading(page, "Plan Expired")).toBeHidden();

  // Up, at once: what it costs today is shown before.
  await page.goto("/subscriptions");
  await page.getByRole("button", { name: "Choose Business" }).click();
  const up = page.getByRole("dialog", { name: "Change to Business" });
  await expect(up.getByText(/^You pay .*800\.00.* today for the rest of the period/)).toBeVisible();
  await up.getByRole("button", { name: "Change and pay now" }).click();
  await expect(page.getByRole("link", { name: "Finance", exact: true })).toBeVisible();

  // Down, with the next period.
  await expect(page.getByText("2 projects more than Free allows; they stay readable.")).toBeVisible();
  const down = page.getByRole("button", { name: "Change at the period’s end" });
  await down.click();
  const meaning = page.getByRole("dialog", { name: "Change to Free" });
  await expect(meaning.getByText("2 projects more than Free allows; they stay readable.")).toBeVisible();
  await expect(meaning.getByText(/^Changes to Free on .*Until then everything goes on as it is\.$/)).toBeVisible();
  await meaning.getByRole("button", { name: "Change at the period’s end" }).click();
  await expect(meaning).toBeHidden();
  await expect(page.getByText(/^Changes to Free on /)).toBeVisible();
  await expect(page.getByRole("link", { name: "Finance", exact: true })).toBeVisible();

  // The period passes at the provider: the open screen loses what Free lacks, the projects stay.
  const portal = await opened(page, () => page.getByRole("button", { name: "Card and address" }).click());
  await portal.getByRole("button", { name: "Let the period end now" }).click();
  await expect(page.getByRole("link", { name: "Finance", exact: true })).toBeHidden();
  await expect(page.getByText("5 of 3")).toBeVisible();
  await context.close();
});

test("who may not choose a plan reads whom to ask, and finds nothing to press", async ({
  baseURL,
  browser,
  request,
}) => {
  const { email, url } = await openTenant(baseURL as string);
  const administrator = await signedIn(request, url, email);
  const { data: roles } = await administrator.call(listRoles);
  const role_id = roles.find(({ name }) => name === "Employee")?.id;
  const colleague = { fullname: "Nour Haddad", email: `nour.${email}`, role_id };
  await administrator.call(createUser, { body: { ...colleague, password, password_confirmation: password } });
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/dashboard");
  await new Login(page).signIn(colleague.email);
  await page.getByLabel("Current password", { exact: true }).fill(password);
  for (const label of ["New password", "Repeat the new password"])
    await page.getByLabel(label, { exact: true }).fill("Lantern77quay");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("button", { name: "Finance", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Finance requests: part of Business/ });
  await expect(dialog.getByText("Please contact the admin to upgrade your plan.")).toBeVisible();
  await expect(dialog.getByText(/ can do it\.$/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Choose/ })).toHaveCount(0);
  await context.close();
});
