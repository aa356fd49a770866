import { generateSync } from "otplib";
import { listCalendarFeeds, createCalendarFeed } from "../../../shared/requests/leave/cover/team-calendar.contract";
import * as factors from "../../../shared/identity/session/second-factor.contract";
import { endSession, listSessions } from "../../../shared/identity/session/session.contract";
import { axeChecker } from "../support/axe";
import { runStatement } from "../support/database";
import { Login } from "../support/login";
import { demoAccounts, demoPassword, type Person } from "../support/people";
import { expect, test } from "../support/test";

const securityPage = "/profile/security";

/** Ends sessions left by other runs on the same data folder. */
async function endOtherSessions({ api }: Person): Promise<void> {
  for (const { id, current } of (await api.call(listSessions)).data) {
    if (!current) await api.call(endSession, { params: { id } });
  }
}

test("ending a session from another browser logs it out immediately", async ({ signInAs, people }) => {
  const email = "zainab.jaber@acme.test";
  const user = await signInAs(email, { ownSession: true });
  await endOtherSessions(user);
  const otherBrowser = await people.visitor();
  await otherBrowser.page.goto("/login");
  await new Login(otherBrowser.page).signIn(email);
  await expect(otherBrowser.page).toHaveURL(/\/dashboard$/);

  await user.page.goto(securityPage);
  const sessions = user.page.getByRole("listitem").filter({ hasText: "Since" });
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: "This browser" }).getByRole("button")).toHaveCount(0);
  const end = user.page.getByRole("button", { name: /^End the session in / });
  await end.focus();
  await user.page.keyboard.press("Enter");
  await expect(sessions).toHaveCount(1);
  await new Login(otherBrowser.page).shown();
  await user.page.reload();
  await expect(sessions).toHaveCount(1);
  expect(otherBrowser.complaints).toEqual([]);
  await otherBrowser.context.close();
});

test("a revoked calendar URL no longer works", async ({ signInAs }) => {
  const { page, api, context } = await signInAs("anna.kowalska@acme.test", { ownSession: true });
  const { data: feed } = await api.call(createCalendarFeed, { body: { scope: "own" } });
  const read = async () => (await context.request.get(feed?.path ?? "none")).status();
  expect(await read()).toBe(200);
  await page.goto(securityPage);
  await page.getByRole("button", { name: "Revoke the calendar address My leave" }).click();
  await expect(page.getByText("No active calendar addresses.")).toBeVisible();
  expect(await read()).toBe(404);
  expect((await api.call(listCalendarFeeds)).data).toEqual([]);
});

