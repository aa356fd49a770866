import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { looker } from "../support/axe";
import { Login } from "../support/login";
import { openTenant } from "../support/operator";
import { expect, test } from "../support/test";
import { wordsOf } from "../support/words";

let issuer: ChildProcess;
const address = `http://127.0.0.1:${process.env.E2E_ISSUER_PORT}`;

test.beforeAll(async () => {
  const program = path.join(__dirname, "../../session/oidc-provider.mjs");
  issuer = spawn(process.execPath, [program, `--port=${process.env.E2E_ISSUER_PORT}`]);
  await once(issuer.stdout as NodeJS.ReadableStream, "data");
});
test.afterAll(() => {
  issuer.kill();
});

test("an administrator sets up the organisation's own sign-on; a newcomer comes in by it, and leaves there as well", async ({
  baseURL,
  browser,
}) => {
  const { email, url } = await openTenant(baseURL as string);
  const domain = email.slice(email.indexOf("@") + 1);
  const office = await browser.newContext({ baseURL: url });
  const page = await office.newPage();
  await page.goto("/settings/sign-in");
  await new Login(page).signIn(email);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByLabel("Name").fill("Harbour ID");
  await page.getByLabel("Issuer", { exact: true }).fill(`${address}/nowhere`);
  await page.getByLabel("Client ID").fill("portal");
  await page.getByLabel("Client secret").fill("issuers-secret-1");
  await page.getByRole("combobox", { name: "Domains" }).fill(domain);
  await page.getByRole("combobox", { name: "Role of newcomers" }).click();
  await page.getByRole("option", { name: "Employee" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The sign-on service doesn't answer at this address.").first()).toBeVisible();
  await page.getByLabel("Issuer", { exact: true }).fill(address);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Nobody has come in by it yet")).toBeVisible();
  const look = looker(page, wordsOf("en"));
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
  // What somebody else has asked for opens nothing in this browser.
  const other = await (await browser.newContext({ baseURL: url })).newPage();
  await other.goto("/auth/sign-on?code=1&state=2");
  await expect(other.getByRole("alert")).toHaveText("This took too long. Please log in again.");
  await other.context().close();
  await newcomer.goto("/logout");
  await expect(newcomer).toHaveURL(new RegExp(`^${address}/session/end`));

  await page.reload();
  await expect(page.getByText("1 person has come in by it")).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();

  // The directory's token: shown once, good at once, and no more when it has ended.
  await page.getByRole("button", { name: "Create a token" }).click();
  const shown = page.getByRole("dialog", { name: "Your new token" });
  const token = await shown.getByRole("code").innerText();
  await shown.getByRole("button", { name: "I have kept it" }).click();
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
  await page.getByRole("button", { name: "End the token" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End the token" }).click();
  await expect(page.getByRole("button", { name: "Create a token" })).toBeVisible();
  expect(await called()).toEqual([401, undefined]);
  await Promise.all([office.close(), context.close()]);
});
