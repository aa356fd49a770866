import { readFile } from "node:fs/promises";
import { generateSync } from "otplib";
import type { CDPSession, Page } from "@playwright/test";
import * as contract from "../../../shared/identity/session/second-factor.contract";
import { Login } from "../support/login";
import { axeChecker, reducedMotion } from "../support/axe";
import { testedLooks } from "../support/languages";
import { demoAccounts } from "../support/people";
import { expect, test } from "../support/test";

const securityPage = "/profile/security";
const onDashboard = /\/dashboard$/;

/** Setup uses the current code and the following step the next one, so a code that expires in between makes no difference. */
const codeOf = (secret: string, step = 0) => generateSync({ secret, epoch: Date.now() / 1_000 + step * 30 });

async function signOut(page: Page): Promise<void> {
  await page.goto("/logout");
  await new Login(page).shown();
}

async function authenticator(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return cdp;
}

test("authenticator codes are required at login and replaceable by a recovery code", async ({ signInAs }) => {
  test.setTimeout(90_000);
  const email = "piotr.zielinski@acme.test";
  const { page } = await signInAs(email, { ownSession: true });
  await page.goto(securityPage);
  await page.getByRole("button", { name: "Set up app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up app" });
  await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = ((await dialog.locator("code").textContent()) ?? "").replace(/\s/g, "");
  await expect(dialog.getByRole("textbox", { name: "Code" })).toBeFocused();
  await dialog.getByRole("textbox", { name: "Code" }).fill("12 34");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("The code must have six digits")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await page.keyboard.press("Enter");

  const codes = page.getByRole("dialog", { name: "Recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const visibleCodes = await codes.getByRole("listitem").allTextContents();
  const download = page.waitForEvent("download");
  await codes.getByRole("button", { name: "Download" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  for (const code of visibleCodes) expect(file).toContain(code);
  await codes.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("10 codes are left.")).toBeVisible();

  await signOut(page);
  const login = new Login(page);
  await login.signIn(email);
  await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
  await page.getByRole("textbox", { name: "Code" }).fill("000000");
  await login.button.click();
  await expect(page.getByText("This code is incorrect.")).toBeVisible();
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, 1));
  await login.button.click();
  await expect(page).toHaveURL(onDashboard);

  await signOut(page);
  await login.signIn(email);
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  await page.getByLabel("Recovery code").fill(visibleCodes[0] ?? "");
  await login.button.click();
  await expect(page).toHaveURL(onDashboard);
  await page.goto(securityPage);
  await expect(page.getByText("9 codes are left.")).toBeVisible();

  await page.getByRole("button", { name: "Remove app" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove app" }).click();
  await expect(page.getByRole("button", { name: "Set up app" })).toBeVisible();
});

test("a passkey works as second factor and as passwordless login", async ({ signInAs }) => {
  const email = "viktor.ilic@acme.test";
  const { page } = await signInAs(email, { ownSession: true });
  await authenticator(page);
  await page.goto(securityPage);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill("Office laptop");
  await dialog.getByRole("button", { name: "Continue in the browser" }).click();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("Office laptop")).toBeVisible();

  await signOut(page);
  await new Login(page).signIn(email);
  await page.getByRole("button", { name: "Use passkey" }).click();
  await expect(page).toHaveURL(onDashboard);

  await signOut(page);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await expect(page).toHaveURL(onDashboard);

  await page.goto(securityPage);
  await page.getByRole("button", { name: "Remove the passkey Office laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove this passkey" }).click();
  await expect(page.getByText("Office laptop")).toBeHidden();
});

test("a required second factor must be set up at login and can be reset", async ({ signInAs }) => {
  test.setTimeout(90_000);
  const email = "aiko.mori@globex.test";
  const { page: rules } = await signInAs("admin@globex.test", { ownSession: true });
  const { page } = await signInAs(email, { ownSession: true });
  await rules.goto("/settings/sign-in");
  const employees = rules.getByRole("switch", { name: /^Employee / });
  await expect(employees).not.toBeChecked();
  await employees.locator("..").click();
  await expect(employees).toBeChecked();

  await page.goto("/profile/notifications");
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible(); // the session is older than the rule, so it continues
  await signOut(page);
  await new Login(page).signIn(email);
  const heading = page.getByRole("heading", { name: "Set up a second factor" });
  await expect(heading).toBeVisible();
  await page.goto("/profile/notifications");
  await expect(heading).toBeVisible();
  await page.getByRole("button", { name: "Set up app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up app" });
  const secret = ((await dialog.locator("code").textContent()) ?? "").replace(/\s/g, "");
  await dialog.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();

  await employees.locator("..").click();
  await expect(employees).not.toBeChecked();
  await rules.reload();
  await rules.getByRole("button", { name: "Reset the second factor of Aiko Mori" }).click();
  await rules.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
  await expect(rules.locator("[data-toast]")).toContainText("The person is notified by e-mail.");
  await new Login(page).shown();
  await new Login(page).signIn(email);
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
});

for (const { language, theme } of testedLooks) {
  test.describe(`${language}, ${theme}`, () => {
    test.use({ language });
    test("axe passes on the login and security screens", async ({ signInAs, words }) => {
      test.setTimeout(90_000);
      const { page, api } = await signInAs(demoAccounts.colleague, {
        ownSession: true,
        stored: { "portal.theme": theme },
        browser: reducedMotion,
      });
      const look = axeChecker(page, words);
      await look("security", securityPage);
      await page.getByRole("button", { name: words.say("totp.setUp") }).click();
      await look("setting up", null, () => page.getByRole("img", { name: words.say("totp.qr") }).waitFor());
      expect((await api.call(contract.readSecondFactor)).data?.totp_since).toBeNull();
      const admin = await signInAs("admin@acme.test", { stored: { "portal.theme": theme }, browser: reducedMotion });
      await axeChecker(admin.page, words)("rules", "/settings/sign-in");
    });
  });
}