test("a personal token is shown once, limited to its scope, and revocable", async ({ signInAs }) => {
  const { page, context, words } = await signInAs("sarah.cohen@acme.test", { ownSession: true });
  await page.goto(securityPage);
  await page.getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog", { name: "New token" });
  await dialog.getByLabel("Name").fill("Weekly report");
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(dialog.getByText("This field is required")).toBeVisible();
  await dialog.getByLabel("View projects they are in, and their tasks").check();
  await axeChecker(page, words)("a new token", null);
  await dialog.getByRole("button", { name: "Create token" }).click();
  const tokenDialog = page.getByRole("dialog", { name: "Your new token" });
  const token = await tokenDialog.getByText(/^portal_/).textContent();
  const ask = async (path: string) =>
    (await context.request.get(path, { headers: { authorization: `Bearer ${token}` } })).status();
  await tokenDialog.getByRole("button", { name: "I have saved it" }).click();
  expect(await ask("/task/mine")).toBe(200);
  expect(await ask("/project/list")).toBe(403);
  await page.reload();
  await page.getByRole("button", { name: "Revoke the token Weekly report" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("button", { name: "Revoke the token Weekly report" })).toHaveCount(0);
  expect(await ask("/task/mine")).toBe(401);
});

const longSignedIn = (email: string) =>
  runStatement(
    `UPDATE session s SET confirmed_at = now() - interval '1 hour' FROM app_user u
     WHERE u.tenant_id = s.tenant_id AND u.id = s.user_id AND u.email = $1`,
    [email],
  );

test("changing a second factor requires the password again", async ({ signInAs }) => {
  test.setTimeout(90_000);
  const email = "carlos.rivas@acme.test";
  const { page, api } = await signInAs(email, { ownSession: true });
  await page.goto(securityPage);
  const setUp = page.getByRole("button", { name: "Set up app" });
  await expect(setUp).toBeVisible();
  await longSignedIn(email);
  await setUp.click();
  const dialog = page.getByRole("dialog", { name: "Enter your password" });
  const field = dialog.getByLabel("Password", { exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(setUp).toBeFocused();

  await setUp.click();
  await field.fill("Wrong1234");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("The current password is incorrect.")).toBeVisible();
  await field.fill(demoPassword);
  await page.keyboard.press("Enter");
  const app = page.getByRole("dialog", { name: "Set up app" });
  await expect(app.getByRole("textbox", { name: "Code" })).toBeFocused();
  const secret = ((await app.locator("code").textContent()) ?? "").replace(/\s/g, "");
  await app.getByRole("textbox", { name: "Code" }).fill(generateSync({ secret }));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "I have saved them" }).click();

  await longSignedIn(email);
  await page.getByRole("button", { name: "Remove app" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove app" }).click();
  await expect(field).toBeFocused();
  expect((await api.call(factors.readSecondFactor)).data?.totp_since).not.toBeNull();
  await field.fill(demoPassword);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(setUp).toBeVisible();
  expect((await api.call(factors.readSecondFactor)).data?.totp_since).toBeNull();
});

test("the filters of the security log are kept in the URL", async ({ signInAs, people }) => {
  const who = await signInAs("mariam.haidar@acme.test", { ownSession: true });
  const visitor = await people.visitor();
  await visitor.page.goto("/login");
  const login = new Login(visitor.page);
  await login.signIn("mariam.haidar@acme.test", "Wrong1234");
  await expect(visitor.page.getByText("Incorrect e-mail or password.")).toBeVisible();
  await visitor.context.close();

  const { page } = await signInAs(demoAccounts.administrator);
  await page.goto("/settings/security-log");
  const rows = page
    .getByRole("region", { name: "Security log" })
    .getByRole("row")
    .filter({ has: page.locator("td") });
  const choose = async (filter: string, option: string) => {
    await page.getByRole("combobox", { name: filter, exact: true }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await expect(rows.first()).toBeVisible();
  const everything = await rows.count();
  await choose("Person", who.fullname);
  await expect(page).toHaveURL(new RegExp(`user=${who.id}`));
  await expect(rows.filter({ hasNotText: who.fullname })).toHaveCount(0);
  await choose("Event", "Sign-in");
  await expect(rows.filter({ hasNotText: "Sign-in" })).toHaveCount(0);
  await expect(rows.filter({ hasText: "Done" }).first()).toBeVisible();
  await choose("Outcome", "Failed");
  await expect(rows.filter({ hasNotText: "Failed" })).toHaveCount(0);
  await expect(rows.first()).toContainText(`Account of ${who.fullname}`);

  await page.reload();
  await expect(page.getByRole("combobox", { name: "Outcome", exact: true })).toHaveValue("Failed");
  await expect(rows.filter({ hasNotText: "Failed" })).toHaveCount(0);
  await expect(rows.first()).toBeVisible();
  await page.getByRole("button", { name: "Clear: Outcome" }).click();
  await expect(rows.filter({ hasText: "Done" }).first()).toBeVisible();

  await page.goto(`${new URL(page.url()).pathname}?to=2020-01-01`);
  await expect(page.getByText("No entries match these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows.first()).toBeVisible();
  expect(await rows.count()).toBeGreaterThanOrEqual(Math.min(everything, 50));
});
