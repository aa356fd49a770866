import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { axeChecker } from "../support/axe";
import { Login } from "../support/login";
import { openTenant } from "../support/operator";
import { expect, test } from "../support/test";
import { catalogueTextsOf } from "../support/catalogue-texts";

let issuer: ChildProcess;
const address = `http://127.0.0.1:${process.env.E2E_ISSUER_PORT}`;

test.beforeAll(async () => {
  const program = path.join(__dirname, "../../identity/session/oidc-provider.mjs");
  issuer = spawn(process.execPath, [program, `--port=${process.env.E2E_ISSUER_PORT}`]);
  await once(issuer.stdout as NodeJS.ReadableStream, "data");
});
test.afterAll(() => {
  issuer.kill();
});

test("single sign-on signs a new user in and logs out at the provider", async ({ baseURL, browser }) => {
  const { email, url } = await openTenant(baseURL as string);
  const domain = email.slice(email.indexOf("@") + 1);
  const adminContext = await browser.newContext({ baseURL: url });
  const page = await adminContext.newPage();
  await page.goto("/settings/sign-in");
  await new Login(page).signIn(email);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByLabel("Name").fill("Harbour ID");
  await page.getByLabel("Issuer", { exact: true }).fill(`${address}/nowhere`);
  await page.getByLabel("Client ID").fill("portal");
  await page.getByLabel("Client secret").fill("issuers-secret-1");
  await page.getByRole("combobox", { name: "Domains" }).fill(domain);
  await page.getByRole("combobox", { name: "Default role of new users" }).click();
  await page.getByRole("option", { name: "Employee" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The identity provider doesn’t respond at this address.").first()).toBeVisible();
  await page.getByLabel("Issuer", { exact: true }).fill(address);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Nobody has signed in with it yet")).toBeVisible();
  const look = axeChecker(page, catalogueTextsOf("en"));
  await look("settings", null);
  await page.getByRole("button", { name: "Change" }).click();
  await look("form", null, () => page.getByLabel("Role claim").fill("groups"));
  await page.getByRole("button", { name: "Cancel" }).click();

  const context = await browser.newContext({ baseURL: url });
  const newcomer = await context.newPage();
  await newcomer.goto("/projects");
  await newcomer.getByRole("button", { name: "Continue with Harbour ID" }).click();
  await newcomer.getByLabel("Address").fill(`nadia@${domain}`);
  await newcomer.getByRole("button", { name: "Log in" }).click();
  await expect(newcomer.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
  await expect(newcomer).toHaveURL(/\/projects$/);
  const other = await (await browser.newContext({ baseURL: url })).newPage();
  await other.goto("/auth/sign-on?code=1&state=2");
  await expect(other.getByRole("alert")).toHaveText("This took too long. Please log in again.");
  await other.context().close();
  await newcomer.goto("/logout");
  await expect(newcomer).toHaveURL(new RegExp(`^${address}/session/end`));

  await page.reload();
  await expect(page.getByText("1 person has signed in with it")).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();

  await page.getByRole("button", { name: "Create token" }).click();
  const tokenDialog = page.getByRole("dialog", { name: "Your new token" });
  const token = await tokenDialog.getByRole("code").innerText();
  await tokenDialog.getByRole("button", { name: "I have saved it" }).click();
  await expect(page.getByText("never used")).toBeVisible();
  const called = () =>
    page.evaluate(async (bearer) => {
      const answer = await fetch("/scim/v2/Users", { headers: { authorization: `Bearer ${bearer}` } });
      return [answer.status, (await answer.json()).totalResults];
    }, token);
  expect(await called()).toEqual([200, 2]);
  await page.reload();
  await expect(page.getByText("last used")).toBeVisible();
  await look("directory", null);
  await page.getByRole("button", { name: "Revoke token" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByRole("button", { name: "Create token" })).toBeVisible();
  expect(await called()).toEqual([401, undefined]);
  await Promise.all([adminContext.close(), context.close()]);
});
