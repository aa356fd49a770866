import { randomUUID } from "node:crypto";
import { generateSync } from "otplib";
import { axeChecker } from "./support/axe";
import { createOperator } from "./support/operator";
import { expect, test } from "./support/test";
import { findSmallTouchTargets } from "./support/touch-targets";
import { waitUntilReady } from "./support/wait-until-ready";

test("an operator signs in with a code, sees the installation and signs out", async ({ browser, baseURL, words }) => {
  const { email, password, secret } = await createOperator();
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto("/operator");
  await expect(page.getByRole("heading", { level: 1, name: "Sign in as an operator" })).toBeVisible();
  const look = axeChecker(page, words);
  await look("sign-in", null);
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  // Typed text survives the return to the page.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("textbox", { name: "Code" }).fill("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("E-mail address, password or code is wrong.");
  await page.getByRole("textbox", { name: "Code" }).fill(generateSync({ secret }));
  await page.keyboard.press("Enter");

  await expect(page.getByRole("row", { name: /PostgreSQL/ })).toBeVisible();
  const tenants = page.getByRole("region", { name: "Organizations" });
  await expect(tenants.getByRole("row", { name: /acme/i })).toBeVisible();
  await look("overview", null);

  await tenants.getByRole("button", { name: "New organization" }).click();
  const dialog = page.getByRole("dialog", { name: "New organization" });
  const domain = `t${randomUUID().slice(0, 8)}.localhost`;
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Harbour");
  await dialog.getByRole("textbox", { name: "Host name" }).fill(domain);
  await dialog.getByRole("textbox", { name: "Administrator’s e-mail" }).fill("admin@harbour.test");
  await look("new organization", null);
  await dialog.getByRole("button", { name: "New organization" }).click();
  await expect(dialog.getByText("Pass this password on")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(tenants.getByRole("row", { name: new RegExp(domain) })).toBeVisible();

  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in as an operator" })).toBeVisible();
  await context.close();
});

test.describe("Arabic, dark", () => {
  test.use({ language: "ar" });

  for (const width of [390, 768])
    test(`the operator's page passes axe and works by keyboard at ${width} px`, async ({ people, words }) => {
      const { email, password, secret } = await createOperator();
      const touch = {
        viewport: { width, height: 844 },
        hasTouch: true,
        isMobile: true,
        reducedMotion: "reduce",
      } as const;
      const { page, context } = await people.visitor({
        language: "ar",
        stored: { "portal.theme": "dark" },
        browser: touch,
      });
      const { say } = words;
      const look = axeChecker(page, words);
      const check = async (name: string) => {
        await look(name, null);
        if (width === 390) expect.soft(await findSmallTouchTargets(page), name).toEqual([]);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(wider, `${name} is not wider than the screen`).toBeLessThanOrEqual(0);
      };
      await page.goto("/operator");
      await waitUntilReady(page, words);
      await check("sign-in");
      await page.getByRole("textbox", { name: say("login.email") }).fill(email);
      await page.locator("input[type=password]").fill(password);
      await page.getByRole("textbox", { name: say("secondStep.code") }).fill(generateSync({ secret }));
      await page.keyboard.press("Enter");
      const tenants = page.getByRole("region", { name: say("operator.tenants") });
      await expect(tenants.getByRole("row", { name: /acme/i })).toBeVisible();
      await check("overview");

      const change = tenants.getByRole("row", { name: /acme/i }).getByRole("button");
      await tenants.getByRole("button", { name: say("operator.tenant.new") }).focus();
      for (let tabs = 0; tabs < 20 && !(await change.evaluate((node) => node === document.activeElement)); tabs++)
        await page.keyboard.press("Tab");
      await expect(change).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("menuitem", { name: say("operator.tenant.plan"), exact: true })).toBeVisible();
      await check("menu of an organization");
      await page.keyboard.press("Escape");
      await expect(change).toBeFocused();
      await tenants.getByRole("button", { name: say("operator.tenant.new") }).click();
      await expect(page.getByRole("dialog", { name: say("operator.tenant.new") })).toBeVisible();
      await check("new organization");
      await context.close();
    });
});
